package store

import (
	"context"
	"time"
)

// GrantOrderSession lets another browser see and continue an order until a time. session is the SHA-256 of its token.
func (q *Queries) GrantOrderSession(ctx context.Context, orderID string, session []byte, expires time.Time) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO order_sessions (order_id, session, expires_at) VALUES ($1, $2, $3)
		ON CONFLICT (order_id, session) DO UPDATE SET expires_at = greatest(order_sessions.expires_at, EXCLUDED.expires_at)`,
		orderID, session, expires)
	return translate("grant order session", err)
}

// OrderSessionValid tells whether a session may see the order: the one it was started with, or one granted and not over.
func (q *Queries) OrderSessionValid(ctx context.Context, orderID string, session []byte) (valid bool, err error) {
	err = q.prepared().row(ctx, `
		SELECT EXISTS (SELECT FROM orders WHERE id = $1 AND session = $2)
		    OR EXISTS (SELECT FROM order_sessions WHERE order_id = $1 AND session = $2 AND expires_at > now())`,
		orderID, session).Scan(&valid)
	return valid, translate("check order session", err)
}
