CREATE OR REPLACE VIEW support_cases AS
SELECT * FROM process_cases
UNION ALL
SELECT 'service-request', r.id::text, r.reference, r.kind, r.stage, r.stage, r.line_id::text, coalesce(l.msisdn, ''),
       CASE WHEN r.overdue THEN 'service_request_overdue' ELSE 'service_request_waits' END, 'answer-request',
       r.updated_at, true, false, r.overdue
FROM service_requests AS r LEFT JOIN lines AS l ON l.id = r.line_id
WHERE r.stage IN ('received', 'in-work');
DROP TABLE bills_put_aside;
