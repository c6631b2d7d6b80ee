-- A request without a key of its client is told from the next one like it by when it began.
ALTER TABLE idempotent_requests ADD COLUMN begun_at timestamptz NOT NULL DEFAULT now();
