DROP INDEX outbox_unreadable;
DROP INDEX subscription_calls_failed;
ALTER TABLE subscription_calls DROP COLUMN failed_at;
