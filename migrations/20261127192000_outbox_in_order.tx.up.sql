-- A message waits for the earlier ones of its subject, and longer after each try that failed while others were sent.
ALTER TABLE outbox ADD COLUMN faults int NOT NULL DEFAULT 0 CONSTRAINT outbox_faults CHECK (faults >= 0);
CREATE INDEX outbox_queued ON outbox (subject_id, seq) WHERE state = 'queued';
-- An e-invoice likewise.
ALTER TABLE einvoices ADD COLUMN faults int NOT NULL DEFAULT 0 CONSTRAINT einvoices_faults CHECK (faults >= 0);
DROP INDEX einvoices_to_send;
CREATE INDEX einvoices_to_send ON einvoices (next_at, seq) WHERE status = 'pending';
