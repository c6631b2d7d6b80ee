-- What a batch could not deal with is put aside, so that it keeps nothing else from its turn.
ALTER TABLE subscription_calls ADD COLUMN failed_at timestamptz;
CREATE INDEX subscription_calls_failed ON subscription_calls (failed_at) WHERE failed_at IS NOT NULL;
CREATE INDEX outbox_unreadable ON outbox (seq) WHERE failure = 'unreadable';
