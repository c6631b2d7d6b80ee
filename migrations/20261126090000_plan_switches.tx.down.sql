DROP INDEX purchases_of_plans;
DROP INDEX subscription_charges_by_purchase;
DELETE FROM subscription_charges WHERE paid_by = 'purchase';
ALTER TABLE subscription_charges DROP CONSTRAINT subscription_charges_paid_by_check;
ALTER TABLE subscription_charges ADD CONSTRAINT subscription_charges_paid_by_check CHECK (paid_by IN ('order', 'balance', 'invoice'));
ALTER TABLE subscription_charges DROP COLUMN purchase_id;
