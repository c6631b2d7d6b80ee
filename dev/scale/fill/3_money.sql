-- Ledger, purchases, recharges, transfers, charges, bills, electronic invoices, settlement, promo codes and vouchers. The heavy line has a share
-- of all purchases. A promo code has half a million uses in a hundred thousand lines and more, of customers who have left if need be.

INSERT INTO ledger_operations (key, subject, kind, at)
SELECT 'op-' || k, pg_temp.line(k), CASE WHEN k <= {lines} THEN 'recharge' ELSE (ARRAY['purchase', 'renewal'])[1 + k % 2] END, pg_temp.ago(k, {history} * 3.3, '3 years') FROM pg_temp.rows(3.3) AS k;

-- A line gets 1,000 SAR first, and pays 90 SAR each time later.
INSERT INTO ledger_lines (operation, n, account, amount)
SELECT 'op-' || k, n, CASE n WHEN 1 THEN 'line/' || pg_temp.line(k) ELSE (ARRAY['psp', 'revenue', 'vat'])[1 + k % 3] END,
       CASE WHEN k <= {lines} THEN -100000 ELSE 9000 END * CASE n WHEN 1 THEN 1 ELSE -1 END
FROM pg_temp.rows(3.3) AS k, generate_series(1, 2) AS n;

INSERT INTO line_balances AS b (line_id, amount)
SELECT substr(account, 6)::uuid, -sum(amount) FROM ledger_lines WHERE operation LIKE 'op-%' AND account LIKE 'line/%' GROUP BY 1
ON CONFLICT (line_id) DO UPDATE SET amount = b.amount + EXCLUDED.amount;

INSERT INTO purchases (id, number, kind, stage, failure_code, user_id, payer_line, line_id, total, seq, state, created_at, updated_at)
SELECT pg_temp.id(20, k), 'PU' || lpad(k::text, 8, '0'), (ARRAY['recharge', 'data-recharge', 'game', 'plan-switch'])[1 + k % 4], s.stage,
       CASE s.stage WHEN 'failed' THEN 'card_declined' ELSE '' END, pg_temp.owner(k), pg_temp.line(k), pg_temp.line(k), 5000, 4,
       p.state || jsonb_build_object('id', pg_temp.id(20, k), 'number', 'PU' || lpad(k::text, 8, '0'), 'stage', s.stage, 'userId', pg_temp.owner(k), 'lineId', pg_temp.line(k)),
       pg_temp.ago(k, {history} * 0.6, '3 years'), pg_temp.ago(k, {history} * 0.6, '3 years')
FROM pg_temp.rows(0.6) AS k,
     LATERAL (SELECT CASE WHEN k % 2000 = 3 THEN 'held' WHEN k % 10 = 1 THEN 'failed' ELSE 'completed' END AS stage) AS s,
     (SELECT state FROM purchases WHERE id = '{purchase}') AS p;

INSERT INTO recharges (id, line_id, number, kind, type, amount, buyer, at)
SELECT pg_temp.id(20, k), pg_temp.line(k), 'PU' || lpad(k::text, 8, '0'), 'balance', 'cash', 5000, pg_temp.owner(k), pg_temp.ago(k, {history} * 1.5, '3 years')
FROM pg_temp.rows(1.5) AS k;

INSERT INTO transfers (id, number, kind, from_line, to_line, amount, outcome, at)
SELECT pg_temp.id(20, k), 'PU' || lpad(k::text, 8, '0'), 'local', pg_temp.line(k), pg_temp.id(1, 1 + k % {lines}), 1000, 'done', pg_temp.ago(k, {history} * 0.2, '3 years')
FROM pg_temp.rows(0.2) AS k;

INSERT INTO subscription_charges (line_id, cycle, item, plan_id, amount, vat, paid_by, cycle_from, cycle_until, charged_at, invoice_id)
SELECT pg_temp.id(1, n), c, 'plan', 'hawakom-90', 9000, 1173, CASE n % 5 WHEN 0 THEN 'invoice' ELSE 'balance' END, at.at, at.at + interval '30 days', at.at,
       CASE WHEN n % 5 = 0 AND c < 12 THEN pg_temp.id(22, n * 5 + c % 5) END
FROM generate_series(1, least({lines}, {history})::int) AS n, generate_series(10, 12) AS c, LATERAL (SELECT now() - (13 - c) * interval '30 days' AS at) AS at;

INSERT INTO billing_periods (cohort, period, ends_at, billed_at)
SELECT cohort, to_char(month, 'YYYY-MM'), d.ends, d.ends
FROM generate_series(1, 31) AS cohort, generate_series(0, 2) AS back,
     LATERAL (SELECT date_trunc('month', now() AT TIME ZONE 'Asia/Riyadh') - back * interval '1 month' AS month) AS m,
     LATERAL (SELECT (month + (least(cohort, extract(day FROM month + interval '1 month' - interval '1 day')::int) - 1) * interval '1 day') AT TIME ZONE 'Asia/Riyadh' AS ends) AS d
WHERE d.ends <= now() ON CONFLICT DO NOTHING;

INSERT INTO document_series (series, last) VALUES ('INV2025', 90000000) ON CONFLICT (series) DO UPDATE SET last = EXCLUDED.last;

INSERT INTO invoices (id, series, n, number, line_id, period, period_from, period_until, issued_at, due_at, net, vat, total, vat_percent)
SELECT pg_temp.id(22, n * 5 + m), 'INV2025', n * 5 + m, 'INV2025-' || lpad((n * 5 + m)::text, 8, '0'), pg_temp.id(1, n), '2025-0' || (m + 1), at.at - interval '30 days', at.at,
       at.at, at.at + interval '30 days', 20000, 3000, 23000, 15
FROM generate_series(5, {lines}, 5) AS n, generate_series(0, 4) AS m, LATERAL (SELECT now() - (5 - m) * interval '30 days' AS at) AS at;

INSERT INTO invoice_lines (invoice_id, n, service, item, quantity, from_at, until_at, net, vat, total, vat_percent)
SELECT id, 1, 'plan', 'plan', 1, period_from, period_until, net, vat, total, 15 FROM invoices WHERE series = 'INV2025';

INSERT INTO invoice_dues (invoice_id, line_id, due_at, left_over, settled_at, step, next_at)
SELECT id, line_id, due_at, CASE WHEN n % 50 = 4 THEN total ELSE 0 END, CASE WHEN n % 50 = 4 THEN NULL ELSE issued_at END,
       CASE WHEN n % 50 = 4 THEN 'notice' ELSE '' END, CASE WHEN n % 50 = 4 THEN now() + n::bigint * 7919 % 864000 * interval '1 second' END
FROM invoices WHERE series = 'INV2025';

INSERT INTO invoice_payments (id, invoice_id, way, amount, paid_at)
SELECT 'purchase/' || id, id, 'purchase', total, issued_at FROM invoices WHERE series = 'INV2025' AND n % 50 <> 4;

INSERT INTO credit_notes (id, series, n, number, invoice_id, reason, actor, issued_at, net, vat, total)
SELECT pg_temp.id(23, n), 'CRN2025', n, 'CRN2025-' || lpad(n::text, 8, '0'), id, 'wrong', 'support', issued_at, 100, 15, 115 FROM invoices WHERE series = 'INV2025' AND n % 50 = 3;

INSERT INTO sadad_payments (id, payment_id, reference, amount, paid_at, received_at, state, invoice_id, taken, held, reason)
SELECT pg_temp.id(24, k), 'sadad-' || k, 'R' || k, 23000, at.at, at.at, CASE k % 500 WHEN 1 THEN 'held' ELSE 'taken' END,
       CASE k % 500 WHEN 1 THEN NULL ELSE pg_temp.id(22, 25) END, CASE k % 500 WHEN 1 THEN 0 ELSE 23000 END, CASE k % 500 WHEN 1 THEN 23000 ELSE 0 END,
       CASE k % 500 WHEN 1 THEN 'unknown-bill' END
FROM pg_temp.rows(0.3) AS k, LATERAL (SELECT pg_temp.ago(k, {history} * 0.3, '3 years') AS at) AS at;

INSERT INTO einvoices (id, subject, subject_id, kind, status, issued_at, due_at, device, icv, pih, hash, code, xml, done_at)
SELECT pg_temp.id(25, k), 'purchase', pg_temp.id(20, k), '388', CASE k % 5000 WHEN 2 THEN 'pending' WHEN 3 THEN 'rejected' ELSE 'reported' END, at.at, at.at + interval '1 day', 'scale', k,
       CASE k WHEN 1 THEN 'NWZlY2ViNjZmZmM4NmYzOGQ5NTI3ODZjNmQ2OTZjNzljMmRiYzIzOWRkNGU5MWI0NjcyOWQ3M2EyN2ZiNTdlOQ==' ELSE 'hash' || k - 1 END, 'hash' || k, 'code', pg_temp.sealed(200), CASE k % 5000 WHEN 2 THEN NULL ELSE at.at END
FROM pg_temp.rows(0.6) AS k, LATERAL (SELECT pg_temp.ago(k, {history} * 0.6, '3 years') AS at) AS at;

INSERT INTO settlement_files (day, state, sha256, read_at)
SELECT (now() - d * interval '1 day')::date, 'read', pg_temp.hash(d::text), now() FROM generate_series(0, 1100) AS d ON CONFLICT DO NOTHING;

INSERT INTO settlement_lines (payment_id, type, day, batch, n, provider_ref, amount, fee, vat, captured_at, settled_on, agreed)
SELECT 'pay-' || k, 'payment', pg_temp.ago(k, {history}, '3 years')::date, 'batch-' || k / 1000, k % 1000, 'ref-' || k, 9000, 100, 15, pg_temp.ago(k, {history}, '3 years'),
       pg_temp.ago(k, {history}, '3 years')::date, true
FROM pg_temp.rows(1) AS k;

INSERT INTO settlement_items (day, kind, payment_id, type, n, difference, state)
SELECT (now() - (2 + k % 900) * interval '1 day')::date, 'unknown-to-us', 'pay-' || k, 'payment', k, '{}', 'held' FROM generate_series(1, 300) AS k;

INSERT INTO promo_codes (code, percent, max_uses_per_id, used) VALUES ('SCALE', 10, 3, {uses});

INSERT INTO promo_uses (order_id, code, id_hash, used_at)
SELECT pg_temp.id(4, k), 'SCALE', pg_temp.hash('id' || k), now() - interval '1 day' FROM generate_series(1, {lines} / 4) AS k;

INSERT INTO promo_purchase_uses (purchase_id, code, id_hash, used_at)
SELECT pg_temp.id(20, k), 'SCALE', pg_temp.hash(CASE WHEN k <= {lines} / 4 THEN 'id' ELSE 'former' END || k), now() - interval '1 day'
FROM generate_series(1, {uses} - {lines} / 4) AS k;

INSERT INTO referral_rewards (order_id, referrer_line, new_line, amount, rewarded_at)
SELECT pg_temp.id(4, n), CASE n % 10 WHEN 1 THEN '{line}'::uuid ELSE pg_temp.id(1, n) END, pg_temp.id(1, n + 1), 1000, now() FROM generate_series(1, {lines} - 1, 50) AS n;

INSERT INTO vouchers (code_hash, value, expires_at, batch, purchase_id, used_at)
SELECT pg_temp.hash('voucher' || k), 5000, now() + interval '1 year', 'B1', CASE k % 2 WHEN 0 THEN pg_temp.id(20, k) END, CASE k % 2 WHEN 0 THEN now() END
FROM generate_series(1, {lines}) AS k;
