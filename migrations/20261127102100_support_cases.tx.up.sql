-- The cases of support. They are no table: the view finds them in the rows of their processes.

-- An order is found by how its customer is reached, though that is encrypted.
ALTER TABLE orders ADD COLUMN mobile_hash bytea, ADD COLUMN email_hash bytea; -- keyed
CREATE INDEX orders_by_mobile ON orders (mobile_hash) WHERE mobile_hash IS NOT NULL;
CREATE INDEX orders_by_email ON orders (email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX orders_by_msisdn ON orders (msisdn) WHERE msisdn IS NOT NULL;
CREATE INDEX lines_by_msisdn ON lines (msisdn);
CREATE INDEX purchases_by_line ON purchases (line_id, created_at DESC);

-- The time since which the network's service level differs from the plan of a line.
ALTER TABLE plan_subscriptions ADD COLUMN behind_since timestamptz;
CREATE INDEX plan_subscriptions_behind ON plan_subscriptions (behind_since) WHERE behind_since IS NOT NULL;

-- Few purchases stand still at a time, and little money came twice.
CREATE INDEX purchases_under_way ON purchases (updated_at) WHERE stage IN ('delivering', 'refunding');
CREATE INDEX payments_to_give_back ON payments (updated_at) WHERE status = 'paid' AND double;
CREATE INDEX line_deactivations_ending ON line_deactivations (updated_at) WHERE stage = 'ending';

-- A case is claimed by one person at a time, even if the application is wrong.
CREATE TABLE case_claims (
    kind       text NOT NULL,
    case_id    text NOT NULL,
    claimed_by uuid NOT NULL REFERENCES users (id),
    note       text NOT NULL DEFAULT '', -- why it was taken over
    claimed_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL CHECK (expires_at > claimed_at),
    PRIMARY KEY (kind, case_id)
);
CREATE INDEX case_claims_over ON case_claims (expires_at);

CREATE TABLE case_notes (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL,
    case_id    text NOT NULL,
    written_by uuid NOT NULL REFERENCES users (id),
    note       text NOT NULL CHECK (length(note) BETWEEN 3 AND 500),
    written_at timestamptz NOT NULL
);
CREATE INDEX case_notes_of_case ON case_notes (kind, case_id, id);
CREATE TRIGGER case_notes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON case_notes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- held waits for a person; what is late goes on by itself, but should have come further. A held one is late after four hours.
CREATE VIEW support_cases AS
SELECT c.*, c.since < now() - interval '4 hours' OR NOT c.held AS late FROM (
    SELECT 'order' AS kind, id::text AS case_id, number AS reference,
           CASE state ->> 'numberSource' WHEN 'port-in' THEN kind || '-port-in' ELSE kind END AS variety, stage,
           coalesce(state -> 'held' ->> 'from', stage) AS held_from, state -> 'line' ->> 'id' AS line_id, coalesce(msisdn, '') AS msisdn,
           coalesce(state -> 'held' ->> 'failureCode', '') AS code, coalesce(state -> 'held' ->> 'work', 'call-off') AS work,
           coalesce((state -> 'held' ->> 'since')::timestamptz, updated_at) AS since, stage = 'held' AS held,
           state -> 'payments' @> '[{"status": "paid"}]' AS paid
    FROM orders WHERE stage = 'held' OR stage = 'cancelling' AND updated_at < now() - interval '1 hour'
  UNION ALL
    SELECT 'purchase', p.id::text, p.number, p.kind, p.stage, coalesce(p.state -> 'held' ->> 'from', p.stage), p.line_id::text, l.msisdn,
           coalesce(p.state -> 'held' ->> 'failureCode', ''),
           coalesce(p.state -> 'held' ->> 'work', CASE p.stage WHEN 'refunding' THEN 'refund' ELSE 'deliver' END),
           coalesce((p.state -> 'held' ->> 'since')::timestamptz, p.updated_at), p.stage = 'held', true
    FROM purchases AS p JOIN lines AS l ON l.id = p.line_id
    WHERE p.stage = 'held' OR p.stage IN ('delivering', 'refunding') AND p.updated_at < now() - interval '10 minutes'
  UNION ALL
    SELECT 'subscription', s.line_id::text, s.line_id::text, '', s.stage, s.stage, s.line_id::text, l.msisdn, 'network_refused', 'tell-network',
           s.behind_since, false, false
    FROM plan_subscriptions AS s JOIN lines AS l ON l.id = s.line_id WHERE s.behind_since < now() - interval '10 minutes'
  UNION ALL
    SELECT 'port-out', o.reference, o.reference, o.recipient, o.stage, o.stage, o.line_id::text, coalesce(l.msisdn, ''),
           coalesce(o.state -> 'held' ->> 'failureCode', ''), coalesce(o.state -> 'held' ->> 'work', ''),
           coalesce((o.state -> 'held' ->> 'since')::timestamptz, o.updated_at), true, false
    FROM port_outs AS o LEFT JOIN lines AS l ON l.id = o.line_id WHERE o.held
  UNION ALL
    SELECT 'deactivation', d.id::text, d.id::text, '', d.stage, coalesce(d.state -> 'held' ->> 'from', d.stage), d.line_id::text, l.msisdn,
           coalesce(d.state -> 'held' ->> 'failureCode', ''), coalesce(d.state -> 'held' ->> 'work', 'end-line'),
           coalesce((d.state -> 'held' ->> 'since')::timestamptz, d.updated_at), d.stage = 'held', false
    FROM line_deactivations AS d JOIN lines AS l ON l.id = d.line_id
    WHERE d.stage = 'held' OR d.stage = 'ending' AND d.updated_at < now() - interval '1 hour'
  UNION ALL
    SELECT 'refund', o.id::text, o.number, o.kind, 'pending', 'pending', o.state -> 'line' ->> 'id', coalesce(o.msisdn, ''),
           'refund_awaits_second_person', 'approve-refund', r.requested_at, true, true
    FROM refund_requests AS r JOIN orders AS o ON o.id = r.order_id WHERE r.state = 'pending' AND r.expires_at > now()
  UNION ALL
    SELECT 'refund', id::text, number, kind, 'refunding', 'refunding', state -> 'line' ->> 'id', coalesce(msisdn, ''),
           failure_code, 'refund', updated_at, failure_code = 'refund_refused', true
    FROM orders WHERE stage = 'active' AND failure_code IN ('refund_refused', 'outcome_unknown') AND state -> 'refund' ->> 'doneAt' IS NULL
  UNION ALL
    SELECT 'payment', p.id, coalesce(o.number, u.number, p.id), CASE WHEN u.id IS NULL THEN 'order' ELSE 'purchase' END, p.status, p.status,
           u.line_id::text, coalesce(o.msisdn, l.msisdn, ''), CASE p.status WHEN 'pending' THEN 'outcome_unknown' ELSE 'money_not_back' END,
           CASE p.status WHEN 'pending' THEN 'ask-provider' ELSE 'refund' END, CASE p.status WHEN 'pending' THEN p.at ELSE p.updated_at END,
           false, p.status = 'paid'
    FROM payments AS p LEFT JOIN orders AS o ON o.id = p.subject LEFT JOIN purchases AS u ON u.id = p.subject LEFT JOIN lines AS l ON l.id = u.line_id
    WHERE p.status = 'pending' AND p.at < now() - interval '30 minutes'
       OR p.status = 'paid' AND p.double AND p.updated_at < now() - interval '10 minutes'
  UNION ALL
    SELECT 'einvoice', e.id::text, coalesce(
               CASE e.subject WHEN 'order' THEN (SELECT number FROM orders WHERE id = e.subject_id)
                              WHEN 'purchase' THEN (SELECT number FROM purchases WHERE id = e.subject_id)
                              WHEN 'bill' THEN (SELECT number FROM invoices WHERE id = e.subject_id)
                              ELSE (SELECT number FROM credit_notes WHERE id = e.subject_id) END, e.id::text),
           e.subject, e.status, e.status, NULL, '', 'einvoice_' || CASE WHEN e.status IN ('held', 'rejected') THEN e.status ELSE 'late' END,
           'report-invoice', e.issued_at, e.status IN ('held', 'rejected'), false
    FROM einvoices AS e
    WHERE e.status IN ('held', 'rejected') OR e.status IN ('due', 'pending') AND e.due_at < now()
  UNION ALL
    SELECT 'bill', i.id::text, i.number, '', d.step, d.step, i.line_id::text, l.msisdn, '', 'remind-of-bill', d.next_at, false, false
    FROM invoice_dues AS d JOIN invoices AS i ON i.id = d.invoice_id JOIN lines AS l ON l.id = i.line_id
    WHERE d.next_at < now() - interval '1 day'
  UNION ALL
    SELECT 'settlement', id::text, day::text, type, state, state, NULL, '', replace(kind, '-', '_'), 'compare-settlement', found_at, true, false
    FROM settlement_items WHERE state = 'held'
  UNION ALL
    SELECT 'bank-payment', id::text, reference, '', state, state, NULL, '', coalesce(replace(reason, '-', '_'), ''), 'settle-bank-payment',
           received_at, state = 'held', true
    FROM sadad_payments WHERE state = 'held' OR state = 'received' AND received_at < now() - interval '10 minutes'
) AS c;
