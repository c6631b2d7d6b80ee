-- Numbers of our range that another operator serves, and since when. Such a number is not in our stock until it comes back.
CREATE TABLE departed_numbers (
    msisdn   own_number PRIMARY KEY,
    line_id  uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE, -- with which it left
    operator text NOT NULL CHECK (operator <> ''),
    left_at  timestamptz NOT NULL
);
CREATE INDEX departed_numbers_by_line ON departed_numbers (line_id);

-- Numbers that left before this table was there. A number that came on sale again meanwhile goes off sale, unless a customer has it.
WITH last AS (
    SELECT DISTINCT ON (l.msisdn) l.msisdn, e.line_id, e.fate, e.operator, e.ended_at
    FROM line_endings AS e JOIN lines AS l ON l.id = e.line_id ORDER BY l.msisdn, e.ended_at DESC
)
INSERT INTO departed_numbers (msisdn, line_id, operator, left_at)
SELECT msisdn, line_id, operator, ended_at FROM last
WHERE fate = 'left' AND msisdn ~ '^057[0-9]{7}$'
  AND NOT EXISTS (SELECT FROM lines AS l WHERE l.msisdn = last.msisdn AND l.status <> 'ended')
  AND NOT EXISTS (SELECT FROM numbers AS n WHERE n.msisdn = last.msisdn AND n.status <> 'free');
DELETE FROM numbers USING departed_numbers AS d WHERE numbers.msisdn = d.msisdn;

-- A number comes into our stock only if no other operator and no customer has it, by every way into the stock.
CREATE FUNCTION refuse_taken_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
    taken text;
BEGIN
    SELECT a.msisdn INTO taken FROM added AS a JOIN departed_numbers AS d ON d.msisdn = a.msisdn LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the number % has left to another operator', taken
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'numbers_departed';
    END IF;
    SELECT a.msisdn INTO taken FROM added AS a JOIN lines AS l ON l.msisdn = a.msisdn AND l.status <> 'ended' WHERE a.status = 'free' LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'the number % is in service', taken
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'numbers_in_service';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER numbers_are_ours_to_sell AFTER INSERT ON numbers
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_taken_numbers();

-- Nor does a number leave that stays in our stock.
CREATE FUNCTION refuse_departure_in_stock() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
    IF EXISTS (SELECT FROM numbers AS n WHERE n.msisdn = NEW.msisdn) THEN
        RAISE EXCEPTION 'the number % is in our stock', NEW.msisdn
            USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'departed_numbers_in_stock';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER departed_numbers_left_the_stock AFTER INSERT OR UPDATE OF msisdn ON departed_numbers
    FOR EACH ROW EXECUTE FUNCTION refuse_departure_in_stock();
