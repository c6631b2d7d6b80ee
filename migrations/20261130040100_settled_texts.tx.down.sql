ALTER TABLE outbox DROP COLUMN settled_keys;
