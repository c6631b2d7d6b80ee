-- Ten usage events for each line within 95 days; one line has a share of them all.

INSERT INTO usage_events (event_id, line_id, type, unit, amount, charged, uncovered, used_at, invoice_id)
SELECT 'event-' || k, pg_temp.line(k), t.type, t.unit, 3, CASE k % 20 WHEN 0 THEN 15 ELSE 0 END, CASE k % 20 WHEN 0 THEN 3 ELSE 0 END, pg_temp.ago(k, {history} * 10, '95 days'),
       CASE k % 40 WHEN 0 THEN pg_temp.id(22, 25) END
FROM pg_temp.rows(10) AS k, LATERAL (SELECT (ARRAY['data', 'local_min', 'sms'])[1 + k % 3] AS type, (ARRAY['MB', 'minute', 'sms'])[1 + k % 3] AS unit) AS t;

INSERT INTO usage_parts (event_id, allowance_id, amount)
SELECT 'event-' || k, pg_temp.id(7, 3 * (1 + k * 7919 % {lines}) + k % 3), 3 FROM pg_temp.rows(5) AS k;

INSERT INTO usage_details (line_id, kind, used_at, event_id, type, amount, charged, party)
SELECT pg_temp.line(k), t.kind, pg_temp.ago(k, {history} * 8, '95 days'), 'event-' || k, t.type, 3, CASE k % 20 WHEN 0 THEN 15 ELSE 0 END,
       CASE WHEN t.kind <> 'data' THEN '05' || lpad((k % 5000)::text, 8, '0') END
FROM pg_temp.rows(8) AS k, LATERAL (SELECT (ARRAY['data', 'calls', 'sms'])[1 + k % 3] AS kind, (ARRAY['data', 'local_min', 'sms'])[1 + k % 3] AS type) AS t;
