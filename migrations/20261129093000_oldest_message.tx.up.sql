-- The oldest message that waits is a gauge. While the message partner is away, more messages wait than a gauge may read.
CREATE INDEX outbox_oldest ON outbox (queued_at) WHERE state = 'queued';
