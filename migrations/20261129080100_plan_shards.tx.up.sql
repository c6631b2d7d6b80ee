-- Plans are advanced in 256 shards by the last byte of the id of the line. A row that could not be advanced is put aside until a
-- time, so that it does not delay the others. A row whose plan is being switched is left to its workflow until a time.
ALTER TABLE plan_subscriptions ADD COLUMN aside_until timestamptz;
ALTER TABLE plan_subscriptions ADD COLUMN switching_until timestamptz;
CREATE INDEX plan_subscriptions_by_shard ON plan_subscriptions (get_byte(uuid_send(line_id), 15), greatest(due_at, aside_until, switching_until))
    WHERE due_at IS NOT NULL;
CREATE INDEX plan_subscriptions_aside ON plan_subscriptions (aside_until) WHERE aside_until IS NOT NULL;
-- The sweep reads the plans that need a workflow.
CREATE INDEX plan_subscriptions_with_work ON plan_subscriptions (line_id)
    WHERE stage <> 'ended' AND (next_plan IS NOT NULL OR behind_since IS NOT NULL);
