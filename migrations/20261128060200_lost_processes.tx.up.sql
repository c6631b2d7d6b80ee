-- A finding is named in the console, where a person of support takes it on.
ALTER TABLE sweep_findings ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid();

-- As before, with the findings of the sweep. A finding that the sweep mends itself becomes a case after two hours, if that did not help;
-- a late ticket is a case by itself.
ALTER VIEW support_cases RENAME TO cases_of_processes;
CREATE VIEW support_cases AS
SELECT * FROM cases_of_processes
UNION ALL
SELECT 'lost-process', f.id::text, f.named, f.process, f.kind, f.kind, coalesce(l.id::text, o.state -> 'line' ->> 'id'), coalesce(l.msisdn, o.msisdn, ''),
       CASE f.kind WHEN 'row-without-workflow' THEN 'workflow_gone' WHEN 'late' THEN 'work_late' ELSE 'row_gone' END, 'look-after-by-hand',
       f.found_at, f.held, coalesce(o.state -> 'payments' @> '[{"status": "paid"}]', p.id IS NOT NULL),
       NOT f.held OR f.found_at < now() - interval '4 hours'
FROM (SELECT id, process, kind, found_at, substring(workflow FROM position('/' IN workflow) + 1) AS named,
             kind <> 'late' AND process <> 'auto-recharge-schedule' AND NOT (process = 'plan' AND kind = 'row-without-workflow') AS held
      FROM sweep_findings) AS f
LEFT JOIN orders AS o ON f.process IN ('order', 'refund') AND o.number = f.named
LEFT JOIN purchases AS p ON f.process = 'purchase' AND p.number = f.named
LEFT JOIN lines AS l ON l.id = CASE WHEN p.id IS NOT NULL THEN p.line_id
    WHEN f.process IN ('plan', 'deactivation', 'auto-recharge', 'auto-recharge-schedule') AND f.named ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN f.named::uuid END
WHERE (f.held OR f.found_at < now() - interval '2 hours') AND NOT (f.kind = 'late' AND f.process IN ('complaint', 'reseller'));
