-- Vacuum notes that an index is empty when no message waits. All indexes of waiting messages look equally cheap then, and a claim read all of them
-- by the index of another query. A condition that each row meets keeps an index to the query that names it.
DROP INDEX outbox_due_by_shard, outbox_oldest;
CREATE INDEX outbox_due_by_shard ON outbox ((hashtext(subject_id) & 7), due_at, seq) WHERE state = 'queued' AND faults >= 0;
CREATE INDEX outbox_oldest ON outbox (queued_at) WHERE state = 'queued' AND attempts >= 0;
