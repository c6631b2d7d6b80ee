-- The tables of before, with the usage in them. Sealed numbers of other parties are left out: a statement cannot open them.
ALTER TABLE usage_events RENAME TO usage_events_by_day;

CREATE TABLE usage_events (
    event_id    text PRIMARY KEY,
    line_id     uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    type        text NOT NULL,
    unit        text NOT NULL CHECK (unit IN ('MB', 'minute', 'sms')),
    amount      bigint NOT NULL CHECK (amount > 0),
    charged     bigint NOT NULL DEFAULT 0 CHECK (charged >= 0),
    used_at     timestamptz NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    uncovered   bigint NOT NULL CHECK (uncovered BETWEEN 0 AND amount),
    invoice_id  uuid REFERENCES invoices (id),
    taken_by    text REFERENCES ledger_operations (key),
    written_off boolean NOT NULL DEFAULT false,
    CONSTRAINT usage_events_paid_once CHECK (num_nonnulls(taken_by, invoice_id) + written_off::int <= 1),
    CONSTRAINT usage_events_only_charges_are_paid CHECK (charged > 0 OR (taken_by IS NULL AND NOT written_off))
);
CREATE TABLE usage_parts (
    event_id     text NOT NULL REFERENCES usage_events (event_id) ON DELETE CASCADE,
    allowance_id uuid NOT NULL REFERENCES line_allowances (id) ON DELETE CASCADE,
    amount       bigint NOT NULL CHECK (amount > 0),
    PRIMARY KEY (event_id, allowance_id)
);
CREATE TABLE usage_details (
    line_id  uuid NOT NULL REFERENCES lines (id) ON DELETE CASCADE,
    kind     varchar(8) NOT NULL CHECK (kind IN ('calls', 'data', 'sms')),
    used_at  timestamptz NOT NULL,
    event_id varchar(80) NOT NULL, -- the network's
    type     varchar(40) NOT NULL,
    amount   bigint NOT NULL CHECK (amount > 0), -- minutes, MB, or messages
    charged  bigint NOT NULL CHECK (charged >= 0), -- halalas
    party    varchar(24), -- the number called or written to, where the network said so
    PRIMARY KEY (line_id, kind, used_at, event_id)
) PARTITION BY RANGE (used_at);

-- Takes what no month is there for: usage is never refused because of a table.
CREATE TABLE usage_details_rest PARTITION OF usage_details DEFAULT;
CREATE FUNCTION keep_usage_months(since timestamptz, ended_before timestamptz) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    month timestamp;
    begins timestamptz;
    ends timestamptz;
    name text;
    rows bigint;
    total bigint := 0;
BEGIN
    IF ended_before > now() - interval '23 months' THEN
        RAISE EXCEPTION 'usage of the last two years is kept' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    PERFORM pg_advisory_xact_lock(hashtext('keep_usage_months'));
    FOR month IN SELECT generate_series(date_trunc('month', since AT TIME ZONE 'Asia/Riyadh'),
                                        date_trunc('month', now() AT TIME ZONE 'Asia/Riyadh') + interval '3 months', interval '1 month') LOOP
        name := 'usage_details_' || to_char(month, 'YYYYMM');
        CONTINUE WHEN to_regclass(name) IS NOT NULL;
        begins := month AT TIME ZONE 'Asia/Riyadh';
        ends := (month + interval '1 month') AT TIME ZONE 'Asia/Riyadh';
        EXECUTE format('CREATE TABLE %I (LIKE usage_details INCLUDING CONSTRAINTS)', name);
        EXECUTE format('WITH moved AS (DELETE FROM usage_details_rest WHERE used_at >= %L AND used_at < %L RETURNING *)
                        INSERT INTO %I SELECT * FROM moved', begins, ends, name);
        EXECUTE format('ALTER TABLE usage_details ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, begins, ends);
    END LOOP;
    FOR name IN SELECT c.relname FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
                WHERE i.inhparent = 'usage_details'::regclass AND c.relname ~ '^usage_details_[0-9]{6}$'
                  AND (to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month') AT TIME ZONE 'Asia/Riyadh' <= ended_before LOOP
        EXECUTE format('SELECT count(*) FROM %I', name) INTO rows;
        EXECUTE format('DROP TABLE %I', name);
        total := total + rows;
    END LOOP;
    DELETE FROM usage_details_rest WHERE used_at < ended_before;
    GET DIAGNOSTICS rows = ROW_COUNT;
    RETURN total + rows;
END $$;
SELECT keep_usage_months(greatest(least(min(used_at), now() - interval '100 days'), now() - interval '2 years'), now() - interval '2 years')
FROM usage_events_by_day;

INSERT INTO usage_events (event_id, line_id, type, unit, amount, charged, used_at, received_at, uncovered, invoice_id, taken_by, written_off)
SELECT e.event_id, e.line_id, e.type, CASE e.kind WHEN 'c' THEN 'minute' WHEN 'd' THEN 'MB' ELSE 'sms' END, e.amount, coalesce(c.charged, 0), e.used_at,
       coalesce(c.received_at, e.used_at), CASE WHEN e.bucket IS NOT NULL THEN 0 ELSE e.amount - coalesce((SELECT sum(value::bigint) FROM jsonb_each_text(e.parts)), 0) END,
       c.invoice_id, c.taken_by, coalesce(c.written_off, false)
FROM usage_events_by_day AS e JOIN lines AS l ON l.id = e.line_id LEFT JOIN usage_charges AS c USING (event_id) WHERE e.kind IS NOT NULL
ON CONFLICT DO NOTHING;
INSERT INTO usage_events (event_id, line_id, type, unit, amount, charged, used_at, received_at, uncovered, invoice_id, taken_by, written_off)
SELECT event_id, line_id, type, unit, amount, charged, used_at, received_at, amount, invoice_id, taken_by, written_off FROM usage_charges
ON CONFLICT DO NOTHING;
INSERT INTO usage_parts (event_id, allowance_id, amount)
SELECT e.event_id, a.id, p.amount FROM usage_events_by_day AS e
CROSS JOIN LATERAL (SELECT e.bucket AS id, e.amount::bigint WHERE e.bucket IS NOT NULL
                    UNION ALL SELECT key::uuid, value::bigint FROM jsonb_each_text(e.parts)) AS p (id, amount)
JOIN line_allowances AS a ON a.id = p.id JOIN usage_events AS kept ON kept.event_id = e.event_id AND kept.line_id = e.line_id;
INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged, party)
SELECT e.line_id, CASE e.kind WHEN 'c' THEN 'calls' WHEN 'd' THEN 'data' ELSE 'sms' END, e.used_at, e.event_id, e.type, e.amount, coalesce(e.charged, 0),
       CASE WHEN get_byte(e.party, 0) = 0 THEN convert_from(substring(e.party FROM 2), 'UTF8') END
FROM usage_events_by_day AS e JOIN lines AS l ON l.id = e.line_id WHERE e.kind IS NOT NULL;

-- Use of a bucket without an event is from before events were kept.
WITH opened AS (
    INSERT INTO usage_events (event_id, line_id, type, unit, amount, used_at, uncovered)
    SELECT 'opening:' || a.id, a.line_id, a.type, a.unit, a.used - coalesce(p.amount, 0), a.valid_from, 0 FROM line_allowances AS a
    LEFT JOIN (SELECT allowance_id, sum(amount) AS amount FROM usage_parts GROUP BY allowance_id) AS p ON p.allowance_id = a.id
    WHERE a.used > coalesce(p.amount, 0)
    RETURNING event_id, amount
)
INSERT INTO usage_parts (event_id, allowance_id, amount) SELECT event_id, substr(event_id, 9)::uuid, amount FROM opened;

DROP TABLE usage_charges;
DROP TABLE usage_ids;
DROP TABLE usage_events_by_day;
ALTER TABLE partitioned_tables DISABLE TRIGGER partitioned_tables_append_only;
DELETE FROM partitioned_tables WHERE name IN ('usage_events', 'usage_ids');
ALTER TABLE partitioned_tables ENABLE TRIGGER partitioned_tables_append_only;

CREATE INDEX usage_events_of_line ON usage_events (line_id, type, used_at);
CREATE INDEX usage_events_charged ON usage_events (line_id, used_at) WHERE charged > 0;
CREATE INDEX usage_events_taken ON usage_events (taken_by) WHERE taken_by IS NOT NULL;
CREATE INDEX usage_events_to_bill ON usage_events (line_id, used_at)
    WHERE charged > 0 AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off;
CREATE INDEX usage_parts_of_allowance ON usage_parts (allowance_id);

CREATE FUNCTION keep_used() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE line_allowances AS a SET used = a.used + given.amount, updated_at = now()
    FROM (SELECT allowance_id, sum(amount) AS amount FROM changed GROUP BY allowance_id) AS given WHERE a.id = given.allowance_id;
    RETURN NULL;
END $$;
CREATE FUNCTION keep_used_less() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    UPDATE line_allowances AS a SET used = a.used - taken.amount, updated_at = now()
    FROM (SELECT allowance_id, sum(amount) AS amount FROM changed GROUP BY allowance_id) AS taken WHERE a.id = taken.allowance_id;
    RETURN NULL;
END $$;
CREATE TRIGGER usage_parts_given AFTER INSERT ON usage_parts
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_used();
CREATE TRIGGER usage_parts_taken_back AFTER DELETE ON usage_parts
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_used_less();
CREATE TRIGGER line_allowances_by_usage BEFORE UPDATE OF used ON line_allowances
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_own_figures();
CREATE TRIGGER usage_parts_never_change BEFORE UPDATE ON usage_parts FOR EACH ROW EXECUTE FUNCTION refuse_own_figures();
CREATE FUNCTION check_usage_adds_up() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    event text := CASE TG_OP WHEN 'DELETE' THEN OLD.event_id ELSE NEW.event_id END;
BEGIN
    IF EXISTS (SELECT FROM usage_events AS e WHERE e.event_id = event
               AND e.amount <> e.uncovered + coalesce((SELECT sum(p.amount) FROM usage_parts AS p WHERE p.event_id = event), 0)) THEN
        RAISE EXCEPTION 'the parts of an event are not the whole' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_adds_up';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER usage_events_add_up AFTER INSERT OR UPDATE OF amount, uncovered ON usage_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_usage_adds_up();
CREATE CONSTRAINT TRIGGER usage_parts_add_up AFTER INSERT OR DELETE ON usage_parts
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_usage_adds_up();
CREATE OR REPLACE FUNCTION unbilled(line uuid) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public, pg_temp AS $$
    SELECT coalesce((SELECT sum(amount) FROM subscription_charges
                     WHERE line_id = line AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL), 0)::bigint
         + coalesce((SELECT sum(charged) FROM usage_events
                     WHERE line_id = line AND charged > 0 AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off), 0)::bigint
$$;
CREATE OR REPLACE FUNCTION check_usage_is_paid() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF EXISTS (SELECT FROM public.usage_events AS e JOIN public.lines AS l ON l.id = e.line_id
               WHERE e.event_id = NEW.event_id AND e.charged > 0
                 AND CASE l.subscription_type
                     WHEN 'prepaid' THEN e.taken_by IS NULL AND NOT (e.written_off AND l.status = 'ended')
                     ELSE e.taken_by IS NOT NULL OR e.written_off END) THEN
        RAISE EXCEPTION 'nothing pays for what was used, or the wrong thing' USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_is_paid';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER usage_events_are_paid AFTER INSERT OR UPDATE OF charged, taken_by, written_off ON usage_events
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.charged > 0) EXECUTE FUNCTION check_usage_is_paid();
CREATE TRIGGER usage_events_stay_taken BEFORE UPDATE OF charged, line_id, taken_by, written_off ON usage_events
    FOR EACH ROW WHEN (OLD.taken_by IS NOT NULL) EXECUTE FUNCTION refuse_another_charge();
CREATE OR REPLACE FUNCTION check_usage_posting() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    IF (SELECT coalesce(sum(e.charged) FILTER (WHERE e.line_id = NEW.subject), 0) FROM public.usage_events AS e WHERE e.taken_by = NEW.key)
       IS DISTINCT FROM (SELECT sum(amount) FROM public.ledger_lines WHERE operation = NEW.key AND account = 'line/' || NEW.subject) THEN
        RAISE EXCEPTION 'posting % does not take what its events cost', NEW.key USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'usage_posting_adds_up';
    END IF;
    RETURN NULL;
END $$;
