DROP INDEX einvoices_to_send;
CREATE INDEX einvoices_to_send ON einvoices (seq) WHERE status = 'pending';
ALTER TABLE einvoices DROP COLUMN faults;
DROP INDEX outbox_queued;
ALTER TABLE outbox DROP COLUMN faults;
