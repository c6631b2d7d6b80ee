CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE number_categories (
    key      text PRIMARY KEY,
    price    bigint NOT NULL CHECK (price >= 0), -- halalas
    position int NOT NULL UNIQUE
);

-- A domain is checked when a number is written, a column's check at each booking again.
CREATE DOMAIN own_number AS text CHECK (VALUE ~ '^057[0-9]{7}$');

-- The holder of a number. A row for each number, so it cannot have two holders. Free space in each page and few indexes keep
-- bookings cheap: selling and extending touch no index at all.
CREATE TABLE numbers (
    msisdn     own_number PRIMARY KEY,
    category   text NOT NULL REFERENCES number_categories (key),
    status     text NOT NULL DEFAULT 'free',
    order_id   uuid,
    held_until timestamptz,
    CONSTRAINT numbers_state CHECK (
        (status = 'free' AND order_id IS NULL AND held_until IS NULL)
        OR (status = 'held' AND order_id IS NOT NULL AND held_until IS NOT NULL)
        OR (status = 'sold' AND order_id IS NOT NULL AND held_until IS NULL)
    )
) WITH (fillfactor = 70);
-- An order has one number at a time, even if the application is wrong.
CREATE UNIQUE INDEX numbers_one_per_order ON numbers (order_id) WHERE order_id IS NOT NULL;
-- Serves suggestions. A booked number leaves this index without being written to it.
CREATE INDEX numbers_free ON numbers (category, msisdn) WHERE order_id IS NULL;

-- The number shop searches this table. Its rows never change, so its indexes cost nothing when a number is booked.
CREATE TABLE number_search (
    msisdn   text PRIMARY KEY REFERENCES numbers (msisdn) ON DELETE CASCADE,
    category text NOT NULL,
    digits   text NOT NULL -- the seven after the prefix
);
CREATE INDEX number_search_category ON number_search (category, msisdn);
-- Serves both patterns anywhere and likeness.
CREATE INDEX number_search_digits ON number_search USING gist (digits gist_trgm_ops);
CREATE INDEX number_search_ending ON number_search (reverse(digits) text_pattern_ops);

CREATE FUNCTION index_new_numbers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO number_search (msisdn, category, digits)
    SELECT msisdn, category, substr(msisdn, 4) FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER numbers_index AFTER INSERT ON numbers
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_numbers();
