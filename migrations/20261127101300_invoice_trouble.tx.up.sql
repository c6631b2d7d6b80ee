-- Since when the next step of an invoice that nobody pays cannot be taken: what fails is put off and does not keep those behind it.
ALTER TABLE invoice_dues ADD COLUMN failed_at timestamptz;
CREATE INDEX invoice_dues_failed ON invoice_dues (failed_at) WHERE failed_at IS NOT NULL;
