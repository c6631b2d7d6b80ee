package order

// Reader is the reader of an order: a signed-in user, the holder of an order session, or both.
type Reader struct {
	UserID  string
	Session []byte
}

// relatedOrders selects pairs of orders of which at least one is asked for. A draft and a failed order have no relations, except
// that a rejected port precedes the next one.
const relatedOrders = `
WITH asked AS (
    SELECT id, kind, id_hash, msisdn, created_at, stage, state ->> 'numberSource' = 'port-in' AS ports,
        (state -> 'line' ->> 'id')::uuid AS line_id, state -> 'line' ->> 'oldIccid' AS old_iccid
    FROM orders WHERE id IN (?2)
), related (id, other, relation) AS (
    SELECT a.id, s.order_id, 'replacement-of' FROM asked AS a
    JOIN line_sims AS s ON s.line_id = a.line_id AND s.iccid = a.old_iccid
    WHERE a.kind IN ('sim-replacement', 'esim-replacement')
  UNION ALL
    SELECT a.id, o.id, 'replaced-by' FROM asked AS a
    JOIN line_sims AS s ON s.order_id = a.id
    JOIN orders AS o ON o.state -> 'line' ->> 'id' = s.line_id::text AND o.state -> 'line' ->> 'oldIccid' = s.iccid
    WHERE o.kind IN ('sim-replacement', 'esim-replacement') AND o.stage NOT IN ('wizard', 'abandoned', 'cancelling', 'cancelled')
  UNION ALL
    SELECT a.id, l.order_id, 'extra-sim-of' FROM asked AS a JOIN lines AS l ON l.id = a.line_id WHERE a.kind = 'multisim'
  UNION ALL
    SELECT a.id, o.id, 'extra-sim-in' FROM asked AS a
    JOIN lines AS l ON l.order_id = a.id
    JOIN orders AS o ON o.state -> 'line' ->> 'id' = l.id::text
    WHERE o.kind = 'multisim' AND o.stage NOT IN ('wizard', 'abandoned', 'cancelling', 'cancelled')
  UNION ALL
    SELECT a.id, l.order_id, 'port-of' FROM asked AS a
    JOIN lines AS l ON l.id = a.line_id AND l.ported_from <> ''
    WHERE a.kind IN ('sim-replacement', 'esim-replacement')
      AND NOT EXISTS (SELECT FROM line_sims AS s WHERE s.order_id = l.order_id AND s.iccid = a.old_iccid) -- linked already
  UNION ALL
    SELECT a.id, o.id, CASE WHEN o.created_at < a.created_at THEN 'port-again-of' ELSE 'ported-again-by' END FROM asked AS a
    JOIN orders AS o ON o.id_hash = a.id_hash AND o.msisdn = a.msisdn AND o.id <> a.id
    WHERE a.ports AND o.state ->> 'numberSource' = 'port-in' AND o.stage NOT IN ('wizard', 'abandoned')
      AND CASE WHEN o.created_at < a.created_at THEN o.stage ELSE a.stage END IN ('cancelling', 'cancelled')
)
SELECT r.id AS asked, r.relation, o.id, o.number, o.kind, NOT coalesce(%s OR o.session = ?1 OR EXISTS (
    SELECT FROM order_sessions AS g WHERE g.order_id = o.id AND g.session = ?1 AND g.scope = 'order' AND g.expires_at > now()), FALSE) AS forbidden
FROM related AS r JOIN orders AS o ON o.id = r.other
ORDER BY o.created_at, o.id`
