DROP INDEX einvoices_to_send_by_device, outbox_due_by_shard;
CREATE INDEX einvoices_to_send ON einvoices (next_at, seq) WHERE status = 'pending';
CREATE INDEX outbox_due ON outbox (due_at) WHERE state = 'queued';
