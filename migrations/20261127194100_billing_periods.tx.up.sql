-- The periods that have ended, a row for each bill day and month, and when all lines of it were billed.
CREATE TABLE billing_periods (
    cohort    smallint NOT NULL CHECK (cohort BETWEEN 1 AND 31),
    period    text NOT NULL CHECK (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    ends_at   timestamptz NOT NULL,
    billed_at timestamptz CHECK (billed_at >= ends_at),
    PRIMARY KEY (cohort, period)
);
CREATE INDEX billing_periods_due ON billing_periods (ends_at) WHERE billed_at IS NULL;
