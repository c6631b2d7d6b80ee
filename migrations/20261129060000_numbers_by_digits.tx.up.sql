-- A search reads free numbers alone, through a range of one index for each place of its digits: a sold number is in none of them. An
-- index has each number from a digit on, with the digits before it at the end. It has all columns that a search reads.
DROP TRIGGER numbers_index ON numbers;
DROP FUNCTION index_new_numbers();
DROP TABLE number_search;
DROP EXTENSION pg_trgm;
CREATE INDEX numbers_free_of_any_class ON numbers (substr(msisdn, 4)) INCLUDE (msisdn, category) WHERE order_id IS NULL;
CREATE INDEX numbers_free_from_1 ON numbers (category, (substr(msisdn, 5) || substr(msisdn, 4, 1))) INCLUDE (msisdn) WHERE order_id IS NULL;
CREATE INDEX numbers_free_from_2 ON numbers (category, (substr(msisdn, 6) || substr(msisdn, 4, 2))) INCLUDE (msisdn) WHERE order_id IS NULL;
CREATE INDEX numbers_free_from_3 ON numbers (category, (substr(msisdn, 7) || substr(msisdn, 4, 3))) INCLUDE (msisdn) WHERE order_id IS NULL;
CREATE INDEX numbers_free_from_4 ON numbers (category, (substr(msisdn, 8) || substr(msisdn, 4, 4))) INCLUDE (msisdn) WHERE order_id IS NULL;
CREATE INDEX numbers_free_from_5 ON numbers (category, (substr(msisdn, 9) || substr(msisdn, 4, 5))) INCLUDE (msisdn) WHERE order_id IS NULL;
CREATE INDEX numbers_free_from_6 ON numbers (category, (substr(msisdn, 10) || substr(msisdn, 4, 6))) INCLUDE (msisdn) WHERE order_id IS NULL;

-- Holds and rests that are over: the numbers become free.
CREATE INDEX numbers_elapsing ON numbers (held_until) WHERE status IN ('held', 'quarantine');
