package order

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/permission"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/tx"
)

type sessionRow struct {
	bun.BaseModel `bun:"table:order_sessions,alias:s"`

	OrderID   string
	Session   []byte
	Scope     permission.Scope
	Agent     string `bun:",nullzero"`
	ExpiresAt time.Time
	Link      []byte
}

// GrantSession grants another browser access to an order until a time. session is the SHA-256 of its token.
func (q Orders) GrantSession(ctx context.Context, orderID string, session []byte, scope permission.Scope, expires time.Time) error {
	_, err := q.DB.NewInsert().Model(&sessionRow{OrderID: orderID, Session: session, Scope: scope, ExpiresAt: expires}).
		On("CONFLICT (order_id, session) DO UPDATE").Set("expires_at = greatest(s.expires_at, EXCLUDED.expires_at)").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("grant order session", err)
}

// GrantAgent grants a member of support access to an order for a customer on the telephone, until a time.
func (q Orders) GrantAgent(ctx context.Context, orderID string, session []byte, agent string, expires time.Time) error {
	_, err := q.DB.NewInsert().Model(&sessionRow{OrderID: orderID, Session: session, Scope: permission.Assisted, Agent: agent, ExpiresAt: expires}).
		On("CONFLICT (order_id, session) DO NOTHING").Exec(ctx)
	return storeerrors.Translate("grant order session", err)
}

// AgentOf returns the member of support who has a session of an order; empty for other and expired sessions.
func (q Orders) AgentOf(ctx context.Context, orderID string, session []byte) (userID string, err error) {
	var agent sql.NullString
	err = q.DB.NewSelect().Model((*sessionRow)(nil)).Column("agent").Where("order_id = ?", orderID).Where("session = ?", session).
		Where("expires_at > now()").Scan(ctx, &agent)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return agent.String, storeerrors.Translate("check order session", err)
}

// OpenLink creates the session of the browser that opens a link first. The same browser may open it again; another one is
// ErrConflict.
func (q Orders) OpenLink(ctx context.Context, orderID string, link, session []byte, scope permission.Scope, expires time.Time) error {
	result, err := q.DB.NewInsert().Model(&sessionRow{OrderID: orderID, Session: session, Scope: scope, ExpiresAt: expires, Link: link}).
		On("CONFLICT (link) DO UPDATE").Set("link = EXCLUDED.link").Where("s.session = EXCLUDED.session").Returning("NULL").Exec(ctx)
	return tx.RequireChange("open link", storeerrors.ErrConflict, result, err)
}

// SessionScope returns the scope of a session: the order's first one, or a granted one that has not expired; empty for none.
func (q Orders) SessionScope(ctx context.Context, orderID string, session []byte) (scope permission.Scope, err error) {
	err = hot.OrderSession.Row(ctx, q.Conn, orderID, session).Scan(&scope)
	return scope, storeerrors.Translate("check order session", err)
}
