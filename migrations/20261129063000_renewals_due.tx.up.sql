-- The renewals of the next day by hour: a process counts them now and then, for the metrics of all processes.
CREATE TABLE renewals_due (
    only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    hours      int[] NOT NULL CHECK (cardinality(hours) = 24),
    counted_at timestamptz NOT NULL
);
