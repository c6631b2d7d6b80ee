ALTER TABLE invoice_dues DROP COLUMN failed_at;
