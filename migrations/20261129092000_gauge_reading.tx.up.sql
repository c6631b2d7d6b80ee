-- The last reading of the gauges that count tables. All processes share it.
CREATE TABLE gauge_reading (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    levels   text NOT NULL,
    read_at  timestamptz NOT NULL
);
INSERT INTO gauge_reading (levels, read_at) VALUES ('[]', '-infinity');
