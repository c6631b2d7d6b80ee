DROP INDEX plan_subscriptions_with_work, plan_subscriptions_aside, plan_subscriptions_by_shard;
ALTER TABLE plan_subscriptions DROP COLUMN switching_until;
ALTER TABLE plan_subscriptions DROP COLUMN aside_until;
