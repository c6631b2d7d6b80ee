-- Usage details for customers, a table for each month of Riyadh: read by line and kind, the newest first, and dropped by the month.
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

-- Makes the months from one moment to a quarter ahead, and drops those that ended before another; says how many rows went. The
-- application may call it: it makes no other table, and drops none of the last two years.
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

-- From the first usage there is, or the oldest that may still come, on.
SELECT keep_usage_months(greatest(least(min(used_at), now() - interval '100 days'), now() - interval '2 years'), now() - interval '2 years')
FROM usage_events WHERE event_id NOT LIKE 'opening:%';

INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged)
SELECT line_id, CASE unit WHEN 'minute' THEN 'calls' WHEN 'MB' THEN 'data' ELSE 'sms' END, used_at, event_id, type, amount, charged
FROM usage_events WHERE event_id NOT LIKE 'opening:%' AND used_at >= now() - interval '2 years';
