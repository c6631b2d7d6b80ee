-- Ten usage events for each line within 95 days; one line has a share of them all. Each twentieth has a charge.

SELECT make_partition('usage_events', day) FROM generate_series(now() - interval '95 days', now(), interval '1 day') AS day;
SELECT make_partition('usage_ids', day) FROM generate_series(now() - interval '95 days', now(), interval '1 day') AS day;

INSERT INTO usage_events (used_at, line_id, bucket, amount, charged, kind, type, event_id, party)
SELECT pg_temp.ago(k, {history} * 10, '95 days'), pg_temp.line(k),
       CASE WHEN k % 2 = 0 AND k % {heavy} <> 0 THEN pg_temp.id(7, 3 * (1 + k * 7919 % {lines}) + k % 3) END,
       3, CASE k % 20 WHEN 0 THEN 15 END, t.kind::"char", t.type, 'event-' || k, CASE WHEN t.kind <> 'd' THEN pg_temp.sealed(38) END
FROM pg_temp.rows(10) AS k, LATERAL (SELECT (ARRAY['d', 'c', 's'])[1 + k % 3] AS kind, (ARRAY['data', 'local_min', 'sms'])[1 + k % 3] AS type) AS t;

INSERT INTO usage_ids (month, id)
SELECT date_trunc('month', pg_temp.ago(k, {history} * 10, '95 days') AT TIME ZONE 'Asia/Riyadh') AT TIME ZONE 'Asia/Riyadh',
       encode(substring(sha256(('event-' || k)::bytea) FROM 1 FOR 16), 'hex')::uuid
FROM pg_temp.rows(10) AS k;

INSERT INTO usage_charges (event_id, line_id, type, unit, amount, charged, used_at, invoice_id)
SELECT 'event-' || k, pg_temp.line(k), t.type, t.unit, 3, 15, pg_temp.ago(k, {history} * 10, '95 days'), CASE k % 40 WHEN 0 THEN pg_temp.id(22, 25) END
FROM pg_temp.rows(10) AS k, LATERAL (SELECT (ARRAY['data', 'local_min', 'sms'])[1 + k % 3] AS type, (ARRAY['MB', 'minute', 'sms'])[1 + k % 3] AS unit) AS t
WHERE k % 20 = 0;
