DELETE FROM sweep_findings WHERE process = 'auto-recharge-rule';
DELETE FROM sweeps WHERE process = 'auto-recharge-rule';
CREATE OR REPLACE VIEW support_cases AS
SELECT * FROM cases_of_processes
UNION ALL
SELECT 'lost-process', f.id::text, f.named, f.process, f.kind, f.kind, coalesce(l.id::text, o.state -> 'line' ->> 'id'), coalesce(l.msisdn, o.msisdn, ''),
       CASE f.kind WHEN 'row-without-workflow' THEN 'workflow_gone' WHEN 'late' THEN 'work_late' WHEN 'refused-write' THEN 'write_refused' ELSE 'row_gone' END,
       'look-after-by-hand', f.found_at, f.held, coalesce(o.state -> 'payments' @> '[{"status": "paid"}]', p.id IS NOT NULL),
       NOT f.held OR f.found_at < now() - interval '4 hours'
FROM (SELECT id, process, kind, found_at, substring(workflow FROM position('/' IN workflow) + 1) AS named,
             kind <> 'late' AND process <> 'auto-recharge-schedule' AND NOT (process = 'plan' AND kind = 'row-without-workflow') AS held
      FROM sweep_findings) AS f
LEFT JOIN orders AS o ON f.process IN ('order', 'refund') AND o.number = f.named
LEFT JOIN purchases AS p ON f.process = 'purchase' AND p.number = f.named
LEFT JOIN lines AS l ON l.id = CASE WHEN p.id IS NOT NULL THEN p.line_id
    WHEN f.process IN ('plan', 'deactivation', 'auto-recharge', 'auto-recharge-schedule', 'line-change', 'line-proof')
         AND f.named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN f.named::uuid END
WHERE (f.held OR f.found_at < now() - interval '2 hours') AND NOT (f.kind = 'late' AND f.process IN ('complaint', 'reseller'));

CREATE TABLE auto_recharge_calls (
    line_id uuid PRIMARY KEY REFERENCES lines (id) ON DELETE CASCADE,
    seq     bigint GENERATED ALWAYS AS IDENTITY,
    at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX auto_recharge_calls_by_seq ON auto_recharge_calls (seq);
CREATE FUNCTION call_auto_recharge() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    INSERT INTO auto_recharge_calls (line_id) VALUES (NEW.line_id)
    ON CONFLICT (line_id) DO UPDATE SET seq = DEFAULT, at = clock_timestamp();
    RETURN NULL;
END $$;
CREATE TRIGGER auto_recharges_are_followed AFTER INSERT OR UPDATE ON auto_recharges
    FOR EACH ROW EXECUTE FUNCTION call_auto_recharge();
INSERT INTO auto_recharge_calls (line_id) SELECT line_id FROM auto_recharges WHERE state <> 'ended';
CREATE INDEX auto_recharges_under_way ON auto_recharges (id) WHERE state <> 'ended';
CREATE INDEX auto_recharges_by_line ON auto_recharges (line_id, created_at DESC);

CREATE OR REPLACE FUNCTION pause_without_card() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.state := 'paused';
    NEW.reason := 'auto_recharge_card_gone';
    RETURN NEW;
END $$;
ALTER TABLE auto_recharges DROP CONSTRAINT auto_recharges_look;
DROP INDEX auto_recharges_due, auto_recharges_aside;
ALTER TABLE auto_recharges DROP COLUMN due_at, DROP COLUMN aside_until;
