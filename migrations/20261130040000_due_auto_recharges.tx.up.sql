-- The row of an auto-recharge says when it is looked at next: at the notice of a date, or at the date itself. A rule that is paused
-- without its card has a look until its customer is told. A rule whose work the database refuses is put aside until a time.
ALTER TABLE auto_recharges ADD COLUMN due_at timestamptz;
ALTER TABLE auto_recharges ADD COLUMN aside_until timestamptz;
-- The first look finds out what is due, and which pauses were not told.
UPDATE auto_recharges SET due_at = now()
WHERE state = 'active' OR state = 'paused' AND line_id IN (SELECT line_id FROM auto_recharge_calls);
ALTER TABLE auto_recharges ADD CONSTRAINT auto_recharges_look
    CHECK (CASE state WHEN 'active' THEN due_at IS NOT NULL WHEN 'ended' THEN due_at IS NULL ELSE true END);
CREATE INDEX auto_recharges_due ON auto_recharges (greatest(due_at, aside_until)) WHERE due_at IS NOT NULL;
CREATE INDEX auto_recharges_aside ON auto_recharges (aside_until) WHERE aside_until IS NOT NULL;

CREATE OR REPLACE FUNCTION pause_without_card() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
    NEW.state := 'paused';
    NEW.reason := 'auto_recharge_card_gone';
    NEW.due_at := now();
    RETURN NEW;
END $$;

-- No schedule follows the rows any more.
DROP TRIGGER auto_recharges_are_followed ON auto_recharges;
DROP FUNCTION call_auto_recharge();
DROP TABLE auto_recharge_calls;
DROP INDEX auto_recharges_under_way, auto_recharges_by_line;
DELETE FROM sweep_findings WHERE process = 'auto-recharge-schedule';
DELETE FROM sweeps WHERE process = 'auto-recharge-schedule';

-- As before, with rules in place of schedules, and the line of a date.
CREATE OR REPLACE VIEW support_cases AS
SELECT * FROM cases_of_processes
UNION ALL
SELECT 'lost-process', f.id::text, f.named, f.process, f.kind, f.kind, coalesce(l.id::text, o.state -> 'line' ->> 'id'), coalesce(l.msisdn, o.msisdn, ''),
       CASE f.kind WHEN 'row-without-workflow' THEN 'workflow_gone' WHEN 'late' THEN 'work_late' WHEN 'refused-write' THEN 'write_refused' ELSE 'row_gone' END,
       'look-after-by-hand', f.found_at, f.held, coalesce(o.state -> 'payments' @> '[{"status": "paid"}]', p.id IS NOT NULL),
       NOT f.held OR f.found_at < now() - interval '4 hours'
FROM (SELECT id, process, kind, found_at, substring(workflow FROM position('/' IN workflow) + 1) AS named,
             kind <> 'late' AND NOT (process = 'plan' AND kind = 'row-without-workflow') AS held
      FROM sweep_findings) AS f
LEFT JOIN orders AS o ON f.process IN ('order', 'refund') AND o.number = f.named
LEFT JOIN purchases AS p ON f.process = 'purchase' AND p.number = f.named
LEFT JOIN lines AS l ON l.id = CASE WHEN p.id IS NOT NULL THEN p.line_id
    WHEN f.process IN ('plan', 'deactivation', 'auto-recharge', 'auto-recharge-rule', 'line-change', 'line-proof')
         AND f.named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/|$)' THEN left(f.named, 36)::uuid END
WHERE (f.held OR f.found_at < now() - interval '2 hours') AND NOT (f.kind = 'late' AND f.process IN ('complaint', 'reseller'));
