ALTER TABLE outbox DROP COLUMN unreached;
