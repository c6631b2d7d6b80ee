package store

import (
	"context"
	"database/sql"
	"time"
)

// LineClaim is one change of a line: who makes it and until when.
type LineClaim struct {
	LineID      string
	Holder      string // the order or the request that changes the line
	OrderNumber string // empty where no order does
	Until       time.Time
	ExpiresAt   time.Time // a draft's claim ends by itself; zero lasts until it is released
}

// LineBusyError means that somebody else changes the line.
type LineBusyError struct{ By LineClaim }

func (e *LineBusyError) Error() string { return "line is being changed by " + e.By.Holder }

// ClaimLine lets one change in; claiming again moves the times on. Another one under way is a LineBusyError.
func (q *Queries) ClaimLine(ctx context.Context, c LineClaim) error {
	changed, err := q.prepared().exec(ctx, `
		INSERT INTO line_changes (line_id, holder, order_number, until, expires_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (line_id) DO UPDATE SET holder = EXCLUDED.holder, order_number = EXCLUDED.order_number,
		    until = EXCLUDED.until, expires_at = EXCLUDED.expires_at
		WHERE line_changes.holder = EXCLUDED.holder OR line_changes.expires_at <= now()`,
		c.LineID, c.Holder, c.OrderNumber, c.Until, timeOrNull(c.ExpiresAt))
	if err != nil || changed == 1 {
		return translate("claim line", err)
	}
	by, err := q.LineClaim(ctx, c.LineID)
	if err != nil {
		return err
	}
	return &LineBusyError{by}
}

// LineClaim is the change under way on a line; ErrNotFound when there is none.
func (q *Queries) LineClaim(ctx context.Context, lineID string) (LineClaim, error) {
	claim := LineClaim{LineID: lineID}
	var expires sql.NullTime
	err := q.prepared().row(ctx, `
		SELECT holder, order_number, until, expires_at FROM line_changes
		WHERE line_id = $1 AND (expires_at IS NULL OR expires_at > now())`, lineID).
		Scan(&claim.Holder, &claim.OrderNumber, &claim.Until, &expires)
	claim.ExpiresAt = expires.Time
	return claim, translate("read claim on line", err)
}

// ReleaseLines ends every claim of a holder.
func (q *Queries) ReleaseLines(ctx context.Context, holder string) error {
	_, err := q.prepared().exec(ctx, "DELETE FROM line_changes WHERE holder = $1", holder)
	return translate("release line", err)
}

// SuspendLine notes that a line is out of service while its SIM is replaced. A blocked one stays blocked.
func (q *Queries) SuspendLine(ctx context.Context, lineID string) error {
	return q.moveLine(ctx, "suspend line", lineID, "active", "suspended")
}

// ResumeLine ends what SuspendLine began.
func (q *Queries) ResumeLine(ctx context.Context, lineID string) error {
	return q.moveLine(ctx, "resume line", lineID, "suspended", "active")
}

func (q *Queries) moveLine(ctx context.Context, operation, lineID, from, to string) error {
	_, err := q.prepared().exec(ctx, "UPDATE lines SET status = $3 WHERE id = $1 AND status = $2", lineID, from, to)
	return translate(operation, err)
}

// GuardLine refuses what could harm the line's owner until a time; an earlier time does not shorten it.
func (q *Queries) GuardLine(ctx context.Context, lineID string, until time.Time) error {
	_, err := q.prepared().exec(ctx, "UPDATE lines SET guarded_until = greatest(guarded_until, $2) WHERE id = $1", lineID, until)
	return translate("guard line", err)
}

// Holders are the users whose account a line is, the main one first.
func (q *Queries) Holders(ctx context.Context, lineID string) (users []User, err error) {
	rows, err := q.prepared().query(ctx, "SELECT "+userColumns+` FROM users AS u JOIN subscriptions AS s ON s.user_id = u.id
		WHERE s.line_id = $1 AND s.ended_at IS NULL ORDER BY s.is_main DESC, s.created_at`, lineID)
	if err != nil {
		return nil, translate("find holders", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		user, err := q.scanUser(rows)
		if err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	return users, translate("find holders", rows.Err())
}
