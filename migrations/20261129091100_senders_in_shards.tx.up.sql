-- Eight senders divide the outbox by the subject of each message; contract.OutboxShards is the same number.
CREATE INDEX outbox_due_by_shard ON outbox ((hashtext(subject_id) & 7), due_at, seq) WHERE state = 'queued';
DROP INDEX outbox_due;
-- A device sends the electronic invoices that it has stamped.
DROP INDEX einvoices_to_send;
CREATE INDEX einvoices_to_send_by_device ON einvoices (device, next_at, seq) WHERE status = 'pending';
