-- The costs of a switch belong to the purchase that paid for it: a purchase switches once.
ALTER TABLE subscription_charges ADD COLUMN purchase_id uuid REFERENCES purchases (id);
ALTER TABLE subscription_charges DROP CONSTRAINT subscription_charges_paid_by_check;
ALTER TABLE subscription_charges ADD CONSTRAINT subscription_charges_paid_by_check
    CHECK (paid_by IN ('order', 'balance', 'invoice', 'purchase') AND (paid_by <> 'purchase' OR purchase_id IS NOT NULL));
CREATE UNIQUE INDEX subscription_charges_by_purchase ON subscription_charges (purchase_id, item) WHERE purchase_id IS NOT NULL;
CREATE INDEX purchases_of_plans ON purchases (line_id, created_at DESC) WHERE kind = 'plan-switch';
