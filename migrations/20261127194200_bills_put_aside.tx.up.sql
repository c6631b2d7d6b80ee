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
SELECT * FROM process_and_request_cases
UNION ALL
SELECT 'number-return', r.line_id::text, r.id::text, r.operator, r.state, r.state, r.line_id::text, r.msisdn, r.failure, 'return-number',
       CASE r.state WHEN 'held' THEN r.updated_at ELSE r.owed_at END, r.state = 'held', false,
       r.state = 'owed' OR r.updated_at < now() - interval '4 hours'
FROM number_returns AS r WHERE r.state = 'held' OR r.state = 'owed' AND r.owed_at < now() - interval '4 hours'
UNION ALL
SELECT 'bill', a.id::text, a.period, '', 'held', 'held', a.line_id::text, l.msisdn, 'bill_put_aside', 'issue-bill',
       a.since, true, false, a.since < now() - interval '4 hours'
FROM bills_put_aside AS a JOIN lines AS l ON l.id = a.line_id;
