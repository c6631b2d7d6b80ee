-- Partners whose calls fail, in all processes taken together. An answer deletes the row.
CREATE TABLE partner_failures (
    partner   text PRIMARY KEY,
    since     timestamptz NOT NULL, -- the first call that failed
    failed_at timestamptz NOT NULL, -- the last
    calls     bigint NOT NULL CONSTRAINT partner_failures_calls CHECK (calls > 0),
    CONSTRAINT partner_failures_times CHECK (failed_at >= since)
);
-- The orders and purchases that wait for such a partner.
CREATE TABLE partner_waits (
    partner text NOT NULL REFERENCES partner_failures (partner) ON DELETE CASCADE,
    kind    text NOT NULL CONSTRAINT partner_waits_kind CHECK (kind IN ('order', 'purchase')),
    number  text NOT NULL,
    PRIMARY KEY (partner, kind, number)
);
CREATE INDEX partner_waits_of_work ON partner_waits (kind, number);
