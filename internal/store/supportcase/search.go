package supportcase

import (
	"time"

	"selfcare/internal/domain/supportcase"
)

// Hit is a search result.
type Hit struct {
	Type      string // order, purchase, customer, port-out, bill, service-request
	ID        string
	AuditID   string // in the audit log
	Reference string
	Variety   string
	Stage     string
	Msisdn    string
	By        supportcase.By
	IsCase    bool
	At        time.Time
}

// foundAtMost is the number of shown results; a search with more is too vague.
const foundAtMost = 20

// search looks for each term through an index; an empty term finds nothing.
const search = `
WITH hits (type, id, reference, variety, stage, msisdn, by, at) AS (
    SELECT 'order', id::text, number, kind, stage, coalesce(msisdn, ''), 'order-number', created_at FROM orders WHERE number = ?0
  UNION ALL
    SELECT 'purchase', p.id::text, p.number, p.kind, p.stage, l.msisdn, 'purchase-number', p.created_at
    FROM purchases AS p JOIN lines AS l ON l.id = p.line_id WHERE p.number = ?1
  UNION ALL
    SELECT 'customer', id::text, msisdn, subscription_type, status, msisdn, 'mobile', activated_at FROM lines WHERE msisdn = ?2
  UNION ALL
    SELECT 'order', id::text, number, kind, stage, coalesce(msisdn, ''), 'mobile', created_at FROM orders WHERE msisdn = ?2 OR mobile_hash = ?3
  UNION ALL
    SELECT 'customer', l.id::text, l.msisdn, l.subscription_type, l.status, l.msisdn, 'id-number', l.activated_at
    FROM subscribers AS s JOIN lines AS l ON l.subscriber_id = s.id WHERE s.id_hash = ?4
  UNION ALL
    SELECT 'order', id::text, number, kind, stage, coalesce(msisdn, ''), 'id-number', created_at FROM orders WHERE id_hash = ?4
  UNION ALL
    SELECT 'customer', l.id::text, l.msisdn, l.subscription_type, l.status, l.msisdn, 'iccid', l.activated_at
    FROM line_sims AS s JOIN lines AS l ON l.id = s.line_id WHERE s.iccid = ?5
  UNION ALL
    SELECT 'order', id::text, number, kind, stage, coalesce(msisdn, ''), 'iccid', created_at FROM orders WHERE iccid = ?5
  UNION ALL
    SELECT 'order', o.id::text, o.number, o.kind, o.stage, coalesce(o.msisdn, ''), 'airway-bill', o.created_at
    FROM shipments AS s JOIN orders AS o ON o.id = s.order_id WHERE s.airway_bill = ?6
  UNION ALL
    SELECT 'customer', coalesce(s.line_id, u.id)::text, coalesce(l.msisdn, u.mobile, ''), coalesce(l.subscription_type, ''), coalesce(l.status, ''),
           coalesce(l.msisdn, u.mobile, ''), 'email', u.created_at
    FROM users AS u LEFT JOIN subscriptions AS s ON s.user_id = u.id AND s.is_main AND s.ended_at IS NULL LEFT JOIN lines AS l ON l.id = s.line_id
    WHERE u.email = ?7 AND NOT u.roles && '{support,operator}'
  UNION ALL
    SELECT 'order', id::text, number, kind, stage, coalesce(msisdn, ''), 'email', created_at FROM orders WHERE email_hash = ?8
  UNION ALL
    SELECT 'bill', i.id::text, i.number, '', CASE WHEN d.settled_at IS NULL THEN 'open' ELSE 'settled' END, l.msisdn, 'bill-number', i.issued_at
    FROM invoices AS i JOIN invoice_dues AS d ON d.invoice_id = i.id JOIN lines AS l ON l.id = i.line_id WHERE i.number = ?9
  UNION ALL
    SELECT 'port-out', o.reference, o.reference, o.recipient, o.stage, coalesce(l.msisdn, ''), 'reference', o.asked_at
    FROM port_outs AS o LEFT JOIN lines AS l ON l.id = o.line_id WHERE o.reference IN (?10, upper(?10))
  UNION ALL
    SELECT 'service-request', r.id::text, r.reference, r.kind, r.stage, coalesce(l.msisdn, ''), 'reference', r.created_at
    FROM service_requests AS r LEFT JOIN lines AS l ON l.id = r.line_id WHERE r.reference = ?11
  UNION ALL
    SELECT 'service-request', r.id::text, r.reference, r.kind, r.stage, coalesce(l.msisdn, ''), 'mobile', r.created_at
    FROM service_requests AS r LEFT JOIN lines AS l ON l.id = r.line_id WHERE r.mobile_hash = ?3
), once AS (SELECT DISTINCT ON (type, id) * FROM hits ORDER BY type, id, by)
SELECT h.*, CASE WHEN h.type = 'port-out' THEN (SELECT state ->> 'id' FROM port_outs WHERE reference = h.id) ELSE h.id END AS audit_id, EXISTS (SELECT FROM case_list AS c WHERE c.kind = h.type AND c.case_id = h.id) AS is_case
FROM once AS h ORDER BY h.at DESC, h.id LIMIT ?12`

// hash returns nil for an empty term, because no row may match it.
func (q Cases) hash(term string) []byte {
	if term == "" {
		return nil
	}
	return q.Keys.Hash(term)
}
