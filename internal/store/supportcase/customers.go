package supportcase

import (
	"time"

	"github.com/uptrace/bun"
)

// Linked is other work on the same order, line or payment.
type Linked struct {
	Kind      string
	ID        string
	Reference string
	Variety   string
	Stage     string
	Relation  string
	IsCase    bool
	At        time.Time
}

// About holds the links to other work. An empty field links nothing; ids are UUIDs.
type About struct {
	Kind    string // of the case itself, which is excluded
	ID      string
	OrderID string
	Subject string // of payments: an order or a purchase
	LineIDs []string
	MSISDN  string
	UserID  string    // of service requests
	Numbers []Holding // contact numbers of service requests
}

// Holding is a number of a line, and since when the line has it: earlier service requests are another customer's.
type Holding struct {
	MSISDN string
	Since  time.Time
}

// linkedAtMost is the number of shown items of each kind.
const linkedAtMost = 10

const linked = `
WITH work (kind, id, reference, variety, stage, relation, at) AS (
    (SELECT 'order', id::text, number, CASE state ->> 'numberSource' WHEN 'port-in' THEN kind || '-port-in' ELSE kind END, stage, 'same-line', created_at
     FROM orders WHERE msisdn = ?3 AND stage <> 'abandoned' ORDER BY created_at DESC LIMIT ?6)
  UNION ALL
    SELECT 'order', id::text, number, kind, stage, 'same-order', created_at FROM orders WHERE id = ?2::uuid
  UNION ALL
    SELECT 'refund', id::text, number, kind,
        CASE WHEN state -> 'refund' ->> 'requestedAt' IS NULL THEN 'pending' WHEN state -> 'refund' ->> 'doneAt' IS NULL THEN 'refunding' ELSE 'completed' END,
        'same-order', updated_at
    FROM orders WHERE id = ?2::uuid AND (state -> 'refund' ->> 'requestedAt' IS NOT NULL OR EXISTS (
        SELECT FROM refund_requests AS r WHERE r.order_id = orders.id AND r.state = 'pending'))
  UNION ALL
    (SELECT 'purchase', id::text, number, kind, stage, 'same-line', created_at FROM purchases WHERE line_id IN (?4)
     ORDER BY created_at DESC LIMIT ?6)
  UNION ALL
    SELECT 'purchase', id::text, number, kind, stage, 'same-payment', created_at FROM purchases WHERE id = ?5::uuid
  UNION ALL
    SELECT 'subscription', s.line_id::text, l.msisdn, '', s.stage, 'same-line', s.updated_at
    FROM plan_subscriptions AS s JOIN lines AS l ON l.id = s.line_id WHERE s.line_id IN (?4)
  UNION ALL
    SELECT 'deactivation', id::text, id::text, '', stage, 'same-line', created_at FROM line_deactivations WHERE line_id IN (?4)
  UNION ALL
    SELECT 'port-out', reference, reference, '', stage, 'same-line', asked_at FROM port_outs WHERE line_id IN (?4)
  UNION ALL
    (SELECT 'bill', i.id::text, i.number, '', CASE WHEN d.settled_at IS NULL THEN 'open' ELSE 'settled' END, 'same-line', i.issued_at
     FROM invoices AS i JOIN invoice_dues AS d ON d.invoice_id = i.id WHERE i.line_id IN (?4) ORDER BY i.issued_at DESC LIMIT ?6)
  UNION ALL
    (SELECT 'service-request', id::text, reference, kind, stage, 'same-customer', created_at FROM service_requests WHERE user_id = ?7::uuid
     ORDER BY created_at DESC LIMIT ?6)
  UNION ALL
    (SELECT 'service-request', r.id::text, r.reference, r.kind, r.stage, 'same-customer', r.created_at
     FROM unnest(?8::text[], ?9::timestamptz[]) AS held (hash, since)
     JOIN service_requests AS r ON r.mobile_hash = decode(held.hash, 'hex') AND r.created_at >= held.since
     ORDER BY r.created_at DESC LIMIT ?6)
  UNION ALL
    SELECT 'payment', id, id, '', status, 'same-payment', at FROM payments WHERE subject = ?5::uuid AND (status = 'pending' OR double)
), once AS (SELECT DISTINCT ON (kind, id) * FROM work WHERE NOT (kind = ?0 AND id = ?1) ORDER BY kind, id, relation)
SELECT w.*, EXISTS (SELECT FROM case_list AS c WHERE c.kind = w.kind AND c.case_id = w.id) AS is_case FROM once AS w ORDER BY w.at DESC, w.id LIMIT 100`

// CustomerLine is a line as support sees it.
type CustomerLine struct {
	LineID      string
	UserID      string // of its account; empty without one
	MSISDN      string `bun:"msisdn"`
	Kind        string
	Type        string
	Status      string
	Main        bool
	PlanEn      string
	PlanAr      string
	PlanStage   string
	PlanUntil   bun.NullTime
	Balance     int64 // halalas
	Owed        int64
	ActivatedAt time.Time
}

const customerLines = `
WITH account AS (
    SELECT coalesce((SELECT user_id FROM subscriptions WHERE line_id = ?0::uuid AND ended_at IS NULL ORDER BY is_main DESC LIMIT 1),
                    (SELECT id FROM users WHERE id = ?0::uuid AND NOT roles && '{support,operator}')) AS user_id
), own AS (
    SELECT s.line_id, s.user_id, s.is_main FROM subscriptions AS s JOIN account AS a ON a.user_id = s.user_id WHERE s.ended_at IS NULL
  UNION
    SELECT l.id, a.user_id, false FROM lines AS l, account AS a WHERE l.id = ?0::uuid
      AND NOT EXISTS (SELECT FROM subscriptions AS s WHERE s.user_id = a.user_id AND s.line_id = l.id AND s.ended_at IS NULL)
)
SELECT l.id::text AS line_id, coalesce(o.user_id::text, '') AS user_id, l.msisdn, l.kind, l.subscription_type AS type, l.status, o.is_main AS main,
       coalesce(p.name_en, '') AS plan_en, coalesce(p.name_ar, '') AS plan_ar, coalesce(s.stage, '') AS plan_stage, s.cycle_until AS plan_until,
       coalesce((SELECT amount FROM line_balances WHERE line_id = l.id), 0) AS balance,
       coalesce((SELECT sum(left_over) FROM invoice_dues WHERE line_id = l.id AND left_over > 0), 0)::bigint AS owed, l.activated_at
FROM own AS o JOIN lines AS l ON l.id = o.line_id
LEFT JOIN plan_subscriptions AS s ON s.line_id = l.id LEFT JOIN plans AS p ON p.id = l.plan_id
ORDER BY o.is_main DESC, l.status = 'ended', l.activated_at DESC LIMIT 20`
