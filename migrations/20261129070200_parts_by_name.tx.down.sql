CREATE OR REPLACE FUNCTION partitions_of(parent text) RETURNS TABLE (name text, since timestamptz, until timestamptz)
    LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
    SELECT p.relname::text, (regexp_match(p.bound, 'FROM \(''(.*?)''\)'))[1]::timestamptz, (regexp_match(p.bound, 'TO \(''(.*?)''\)'))[1]::timestamptz
    FROM (SELECT c.relname, pg_get_expr(c.relpartbound, c.oid) AS bound FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
          WHERE i.inhparent = parent::regclass) AS p WHERE p.bound <> 'DEFAULT'
$$;

CREATE OR REPLACE FUNCTION keep_partitions(parent text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
    rule    partitioned_tables;
    column_name text := substring(pg_get_partkeydef(parent::regclass) FROM '\((.*)\)');
    oldest  timestamptz;
    moment  timestamptz;
    part    record;
    dropped bigint := 0;
    gone    bigint;
BEGIN
    SELECT * INTO STRICT rule FROM partitioned_tables AS t WHERE t.name = parent;
    PERFORM pg_advisory_xact_lock(hashtext('keep_partitions'), hashtext(parent));
    oldest := now() - rule.kept;
    -- Dropped first: a reader locks the whole table before its parts, and so does this.
    FOR part IN SELECT p.name, greatest(c.reltuples, 0) AS rows FROM partitions_of(parent) AS p JOIN pg_class AS c ON c.oid = p.name::regclass
                WHERE p.until <= oldest LOOP
        EXECUTE format('DROP TABLE %I', part.name);
        dropped := dropped + part.rows::bigint;
    END LOOP;
    FOR moment IN EXECUTE format($q$
        SELECT generate_series(now(), now() + %1$L, %2$L) UNION
        SELECT DISTINCT date_trunc('day', %3$I AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh' FROM %4$I WHERE %3$I >= %5$L$q$,
        rule.ahead, rule.step, column_name, parent || '_rest', oldest) LOOP
        PERFORM make_partition(parent, moment);
    END LOOP;
    EXECUTE format('DELETE FROM %I WHERE %I < %L', parent || '_rest', column_name, oldest);
    GET DIAGNOSTICS gone = ROW_COUNT;
    RETURN dropped + gone;
END $$;
