DROP INDEX outbox_due_by_shard, outbox_oldest;
CREATE INDEX outbox_due_by_shard ON outbox ((hashtext(subject_id) & 7), due_at, seq) WHERE state = 'queued';
CREATE INDEX outbox_oldest ON outbox (queued_at) WHERE state = 'queued';
