-- The time since which the next step of an unpaid invoice fails: it is put off and does not keep back those behind it.
ALTER TABLE invoice_dues ADD COLUMN failed_at timestamptz;
CREATE INDEX invoice_dues_failed ON invoice_dues (failed_at) WHERE failed_at IS NOT NULL;
