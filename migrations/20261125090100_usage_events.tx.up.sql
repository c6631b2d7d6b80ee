-- When a line ended: usage from before counts, whenever it is reported.
ALTER TABLE lines ADD COLUMN ended_at timestamptz;
UPDATE lines SET ended_at = now() WHERE status = 'ended';
ALTER TABLE lines ADD CONSTRAINT lines_ended_at CHECK ((status = 'ended') = (ended_at IS NOT NULL));
CREATE INDEX lines_by_number ON lines (msisdn);

CREATE FUNCTION note_end_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.ended_at := CASE WHEN NEW.status = 'ended' THEN coalesce(NEW.ended_at, now()) END;
    RETURN NEW;
END $$;
CREATE TRIGGER lines_note_end BEFORE INSERT OR UPDATE OF status, ended_at ON lines FOR EACH ROW EXECUTE FUNCTION note_end_of_line();

-- A bucket counts from one moment to another; those of a plan belong to a cycle and stay, because usage may be late.
ALTER TABLE line_allowances ADD COLUMN valid_from timestamptz NOT NULL DEFAULT now();
ALTER TABLE line_allowances ADD COLUMN cycle int CHECK (cycle >= 0);
ALTER TABLE line_allowances ADD COLUMN told smallint NOT NULL DEFAULT 0 CHECK (told IN (0, 80, 100)); -- per cent its customer heard of
UPDATE line_allowances SET valid_from = least(updated_at, valid_until), cycle = CASE WHEN purchase_id IS NULL THEN 0 END;
ALTER TABLE line_allowances ADD CONSTRAINT line_allowances_in_order CHECK (valid_until >= valid_from);
ALTER TABLE line_allowances ADD CONSTRAINT line_allowances_cycle CHECK ((cycle IS NULL) = (purchase_id IS NOT NULL));
DROP INDEX line_allowances_of_plan;
CREATE UNIQUE INDEX line_allowances_of_plan ON line_allowances (line_id, type, cycle) WHERE purchase_id IS NULL;
DROP INDEX line_allowances_by_line;
CREATE INDEX line_allowances_by_line ON line_allowances (line_id, type, valid_until);

-- The usage that the network reported, each event once.
CREATE TABLE usage_events (
    event_id    text PRIMARY KEY, -- the network's
    line_id     uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    type        text NOT NULL,
    unit        text NOT NULL CHECK (unit IN ('MB', 'minute', 'sms')),
    amount      bigint NOT NULL CHECK (amount > 0),
    charged     bigint NOT NULL DEFAULT 0 CHECK (charged >= 0), -- halalas, as the network rated it
    used_at     timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    uncovered   bigint NOT NULL CHECK (uncovered BETWEEN 0 AND amount) -- what no bucket gave
);
CREATE INDEX usage_events_of_line ON usage_events (line_id, type, used_at);

-- The part of an event that each bucket covered.
CREATE TABLE usage_parts (
    event_id     text NOT NULL REFERENCES usage_events (event_id) ON DELETE CASCADE,
    allowance_id uuid NOT NULL REFERENCES line_allowances (id) ON DELETE CASCADE,
    amount       bigint NOT NULL CHECK (amount > 0),
    PRIMARY KEY (event_id, allowance_id)
);
CREATE INDEX usage_parts_of_allowance ON usage_parts (allowance_id);

-- The used amount of a bucket is the sum of its parts. Usage from before events were kept becomes one event for each bucket.
WITH opened AS (
    INSERT INTO usage_events (event_id, line_id, type, unit, amount, used_at, uncovered)
    SELECT 'opening:' || id, line_id, type, unit, used, valid_from, used - least(used, total) FROM line_allowances WHERE used > 0
    RETURNING event_id
)
INSERT INTO usage_parts (event_id, allowance_id, amount)
SELECT opened.event_id, a.id, least(a.used, a.total) FROM opened
JOIN line_allowances AS a ON 'opening:' || a.id = opened.event_id WHERE least(a.used, a.total) > 0;
UPDATE line_allowances SET used = least(used, total),
    told = CASE WHEN used >= total THEN 100 WHEN used * 5 >= total * 4 THEN 80 ELSE 0 END WHERE used > 0;
ALTER TABLE line_allowances ADD CONSTRAINT line_allowances_not_overdrawn CHECK (used <= total);

CREATE FUNCTION keep_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE line_allowances AS a SET used = a.used + given.amount, updated_at = now()
    FROM (SELECT allowance_id, sum(amount) AS amount FROM changed GROUP BY allowance_id) AS given WHERE a.id = given.allowance_id;
    RETURN NULL;
END $$;
CREATE FUNCTION keep_used_less() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE line_allowances AS a SET used = a.used - taken.amount, updated_at = now()
    FROM (SELECT allowance_id, sum(amount) AS amount FROM changed GROUP BY allowance_id) AS taken WHERE a.id = taken.allowance_id;
    RETURN NULL;
END $$;
CREATE TRIGGER usage_parts_given AFTER INSERT ON usage_parts
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_used();
CREATE TRIGGER usage_parts_taken_back AFTER DELETE ON usage_parts
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_used_less();

CREATE FUNCTION refuse_own_figures() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what is used of an allowance follows from usage' USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER line_allowances_by_usage BEFORE UPDATE OF used ON line_allowances
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_own_figures();
CREATE TRIGGER line_allowances_begin_unused BEFORE INSERT ON line_allowances
    FOR EACH ROW WHEN (NEW.used <> 0) EXECUTE FUNCTION refuse_own_figures();
CREATE TRIGGER usage_parts_never_change BEFORE UPDATE ON usage_parts FOR EACH ROW EXECUTE FUNCTION refuse_own_figures();

-- Parts, with what nothing covered, are the whole event; looked at when the transaction ends.
CREATE FUNCTION check_usage_adds_up() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    event text := CASE TG_OP WHEN 'DELETE' THEN OLD.event_id ELSE NEW.event_id END;
BEGIN
    IF EXISTS (SELECT FROM usage_events AS e WHERE e.event_id = event
               AND e.amount <> e.uncovered + coalesce((SELECT sum(p.amount) FROM usage_parts AS p WHERE p.event_id = event), 0)) THEN
        RAISE EXCEPTION 'the parts of an event are not the whole' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_adds_up';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER usage_events_add_up AFTER INSERT OR UPDATE ON usage_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_usage_adds_up();
CREATE CONSTRAINT TRIGGER usage_parts_add_up AFTER INSERT OR DELETE ON usage_parts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_usage_adds_up();
