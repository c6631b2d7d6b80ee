ALTER TABLE idempotent_requests DROP COLUMN begun_at;
