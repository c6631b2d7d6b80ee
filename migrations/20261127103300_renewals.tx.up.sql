-- Renewals: services and bundles of the catalogue, from the balance of a prepaid line, until the customer turns them off.
ALTER TABLE services ADD COLUMN renews boolean NOT NULL DEFAULT false;
ALTER TABLE bundles ADD COLUMN renews boolean NOT NULL DEFAULT false;
ALTER TABLE bundles ADD CONSTRAINT bundles_renew_from_balance CHECK (NOT renews OR (subscriptions = '{prepaid}' AND stock IS NULL));

-- The renewals of lines on the agreed terms. A renewal that is turned off ends with its cycle.
CREATE TABLE line_renewals (
    id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    purchase_id uuid NOT NULL REFERENCES purchases (id),
    item        smallint NOT NULL, -- of the purchase
    line_id     uuid NOT NULL REFERENCES lines (id),
    service_id  text REFERENCES services (id),
    bundle_id   text REFERENCES bundles (id),
    price       bigint NOT NULL CHECK (price > 0), -- halalas of one cycle, from the balance
    cost        bigint NOT NULL CHECK (cost BETWEEN 0 AND price), -- of that what we owe a partner
    days        int NOT NULL CHECK (days > 0),
    gives       jsonb NOT NULL DEFAULT '[]', -- buckets of one cycle
    cycle       int NOT NULL DEFAULT 1 CHECK (cycle > 0), -- the one that runs
    until       timestamptz NOT NULL,
    renews      boolean NOT NULL DEFAULT true,
    ended_at    timestamptz,
    UNIQUE (purchase_id, item),
    CHECK (num_nonnulls(service_id, bundle_id) = 1)
);
CREATE INDEX line_renewals_due ON line_renewals (line_id, until) WHERE ended_at IS NULL;

-- A bundle that renews gives its buckets anew in each cycle.
ALTER TABLE line_allowances ADD COLUMN purchase_cycle int NOT NULL DEFAULT 1;
DROP INDEX line_allowances_of_purchase;
CREATE UNIQUE INDEX line_allowances_of_purchase ON line_allowances (purchase_id, purchase_item, purchase_cycle, type) WHERE purchase_id IS NOT NULL;

ALTER TABLE plan_subscriptions DROP CONSTRAINT plan_subscriptions_step_check;
ALTER TABLE plan_subscriptions ADD CONSTRAINT plan_subscriptions_step_check
    CHECK (step IN ('renew', 'remind', 'expire', 'switch', 'inactive', 'release', 'items', 'none'));
-- Of both kinds operators see how many are due.
DROP INDEX plan_subscriptions_due;
CREATE INDEX plan_subscriptions_due ON plan_subscriptions (due_at) WHERE step IN ('renew', 'items');
