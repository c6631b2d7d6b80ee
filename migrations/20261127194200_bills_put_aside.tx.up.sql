-- Lines that could not be billed for a period. Each night tries them again.
CREATE TABLE bills_put_aside (
    line_id  uuid NOT NULL REFERENCES lines (id),
    period   text NOT NULL CHECK (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    cohort   smallint NOT NULL CHECK (cohort BETWEEN 1 AND 31),
    since    timestamptz NOT NULL,
    tried_at timestamptz NOT NULL CHECK (tried_at >= since),
    PRIMARY KEY (line_id, period)
);
CREATE INDEX bills_put_aside_by_try ON bills_put_aside (tried_at);
