-- Purchases that were opened by another process than their own workflow, which is still to be started. Written with the purchase, and
-- dropped by that workflow once it runs.
CREATE TABLE purchase_starts (
    purchase_id uuid PRIMARY KEY REFERENCES purchases (id) ON DELETE CASCADE,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
