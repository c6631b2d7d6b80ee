-- How long orders wait for us or a partner, and which of them wait for longer than is usual.
ALTER TABLE orders
    ADD COLUMN awaited text NOT NULL DEFAULT '',       -- the stage in which it waits for us or a partner
    ADD COLUMN city text NOT NULL DEFAULT '',          -- where its parcel goes
    ADD COLUMN awaited_since timestamptz,              -- by the database alone
    ADD COLUMN awaited_held boolean NOT NULL DEFAULT false,
    ADD COLUMN late_at timestamptz;                    -- since when its customer knows that it is late
CREATE INDEX orders_awaited ON orders (awaited_since) WHERE awaited <> '' AND late_at IS NULL;
CREATE INDEX orders_late ON orders (late_at) WHERE late_at IS NOT NULL;

CREATE TABLE stage_runs (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind     text NOT NULL,
    stage    text NOT NULL,
    city     text NOT NULL,
    took     interval NOT NULL CHECK (took >= '0'),
    ended_at timestamptz NOT NULL
);
CREATE INDEX stage_runs_newest ON stage_runs (kind, stage, city, ended_at DESC, id DESC);

CREATE TABLE stage_expectations (
    kind        text NOT NULL,
    stage       text NOT NULL,
    city        text NOT NULL,
    within      interval NOT NULL, -- nine of ten took no longer
    slowest     interval NOT NULL CHECK (slowest >= within), -- ninety-nine of a hundred took no longer
    runs        int NOT NULL,
    computed_at timestamptz NOT NULL,
    PRIMARY KEY (kind, stage, city)
);

-- A run that was held says how long a person took, and one that was called off says nothing: neither is usual.
CREATE FUNCTION time_stage() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.awaited = OLD.awaited THEN
        NEW.awaited_held := true;
        RETURN NEW;
    END IF;
    IF OLD.awaited <> '' AND NOT OLD.awaited_held AND NEW.stage NOT IN ('held', 'cancelling', 'cancelled', 'number-lost') THEN
        INSERT INTO stage_runs (kind, stage, city, took, ended_at)
        VALUES (OLD.kind || CASE OLD.state ->> 'numberSource' WHEN 'port-in' THEN '-port-in' ELSE '' END,
            OLD.awaited, OLD.city, greatest(now() - OLD.awaited_since, interval '0'), now());
    END IF;
    NEW.awaited_since := CASE WHEN NEW.awaited <> '' THEN now() END;
    NEW.awaited_held := NEW.stage = 'held';
    RETURN NEW;
END $$;
CREATE TRIGGER orders_time_stage BEFORE UPDATE OF awaited ON orders
    FOR EACH ROW WHEN (NEW.awaited <> OLD.awaited OR NEW.awaited <> '' AND NEW.stage = 'held') EXECUTE FUNCTION time_stage();

-- As before, with the orders that are late.
DROP VIEW support_cases;
CREATE VIEW support_cases AS
SELECT c.*, c.since < now() - interval '4 hours' OR NOT c.held AS late FROM (
    SELECT 'order' AS kind, id::text AS case_id, number AS reference,
           CASE state ->> 'numberSource' WHEN 'port-in' THEN kind || '-port-in' ELSE kind END AS variety, stage,
           coalesce(state -> 'held' ->> 'from', stage) AS held_from, state -> 'line' ->> 'id' AS line_id, coalesce(msisdn, '') AS msisdn,
           coalesce(state -> 'held' ->> 'failureCode', CASE WHEN late_at IS NULL THEN '' ELSE 'order_late' END) AS code,
           coalesce(state -> 'held' ->> 'work', CASE WHEN late_at IS NULL THEN 'call-off' ELSE 'come-further' END) AS work,
           coalesce((state -> 'held' ->> 'since')::timestamptz, late_at, updated_at) AS since, stage = 'held' AS held,
           state -> 'payments' @> '[{"status": "paid"}]' AS paid
    FROM orders WHERE stage = 'held' OR late_at IS NOT NULL OR stage = 'cancelling' AND updated_at < now() - interval '1 hour'
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
