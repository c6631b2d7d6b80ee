-- Messages, call-backs, audit log with its seals, service requests and requests of the API.

SELECT make_partition('outbox', day) FROM generate_series(now() - interval '90 days', now(), interval '10 days') AS day;
INSERT INTO outbox (key, subject_id, template, notice, state, queued_at, due_at, give_up_at, sent_at, month)
SELECT 'message-' || k, pg_temp.id(4, 1 + k % {lines}), 'order.confirmed', pg_temp.sealed(300), CASE k % 5000 WHEN 1 THEN 'queued' ELSE 'sent' END, at.at, at.at, at.at + interval '1 day',
       CASE k % 5000 WHEN 1 THEN NULL ELSE at.at END, date_trunc('month', at.at, 'Asia/Riyadh')
FROM pg_temp.rows(1.5) AS k, LATERAL (SELECT pg_temp.ago(k, {history} * 1.5, '90 days') AS at) AS at;

INSERT INTO message_links (digest, order_id, scope, ends_at, created_at)
SELECT pg_temp.hash('link' || k), pg_temp.id(4, k), 'tracking', at.at + interval '7 days', at.at
FROM pg_temp.rows(0.5) AS k, LATERAL (SELECT pg_temp.ago(k, {history} * 0.5, '97 days') AS at) AS at;

SELECT make_partition('webhook_events', day) FROM generate_series(now() - interval '90 days', now(), interval '10 days') AS day;
INSERT INTO webhook_events (system, event_id, body, taken_at, month)
SELECT (ARRAY['payment', 'courier', 'esim'])[1 + k % 3], 'event-' || k, pg_temp.sealed(250), at.at, date_trunc('month', at.at, 'Asia/Riyadh')
FROM pg_temp.rows(1.5) AS k, LATERAL (SELECT pg_temp.ago(k, {history} * 1.5, '90 days') AS at) AS at;

INSERT INTO audit_log (key, order_id, actor, action, note, details, area, at)
SELECT 'entry-' || k, CASE k % 2 WHEN 0 THEN pg_temp.id(4, k) END, CASE k % 2 WHEN 0 THEN '{agent}' ELSE pg_temp.owner(k)::text END,
       CASE k % 2 WHEN 0 THEN 'order-read' ELSE 'signed-in' END, '', '{}', CASE k % 2 WHEN 0 THEN 'support' ELSE 'account' END, pg_temp.ago(k, {history} * 2, '3 years')
FROM pg_temp.rows(2) AS k;

INSERT INTO audit_seals (number, previous, hash, ids, digests, upto, settled, before_tx, sealed_at)
SELECT row_number() OVER (ORDER BY b.batch), pg_temp.hash('seal' || row_number() OVER (ORDER BY b.batch) - 1), pg_temp.hash('seal' || row_number() OVER (ORDER BY b.batch)),
       b.ids, b.digests, b.upto, b.upto, pg_current_xact_id(), b.at
FROM (SELECT id / 1000 AS batch, array_agg(id ORDER BY id) AS ids, max(id) AS upto, max(at) AS at, decode(repeat('5a', 32 * count(*)::int), 'hex') AS digests
      FROM audit_log WHERE id <= (SELECT max(id) - 500 FROM audit_log) GROUP BY 1) AS b;

INSERT INTO failed_sign_ins (account, provider, network, hour, trace_id, last_at)
SELECT pg_temp.owner(k)::text, 'password', '10.0.0.0/24', now() - k * interval '1 minute', 'trace', now() - k * interval '1 minute' FROM pg_temp.rows(0.05) AS k
ON CONFLICT DO NOTHING;

INSERT INTO idempotent_requests (subject, key, hash, status, body, claimed_at, begun_at)
SELECT pg_temp.owner(k)::text, 'key-' || k, pg_temp.hash('request' || k), 200, pg_temp.sealed(200), now() - k % 1440 * interval '1 minute', now() - k % 1440 * interval '1 minute'
FROM pg_temp.rows(0.1) AS k;

INSERT INTO service_requests (id, reference, kind, topic, stage, user_id, line_id, mobile_hash, personal, seq, state, created_at, updated_at, due_at)
SELECT pg_temp.id(26, k), 'CT' || lpad(k::text, 8, '0'), 'complaint', 'billing', CASE k % 100 WHEN 1 THEN 'received' ELSE 'closed' END, pg_temp.owner(k), pg_temp.line(k),
       pg_temp.hash('mobile' || k), pg_temp.sealed(200), 3, '{}', pg_temp.ago(k, {history} * 0.1, '3 years'), pg_temp.ago(k, {history} * 0.1, '3 years'), now()
FROM pg_temp.rows(0.1) AS k;

INSERT INTO service_request_messages (request_id, seq, author, action, body, at)
SELECT pg_temp.id(26, k), n, 'customer', 'open', pg_temp.sealed(200), pg_temp.ago(k, {history} * 0.1, '3 years') FROM pg_temp.rows(0.1) AS k, generate_series(1, 2) AS n;

INSERT INTO sweep_findings (process, kind, workflow)
SELECT 'purchase', 'late', 'purchase/PU' || lpad(k::text, 8, '0') FROM generate_series(1, 200) AS k;
