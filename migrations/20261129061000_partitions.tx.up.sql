-- Tables that are kept in parts by time, days or months of Riyadh. Each has a part for rows without one, <name>_rest, so that no row
-- is refused because its part is missing. This table says how long each is kept; a migration adds a row to it, and nothing changes one.
CREATE TABLE partitioned_tables (
    name  text PRIMARY KEY,
    step  interval NOT NULL CHECK (step IN ('1 day', '1 month')), -- the length of a part
    ahead interval NOT NULL CHECK (ahead > step), -- how far parts are made in advance
    kept  interval NOT NULL CHECK (kept > '30 days') -- after its end a part is dropped
);
CREATE TRIGGER partitioned_tables_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON partitioned_tables
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Makes the part of a table for the day or month of a moment, unless there is one, and moves the rows that wait for it.
CREATE FUNCTION make_partition(parent text, moment timestamptz) RETURNS void
    LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
    rule   partitioned_tables;
    column_name text := substring(pg_get_partkeydef(parent::regclass) FROM '\((.*)\)');
    begins timestamp;
    since  timestamptz;
    until  timestamptz;
    part   text;
BEGIN
    SELECT * INTO STRICT rule FROM partitioned_tables AS t WHERE t.name = parent;
    begins := date_trunc(CASE rule.step WHEN '1 day' THEN 'day' ELSE 'month' END, moment AT TIME ZONE 'Asia/Riyadh');
    part := parent || '_' || to_char(begins, CASE rule.step WHEN '1 day' THEN 'YYYYMMDD' ELSE 'YYYYMM' END);
    IF to_regclass(part) IS NOT NULL THEN
        RETURN;
    END IF;
    since := begins AT TIME ZONE 'Asia/Riyadh';
    until := (begins + rule.step) AT TIME ZONE 'Asia/Riyadh';
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent || '_rest'); -- no row may come after the others have moved
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED)', part, parent);
    EXECUTE format('WITH moved AS (DELETE FROM %1$I WHERE %2$I >= %3$L AND %2$I < %4$L RETURNING *) INSERT INTO %5$I SELECT * FROM moved',
                   parent || '_rest', column_name, since, until, part);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, part, since, until);
END $$;
REVOKE EXECUTE ON FUNCTION make_partition FROM PUBLIC;

-- Lists the parts of a table with their bounds, which their names say: to read the bounds opens each part.
CREATE FUNCTION partitions_of(parent text) RETURNS TABLE (name text, since timestamptz, until timestamptz)
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT p.name, p.begins AT TIME ZONE 'Asia/Riyadh', (p.begins + p.step) AT TIME ZONE 'Asia/Riyadh'
    FROM (SELECT c.relname::text AS name, t.step,
                 to_date(substring(c.relname FROM '[0-9]+$'), CASE t.step WHEN '1 day' THEN 'YYYYMMDD' ELSE 'YYYYMM' END)::timestamp AS begins
          FROM partitioned_tables AS t JOIN pg_inherits AS i ON i.inhparent = t.name::regclass JOIN pg_class AS c ON c.oid = i.inhrelid
          WHERE t.name = parent AND c.relname <> parent || '_rest') AS p
$$;

-- Makes the parts of a table from today on and those that rows wait for, drops those whose time is over, and says how many rows went.
-- A row that waits for its part is kept as long as its part would be: until its day or month is over for the period.
-- The application may call it: it makes no other table, and drops nothing before its time.
CREATE FUNCTION keep_partitions(parent text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    rule    partitioned_tables;
    column_name text := substring(pg_get_partkeydef(parent::regclass) FROM '\((.*)\)');
    oldest  timestamptz;
    since   timestamptz; -- of the oldest part that is kept
    moment  timestamptz;
    part    record;
    dropped bigint := 0;
    gone    bigint;
BEGIN
    SELECT * INTO STRICT rule FROM partitioned_tables AS t WHERE t.name = parent;
    PERFORM pg_advisory_xact_lock(hashtext('keep_partitions'), hashtext(parent));
    oldest := now() - rule.kept;
    since := date_trunc(CASE rule.step WHEN '1 day' THEN 'day' ELSE 'month' END, oldest AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh';
    -- Dropped first: a reader locks the whole table before its parts, and so does this.
    FOR part IN SELECT p.name, greatest(c.reltuples, 0) AS rows FROM partitions_of(parent) AS p JOIN pg_class AS c ON c.oid = p.name::regclass
                WHERE p.until <= oldest LOOP
        EXECUTE format('DROP TABLE %I', part.name);
        dropped := dropped + part.rows::bigint;
    END LOOP;
    FOR moment IN EXECUTE format($q$
        SELECT generate_series(now(), now() + %1$L, %2$L) UNION
        SELECT DISTINCT date_trunc('day', %3$I AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh' FROM %4$I WHERE %3$I >= %5$L$q$,
        rule.ahead, rule.step, column_name, parent || '_rest', since) LOOP
        PERFORM make_partition(parent, moment);
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE %I < %L', parent || '_rest', column_name, since);
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN dropped + gone;
END $$;
