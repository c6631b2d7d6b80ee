DROP INDEX plan_subscriptions_aside, plan_subscriptions_by_shard;
ALTER TABLE plan_subscriptions DROP COLUMN aside_until;
