-- Lines that could not be billed for a period. Each night tries them again.
CREATE TABLE bills_put_aside (
    id       uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(), -- names the case of support
    line_id  uuid NOT NULL REFERENCES lines (id),
    period   text NOT NULL CHECK (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    cohort   smallint NOT NULL CHECK (cohort BETWEEN 1 AND 31),
    since    timestamptz NOT NULL,
    tried_at timestamptz NOT NULL CHECK (tried_at >= since),
    PRIMARY KEY (line_id, period)
);
CREATE INDEX bills_put_aside_by_try ON bills_put_aside (tried_at);

-- As before, with the bills that are put aside.
CREATE OR REPLACE VIEW support_cases AS
SELECT * FROM process_cases
UNION ALL
SELECT 'service-request', r.id::text, r.reference, r.kind, r.stage, r.stage, r.line_id::text, coalesce(l.msisdn, ''),
       CASE WHEN r.overdue THEN 'service_request_overdue' ELSE 'service_request_waits' END, 'answer-request',
       r.updated_at, true, false, r.overdue
FROM service_requests AS r LEFT JOIN lines AS l ON l.id = r.line_id
WHERE r.stage IN ('received', 'in-work')
UNION ALL
SELECT 'bill', a.id::text, a.period, '', 'held', 'held', a.line_id::text, l.msisdn, 'bill_put_aside', 'issue-bill',
       a.since, true, false, a.since < now() - interval '4 hours'
FROM bills_put_aside AS a JOIN lines AS l ON l.id = a.line_id;
