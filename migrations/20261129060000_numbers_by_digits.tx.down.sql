DROP INDEX numbers_elapsing;
DROP INDEX numbers_free_from_6;
DROP INDEX numbers_free_from_5;
DROP INDEX numbers_free_from_4;
DROP INDEX numbers_free_from_3;
DROP INDEX numbers_free_from_2;
DROP INDEX numbers_free_from_1;
DROP INDEX numbers_free_of_any_class;

CREATE EXTENSION pg_trgm;
CREATE TABLE number_search (
    msisdn   text PRIMARY KEY REFERENCES numbers (msisdn) ON DELETE CASCADE,
    category text NOT NULL,
    digits   text NOT NULL
);
INSERT INTO number_search SELECT msisdn, category, substr(msisdn, 4) FROM numbers;
CREATE INDEX number_search_category ON number_search (category, msisdn);
CREATE INDEX number_search_digits ON number_search USING gist (digits gist_trgm_ops);
CREATE INDEX number_search_ending ON number_search (reverse(digits) text_pattern_ops);
CREATE FUNCTION index_new_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO number_search (msisdn, category, digits)
    SELECT msisdn, category, substr(msisdn, 4) FROM added;
    RETURN NULL;
END $$;
CREATE TRIGGER numbers_index AFTER INSERT ON numbers
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION index_new_numbers();
