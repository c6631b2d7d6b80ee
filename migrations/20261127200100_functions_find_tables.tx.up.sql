-- A restore runs with an empty search_path. Each function brings its own, so that constraints and triggers that call it find the
-- tables and functions that they name. Later functions do the same: TestFunctions_SearchPath_IsTheirOwn.
DO $$
DECLARE
    f regprocedure;
BEGIN
    FOR f IN SELECT p.oid FROM pg_proc AS p WHERE p.pronamespace = 'public'::regnamespace
             AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
    LOOP
        EXECUTE format('ALTER ROUTINE %s SET search_path = public, pg_temp', f);
    END LOOP;
END $$;
