DROP TRIGGER first_balances_bring_plans_back ON line_balances;
DROP TRIGGER line_balances_bring_plans_back ON line_balances;
DROP TABLE subscription_calls;
DROP TABLE line_commitments;
DROP TABLE subscription_charges;
DROP TABLE plan_subscriptions;
DROP FUNCTION call_for_balance;
DROP FUNCTION call_subscription;
ALTER TABLE plans DROP COLUMN cycle_months;
