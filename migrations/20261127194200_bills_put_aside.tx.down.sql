CREATE OR REPLACE VIEW support_cases AS
SELECT * FROM process_and_request_cases
UNION ALL
SELECT 'number-return', r.line_id::text, r.id::text, r.operator, r.state, r.state, r.line_id::text, r.msisdn, r.failure, 'return-number',
       CASE r.state WHEN 'held' THEN r.updated_at ELSE r.owed_at END, r.state = 'held', false,
       r.state = 'owed' OR r.updated_at < now() - interval '4 hours'
FROM number_returns AS r WHERE r.state = 'held' OR r.state = 'owed' AND r.owed_at < now() - interval '4 hours';
DROP TABLE bills_put_aside;
