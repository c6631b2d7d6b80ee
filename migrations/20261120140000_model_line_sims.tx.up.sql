-- Blocked: a court or the regulator ordered it. Suspended: an order does it while it replaces the SIM.
ALTER TABLE lines
    ADD CONSTRAINT lines_status_known CHECK (status IN ('active', 'suspended', 'blocked', 'ended')),
    ADD COLUMN guarded_until timestamptz, -- after its SIM changed hands, what could harm its owner is refused until then
    DROP COLUMN primary_line_id; -- further SIMs are no lines of their own: they share the number

-- The SIMs of a line: the primary one, and further ones that share its number (multi-SIM).
ALTER TABLE line_sims DROP CONSTRAINT line_sims_pkey;
DROP INDEX line_sims_current;
ALTER TABLE line_sims ALTER COLUMN iccid DROP NOT NULL; -- a further SIM that was ordered has no card yet
ALTER TABLE line_sims
    ADD COLUMN id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    ADD COLUMN order_id uuid UNIQUE, -- the order that brought it
    ADD COLUMN is_primary boolean NOT NULL DEFAULT true,
    ADD COLUMN state text NOT NULL DEFAULT 'active',
    ADD COLUMN name bytea, -- given by the customer, encrypted
    ADD COLUMN monthly_fee bigint NOT NULL DEFAULT 0 CHECK (monthly_fee >= 0), -- halalas
    ADD COLUMN fee_until timestamptz; -- no fee from here on
UPDATE line_sims SET state = 'inactive' WHERE until IS NOT NULL;
ALTER TABLE line_sims
    ADD CONSTRAINT line_sims_state CHECK (
        (state = 'pending' AND NOT is_primary AND order_id IS NOT NULL AND until IS NULL)
        OR (state = 'active' AND iccid IS NOT NULL AND until IS NULL)
        OR (state = 'inactive' AND iccid IS NOT NULL AND until IS NOT NULL)
    );
CREATE UNIQUE INDEX line_sims_one_primary ON line_sims (line_id) WHERE is_primary AND until IS NULL;
CREATE INDEX line_sims_by_line ON line_sims (line_id);

-- A line has one change at a time, even if the application is wrong.
CREATE TABLE line_changes (
    line_id      uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    holder       text NOT NULL, -- the order or the request that changes it
    order_number text NOT NULL DEFAULT '', -- shown to the customer who has to wait
    until        timestamptz NOT NULL, -- when it should be over
    expires_at   timestamptz -- a draft's claim ends by itself
);
CREATE INDEX line_changes_by_holder ON line_changes (holder);
