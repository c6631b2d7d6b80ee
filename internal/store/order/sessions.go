package order

import (
	"context"
	"fmt"
	"time"

	"selfcare/internal/domain/permission"
	storeerrors "selfcare/internal/store/errors"
)

// GrantSession grants another browser access to an order until a time. session is the SHA-256 of its token.
func (q Orders) GrantSession(ctx context.Context, orderID string, session []byte, scope permission.Scope, expires time.Time) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO order_sessions (order_id, session, scope, expires_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (order_id, session) DO UPDATE SET expires_at = greatest(order_sessions.expires_at, EXCLUDED.expires_at)`,
		orderID, session, string(scope), expires)
	return storeerrors.Translate("grant order session", err)
}

// GrantAgent grants a member of support access to an order for a customer on the telephone, until a time.
func (q Orders) GrantAgent(ctx context.Context, orderID string, session []byte, agent string, expires time.Time) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO order_sessions (order_id, session, scope, agent, expires_at) VALUES ($1, $2, 'assisted', $3, $4)
		ON CONFLICT (order_id, session) DO NOTHING`, orderID, session, agent, expires)
	return storeerrors.Translate("grant order session", err)
}

// AgentOf returns the member of support who has a session of an order; empty for other and expired sessions.
func (q Orders) AgentOf(ctx context.Context, orderID string, session []byte) (userID string, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT coalesce((SELECT agent::text FROM order_sessions WHERE order_id = $1 AND session = $2 AND expires_at > now()), '')`,
		orderID, session).Scan(&userID)
	return userID, storeerrors.Translate("check order session", err)
}

// OpenLink creates the session of the browser that opens a link first. The same browser may open it again; another one is
// ErrConflict.
func (q Orders) OpenLink(ctx context.Context, orderID string, link, session []byte, scope permission.Scope, expires time.Time) error {
	changed, err := q.Prepared().Exec(ctx, `
		INSERT INTO order_sessions (order_id, session, scope, expires_at, link) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (link) DO UPDATE SET link = EXCLUDED.link WHERE order_sessions.session = EXCLUDED.session`,
		orderID, session, string(scope), expires, link)
	if err == nil && changed == 0 {
		return fmt.Errorf("open link: %w", storeerrors.ErrConflict)
	}
	return storeerrors.Translate("open link", err)
}

// EndSession ends a session, the order's first one or a granted one. The session of a link keeps its row under an unusable name:
// the link stays used.
func (q Orders) EndSession(ctx context.Context, orderID string, session []byte) error {
	_, err := q.Prepared().Exec(ctx, `
		WITH first AS (UPDATE orders SET session = NULL WHERE id = $1 AND session = $2),
			linked AS (UPDATE order_sessions SET session = sha256(session) WHERE order_id = $1 AND session = $2 AND link IS NOT NULL)
		DELETE FROM order_sessions WHERE order_id = $1 AND session = $2 AND link IS NULL`, orderID, session)
	return storeerrors.Translate("end order session", err)
}

// SessionScope returns the scope of a session: the order's first one, or a granted one that has not expired; empty for none.
func (q Orders) SessionScope(ctx context.Context, orderID string, session []byte) (scope permission.Scope, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT coalesce((SELECT 'order' FROM orders WHERE id = $1 AND session = $2),
		    (SELECT scope FROM order_sessions WHERE order_id = $1 AND session = $2 AND expires_at > now()), '')`,
		orderID, session).Scan(&scope)
	return scope, storeerrors.Translate("check order session", err)
}
