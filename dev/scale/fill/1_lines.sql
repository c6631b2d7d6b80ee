-- Customers, each with a line, a SIM, a plan, a balance and buckets. Every fifth line is postpaid.

INSERT INTO subscribers (id, id_hash, personal, created_at)
SELECT pg_temp.id(3, n), pg_temp.hash('id' || n), subscriber, pg_temp.ago(n, {lines}, '3 years') FROM sealed_people;

INSERT INTO lines (id, order_id, subscriber_id, msisdn, plan_id, subscription_type, status, activated_at, ended_at, suspended_since)
SELECT pg_temp.id(1, n), pg_temp.id(4, n), pg_temp.id(3, n), pg_temp.msisdn(n),
       CASE n % 5 WHEN 0 THEN 'postpaid-200' ELSE 'hawakom-90' END, CASE n % 5 WHEN 0 THEN 'postpaid' ELSE 'prepaid' END,
       CASE n % 50 WHEN 7 THEN 'ended' WHEN 8 THEN 'suspended' ELSE 'active' END, pg_temp.ago(n, {lines}, '3 years'),
       CASE n % 50 WHEN 7 THEN now() - interval '5 days' END, CASE n % 50 WHEN 8 THEN now() - interval '5 days' END
FROM generate_series(1, {lines}) AS n;

INSERT INTO line_sims (id, line_id, iccid, since, order_id)
SELECT pg_temp.id(5, n), pg_temp.id(1, n), '8996610' || lpad(n::text, 12, '0'), pg_temp.ago(n, {lines}, '3 years'), pg_temp.id(4, n)
FROM generate_series(1, {lines}) AS n;

INSERT INTO users (id, email, mobile, password_hash, roles, personal, email_confirmed_at, created_at)
SELECT pg_temp.id(2, n), 'user' || n || '@example.sa', pg_temp.msisdn(n), 'hash', '{customer}', account,
       CASE n % 2 WHEN 0 THEN now() - interval '1 year' END, pg_temp.ago(n, {lines}, '3 years')
FROM sealed_people;

INSERT INTO subscriptions (id, user_id, line_id, is_main, created_at)
SELECT pg_temp.id(6, n), pg_temp.id(2, n), pg_temp.id(1, n), true, pg_temp.ago(n, {lines}, '3 years') FROM generate_series(1, {lines}) AS n;

-- The plan of a line that has ended has ended. All others are in their twelfth cycle, and are charged half a day before its end.
INSERT INTO plan_subscriptions (line_id, plan_id, stage, auto_renew, cycle, cycle_from, cycle_until, step, due_at, updated_at, seq, state)
SELECT pg_temp.id(1, n), p.state ->> 'planId', e.stage, true, 12, p.begins, p.ends, e.step, e.due, p.begins, 40,
       p.state || jsonb_build_object('lineId', pg_temp.id(1, n), 'stage', e.stage, 'step', e.step, 'anchor', date_trunc('day', p.begins, 'Asia/Riyadh'),
                                     'from', p.begins, 'until', p.ends, 'spentFrom', p.begins)
               || CASE e.step WHEN 'none' THEN '{}' ELSE jsonb_build_object('dueAt', e.due) END
FROM generate_series(1, {lines}) AS n,
     LATERAL (SELECT now() + n::bigint * 7919 % 2592000 * interval '1 second' AS at) AS due,
     LATERAL (SELECT CASE n % 5 WHEN 0 THEN '{postpaid}'::jsonb ELSE '{prepaid}'::jsonb END AS state,
                     due.at - interval '708 hours' AS begins, due.at + interval '12 hours' AS ends) AS p,
     LATERAL (SELECT CASE n % 50 WHEN 7 THEN 'ended' ELSE 'active' END AS stage, CASE n % 50 WHEN 7 THEN 'none' ELSE 'renew' END AS step,
                     CASE n % 50 WHEN 7 THEN NULL ELSE due.at END AS due) AS e;

INSERT INTO line_balances (line_id, amount) SELECT pg_temp.id(1, n), 0 FROM generate_series(1, {lines}) AS n;

INSERT INTO line_allowances (id, line_id, type, unit, total, used, valid_from, valid_until, position, cycle)
SELECT pg_temp.id(7, 3 * n + b.position), pg_temp.id(1, n), b.type, b.unit, 900, 300, p.cycle_from, p.cycle_until, b.position, 12
FROM generate_series(1, {lines}) AS n JOIN plan_subscriptions AS p ON p.line_id = pg_temp.id(1, n),
     (VALUES (0, 'data', 'MB'), (1, 'local_min', 'minute'), (2, 'sms', 'sms')) AS b (position, type, unit);

DELETE FROM numbers WHERE status = 'free';

-- The sold numbers, and a tenth more that are free; some of these are held or rest.
INSERT INTO numbers (msisdn, category, price, status, order_id, held_until)
SELECT pg_temp.msisdn(n), c.key, c.price, s.status, CASE s.status WHEN 'free' THEN NULL ELSE pg_temp.id(4, n) END,
       CASE WHEN s.status IN ('held', 'quarantine') THEN now() + (n % 900 - 60) * interval '1 minute' END
FROM generate_series(1, {lines} * 21 / 10) AS n,
     LATERAL (SELECT CASE WHEN n <= {lines} THEN 'sold' WHEN n % 100 = 1 THEN 'held' WHEN n % 100 = 2 THEN 'quarantine' ELSE 'free' END AS status) AS s,
     number_categories AS c
WHERE c.key = CASE WHEN n % 100 < 75 THEN 'bronze' WHEN n % 100 < 94 THEN 'silver' WHEN n % 100 < 99 THEN 'gold' ELSE 'platinum' END
ORDER BY 1;

INSERT INTO sims (iccid, puk1, status, order_id, allocated_at)
SELECT '8996610' || lpad(n::text, 12, '0'), puk, CASE WHEN n <= {lines} THEN 'active' ELSE 'stock' END,
       CASE WHEN n <= {lines} THEN pg_temp.id(4, n) END, CASE WHEN n <= {lines} THEN now() END
FROM sealed_sims;

INSERT INTO sessions (token_hash, user_id, idle_for, idle_expires_at, absolute_expires_at, id, begun_at, used_at)
SELECT pg_temp.hash('token' || k), pg_temp.owner(k), interval '30 days', pg_temp.ago(k, {lines} / 2, '60 days') + interval '30 days',
       pg_temp.ago(k, {lines} / 2, '60 days') + interval '90 days', pg_temp.id(8, k), pg_temp.ago(k, {lines} / 2, '60 days'), pg_temp.ago(k, {lines} / 2, '60 days')
FROM generate_series(1, {lines} / 2) AS k;

INSERT INTO communication_preferences (user_id, language, sms, email, promotions)
SELECT pg_temp.id(2, n), 'ar', true, true, n % 2 = 0 FROM generate_series(1, {lines}, 2) AS n;

INSERT INTO passkeys (credential_id, user_id, public_key, sign_count, backup_eligible, name)
SELECT pg_temp.hash('passkey' || n), pg_temp.id(2, n), pg_temp.sealed(70), 1, true, 'Phone' FROM generate_series(1, {lines}, 10) AS n;

INSERT INTO social_links (provider, subject, user_id)
SELECT 'google', pg_temp.hash('social' || n), pg_temp.id(2, n) FROM generate_series(1, {lines}, 10) AS n;

INSERT INTO cards (id, user_id, fingerprint_hash, personal, brand, last4, expiry_month, expiry_year, is_default)
SELECT pg_temp.id(9, n), pg_temp.id(2, n), pg_temp.hash('card' || n), pg_temp.sealed(90), 'MADA', '1234', 1, 2030, true FROM generate_series(1, {lines}, 3) AS n;

INSERT INTO line_settings (line_id, kind, item, value, changed_at)
SELECT pg_temp.id(1, n), 'language', '', 'ar', now() FROM generate_series(1, {lines}, 4) AS n;

INSERT INTO line_setting_changes (id, line_id, user_id, kind, item, value, stage, requested_at, ended_at)
SELECT pg_temp.id(10, n), pg_temp.line(n), pg_temp.owner(n), 'language', '', 'ar', 'done', now(), now() FROM generate_series(1, {lines} / 4) AS n;

INSERT INTO line_limits (line_id, kind, amount, changed_at)
SELECT pg_temp.id(1, n), 'credit', 20000, now() FROM generate_series(5, {lines}, 5) AS n;

INSERT INTO credit_limit_changes (id, line_id, user_id, before, amount, used, lowest, highest, changed_at)
SELECT pg_temp.id(11, n), pg_temp.id(1, n), pg_temp.id(2, n), 10000, 20000, 0, 5000, 100000, now() FROM generate_series(5, {lines}, 5) AS n;

INSERT INTO line_commitments (line_id, months, waived, since)
SELECT pg_temp.id(1, n), 12, 5000, now() - interval '3 months' FROM generate_series(5, {lines}, 20) AS n;

INSERT INTO line_services (id, line_id, service_id, state, price, since, until)
SELECT pg_temp.id(20, n), pg_temp.id(1, n), s.id, 'active', s.price, now() - interval '5 days', now() + (n % 30) * interval '1 day'
FROM generate_series(1, least({lines}, {history} * 6 / 10), 10) AS n, (SELECT id, price FROM services ORDER BY id LIMIT 1) AS s;

INSERT INTO line_renewals (id, purchase_id, item, line_id, bundle_id, price, cost, days, until)
SELECT pg_temp.id(13, n), pg_temp.id(20, n), 0, pg_temp.id(1, n), b.id, b.price, 0, 30, now() + (n % 30) * interval '1 day'
FROM generate_series(1, least({lines}, {history} * 6 / 10), 10) AS n, (SELECT id, price FROM bundles ORDER BY id LIMIT 1) AS b;

INSERT INTO line_bundles (purchase_id, item, line_id, bundle_id, single, counted, valid_from, valid_until)
SELECT pg_temp.id(20, n), 0, pg_temp.id(1, n), b.id, false, false, now() - interval '5 days', now() + interval '25 days'
FROM generate_series(1, least({lines}, {history} * 6 / 10), 4) AS n, (SELECT id FROM bundles ORDER BY id LIMIT 1) AS b;

INSERT INTO auto_recharges (id, line_id, user_id, card_id, language, frequency, day, hour, amount, state, since, due_at)
SELECT pg_temp.id(14, n), pg_temp.id(1, n), pg_temp.id(2, n), pg_temp.id(9, n), 'ar', 'monthly', 1 + n % 28, 9, 5000, 'active', now() - interval '3 months',
       now() + (n % 28) * interval '1 day'
FROM generate_series(1, {lines}, 30) AS n;

INSERT INTO auto_recharge_runs (line_id, date, rule_id, due, stage, try)
SELECT pg_temp.id(1, n), (now() - m * interval '1 month')::date, pg_temp.id(14, n), now() - m * interval '1 month', 'recharged', 1
FROM generate_series(1, {lines}, 30) AS n, generate_series(1, 6) AS m;

INSERT INTO referral_codes (line_id, code)
SELECT pg_temp.id(1, n), upper(lpad(to_hex(n), 8, '0')) FROM generate_series(1, {lines}, 5) AS n;

INSERT INTO line_endings (line_id, id, cause, asked_by, fate, operator, statement, ended_at)
SELECT pg_temp.id(1, n), pg_temp.id(15, n), 'deactivated', 'customer', 'returned', 'stc', '{}', now() - interval '5 days' FROM generate_series(7, {lines}, 50) AS n;

INSERT INTO line_deactivations (id, line_id, user_id, stage, undo_until, seq, state, created_at)
SELECT pg_temp.id(15, n), pg_temp.id(1, n), pg_temp.id(2, n), CASE n % 5000 WHEN 7 THEN 'held' ELSE 'ended' END, now(), 4, '{}', now() - interval '6 days'
FROM generate_series(7, {lines}, 50) AS n;

INSERT INTO number_returns (line_id, id, msisdn, operator, state, next_at, failure, owed_at)
SELECT pg_temp.id(1, n), pg_temp.id(15, n), pg_temp.msisdn(n), 'stc', CASE n % 5000 WHEN 7 THEN 'owed' ELSE 'returned' END,
       CASE n % 5000 WHEN 7 THEN now() END, '', now() - interval '5 days'
FROM generate_series(7, {lines}, 50) AS n;

INSERT INTO departed_numbers (msisdn, line_id, operator, left_at)
SELECT pg_temp.msisdn(n), pg_temp.id(1, n), 'stc', now() FROM generate_series(7, {lines}, 100) AS n;

INSERT INTO port_outs (reference, line_id, recipient, stage, asked_at, cut_over_at, seq, state)
SELECT 'PO-' || n, pg_temp.id(1, n), 'stc', 'left', pg_temp.ago(n, {lines}, '3 years'), pg_temp.ago(n, {lines}, '3 years'), 3, '{}'
FROM generate_series(1, {lines}, 30) AS n;
