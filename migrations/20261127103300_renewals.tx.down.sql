UPDATE plan_subscriptions SET seq = seq + 1, step = 'none', due_at = NULL,
    state = (state - 'itemsDue' - 'dueAt') || jsonb_build_object('step', 'none', 'seq', seq + 1)
WHERE step = 'items';
DROP INDEX plan_subscriptions_due;
CREATE INDEX plan_subscriptions_due ON plan_subscriptions (due_at) WHERE step = 'renew';
ALTER TABLE plan_subscriptions DROP CONSTRAINT plan_subscriptions_step_check;
ALTER TABLE plan_subscriptions ADD CONSTRAINT plan_subscriptions_step_check
    CHECK (step IN ('renew', 'remind', 'expire', 'switch', 'inactive', 'release', 'none'));
DELETE FROM line_allowances WHERE purchase_cycle > 1;
DROP INDEX line_allowances_of_purchase;
ALTER TABLE line_allowances DROP COLUMN purchase_cycle;
CREATE UNIQUE INDEX line_allowances_of_purchase ON line_allowances (purchase_id, purchase_item, type) WHERE purchase_id IS NOT NULL;
DROP TABLE line_renewals;
ALTER TABLE bundles DROP COLUMN renews;
ALTER TABLE services DROP COLUMN renews;
