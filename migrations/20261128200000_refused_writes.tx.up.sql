-- A finding may also be a running workflow whose write our database refuses for good. It waits for a person, although neither the workflow nor
-- its row is missing.
ALTER TABLE sweep_findings DROP CONSTRAINT sweep_findings_kind;
ALTER TABLE sweep_findings ADD CONSTRAINT sweep_findings_kind
    CHECK (kind IN ('row-without-workflow', 'late', 'workflow-without-row', 'refused-write'));

-- The sweep also reads changes of lines that should be over, and purchases past their chosen day.
CREATE INDEX line_changes_by_until ON line_changes (until) WHERE expires_at IS NULL;
CREATE INDEX purchases_scheduled ON purchases (id) WHERE stage = 'scheduled';

-- As before, with the refused writes, and the line of a change.
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
