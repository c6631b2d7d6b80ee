-- Orders with their timelines, payments and parcels: two for each line, one of them abandoned. History grows with {history}.

INSERT INTO orders (id, number, kind, stage, step, msisdn, iccid, failure_code, id_hash, subject, state, personal, seq, created_at, updated_at,
                    mobile_hash, email_hash, city)
SELECT pg_temp.id(4, k), 'SC' || lpad(k::text, 8, '0'), 'sim', s.stage, 'payment', pg_temp.msisdn(n), '8996610' || lpad(n::text, 12, '0'),
       CASE s.stage WHEN 'active' THEN NULL WHEN 'held' THEN 'sim_card_out_of_stock' ELSE 'hold_expired' END,
       pg_temp.hash('id' || n), pg_temp.owner(k)::text,
       o.state || jsonb_build_object('id', pg_temp.id(4, k), 'number', 'SC' || lpad(k::text, 8, '0'), 'stage', s.stage),
       p.personal, 9, pg_temp.ago(k, {history} * 2, '3 years'), pg_temp.ago(k, {history} * 2, '3 years'),
       pg_temp.hash('mobile' || n), pg_temp.hash('email' || n), 'riyadh'
FROM sealed_orders AS p, LATERAL (SELECT 1 + (k - 1) % {lines} AS n) AS of,
     LATERAL (SELECT CASE WHEN k % 2000 = 3 THEN 'held' WHEN k % 2 = 0 THEN 'abandoned' ELSE 'active' END AS stage) AS s,
     (SELECT state FROM orders WHERE id = '{order}') AS o;

DROP TABLE sealed_orders;

SELECT make_partition('order_events', day) FROM generate_series(now() - interval '3 years', now(), interval '15 days') AS day;
INSERT INTO order_events (order_id, seq, n, key, at)
SELECT pg_temp.id(4, k), e, 0, 'order.event', pg_temp.ago(k, {history} * 2, '3 years') FROM pg_temp.rows(2) AS k, generate_series(1, 2) AS e;

INSERT INTO payments (id, subject, status, amount, at)
SELECT 'pay-' || k, pg_temp.id(4, k), CASE k % 5000 WHEN 3 THEN 'pending' ELSE 'paid' END, 9000, pg_temp.ago(k, {history} * 2, '3 years')
FROM pg_temp.rows(2) AS k WHERE k % 2 = 1;

INSERT INTO shipments (airway_bill, order_id, status)
SELECT 'AWB' || k, pg_temp.id(4, k), 'delivered' FROM pg_temp.rows(2) AS k WHERE k % 4 = 1;

INSERT INTO shipment_scans (event_id, order_id, airway_bill, status, at)
SELECT 'scan-' || k || '-' || n, pg_temp.id(4, k), 'AWB' || k, 'delivered', pg_temp.ago(k, {history} * 2, '3 years')
FROM pg_temp.rows(2) AS k, generate_series(1, 2) AS n WHERE k % 4 = 1;

INSERT INTO esim_profiles (iccid, order_id, issue, status)
SELECT '89' || lpad(k::text, 17, '0'), pg_temp.id(4, k), 1, 'active' FROM pg_temp.rows(2) AS k WHERE k % 6 = 1;

INSERT INTO identity_requests (request_id, order_id, transaction_id, purpose, status, tries, expires_at)
SELECT 'identity-' || k, pg_temp.id(4, k), 'transaction-' || k, 'order', 'approved', 1, pg_temp.ago(k, {history} * 2, '3 years') FROM pg_temp.rows(2) AS k WHERE k % 2 = 1;

INSERT INTO order_sessions (order_id, session, expires_at, scope)
SELECT pg_temp.id(4, k), pg_temp.hash('session' || k), now() + interval '1 day', 'tracking' FROM pg_temp.rows(2) AS k WHERE k % 10 = 1;

-- The nightly work keeps the last runs of each group.
INSERT INTO stage_runs (kind, stage, city, took, ended_at)
SELECT 'sim', (ARRAY['preparing', 'dispatched', 'delivered'])[1 + k % 3], (ARRAY['riyadh', 'jeddah', 'dammam'])[1 + k % 3], interval '1 hour' * (k % 90),
       pg_temp.ago(k, 1500, '10 days')
FROM generate_series(1, 1500) AS k;

INSERT INTO refund_requests (id, order_id, amount, note, requested_by, requested_at, expires_at, state, subject_id, way, reference)
SELECT pg_temp.id(16, k), pg_temp.id(4, k), 1000, 'n', pg_temp.id(2, 1), pg_temp.ago(k, {history} / 50, '3 years'), pg_temp.ago(k, {history} / 50, '3 years') + interval '1 day',
       'expired', pg_temp.id(4, k), 'refund', 'SC' || lpad(k::text, 8, '0')
FROM pg_temp.rows(0.02) AS k;

INSERT INTO support_givings (key, way, subject_id, customer, amount, given_by, at, before, above)
SELECT 'giving-' || k, 'refund', pg_temp.id(4, k), 'line/' || pg_temp.line(k), 1000, pg_temp.id(2, 1), pg_temp.ago(k, {history} / 50, '3 years'), 0, 100000
FROM pg_temp.rows(0.02) AS k;

INSERT INTO incidents (id, city, from_at, until_at, text_en, text_ar, opened_by, opened_at, ended_at, ended_by)
SELECT pg_temp.id(17, k), 'riyadh', pg_temp.ago(k, 500, '3 years'), pg_temp.ago(k, 500, '3 years') + interval '1 day', 'Rain', 'مطر', pg_temp.id(2, 1),
       pg_temp.ago(k, 500, '3 years'), pg_temp.ago(k, 500, '3 years') + interval '1 day', pg_temp.id(2, 1)
FROM generate_series(1, 500) AS k;

INSERT INTO incident_orders (incident_id, order_id, touched_at, told_at)
SELECT pg_temp.id(17, 1 + k % 500), pg_temp.id(4, k), pg_temp.ago(k, {history} / 20, '3 years'), now() FROM pg_temp.rows(0.05) AS k;

INSERT INTO bulk_resolutions (id, state, bulk, started_by, started_at, ended_at, seq)
SELECT pg_temp.id(18, k), 'completed', '{}', pg_temp.id(2, 1), pg_temp.ago(k, 200, '3 years'), pg_temp.ago(k, 200, '3 years'), 3 FROM generate_series(1, 200) AS k;

INSERT INTO bulk_items (bulk_id, position, kind, case_id, reference, variety, code, held_since, outcome, done_at)
SELECT pg_temp.id(18, 1 + k % 200), k, 'order', k::text, 'SC' || k, 'sim', 'sim_card_out_of_stock', now(), 'resumed', now() FROM pg_temp.rows(0.1) AS k;

INSERT INTO case_notes (kind, case_id, written_by, note, written_at)
SELECT 'order', pg_temp.id(4, k)::text, pg_temp.id(2, 1), 'called', pg_temp.ago(k, {history} / 20, '3 years') FROM pg_temp.rows(0.05) AS k;
