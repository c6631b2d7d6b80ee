-- A row that a batch could not process is put aside, so that one row does not block the rest.
ALTER TABLE subscription_calls ADD COLUMN failed_at timestamptz;
CREATE INDEX subscription_calls_failed ON subscription_calls (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX outbox_unreadable ON outbox (seq) WHERE failure = 'unreadable';
