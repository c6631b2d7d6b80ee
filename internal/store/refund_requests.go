package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"selfcare/internal/contract"
)

// RefundRequests are the refunds that wait, or waited, for a second person.
type RefundRequests struct{ *conn }

// RefundRequest is a refund that one person asked for and another one decides about.
type RefundRequest struct {
	ID          string
	OrderID     string
	OrderNumber string // given by the store
	Amount      contract.Halalas
	Note        string
	RequestedBy string
	Requester   string // e-mail, given by the store
	RequestedAt time.Time
	ExpiresAt   time.Time
	State       contract.RefundRequestState
	DecidedBy   string
	Decider     string // e-mail, given by the store
	DecidedAt   time.Time
}

const refundRequestColumns = `r.id, r.order_id, o.number, r.amount, r.note, r.requested_by, coalesce(a.email, ''), r.requested_at, r.expires_at, r.state,
	coalesce(r.decided_by::text, ''), coalesce(d.email, ''), r.decided_at FROM refund_requests AS r JOIN orders AS o ON o.id = r.order_id
	JOIN users AS a ON a.id = r.requested_by LEFT JOIN users AS d ON d.id = r.decided_by `

func scanRefundRequest(row interface{ Scan(fields ...any) error }) (RefundRequest, error) {
	var r RefundRequest
	var decided sql.NullTime
	err := row.Scan(&r.ID, &r.OrderID, &r.OrderNumber, &r.Amount, &r.Note, &r.RequestedBy, &r.Requester, &r.RequestedAt, &r.ExpiresAt, &r.State,
		&r.DecidedBy, &r.Decider, &decided)
	r.DecidedAt = decided.Time
	return r, translate("read refund request", err)
}

// Get finds a request by its id.
func (q RefundRequests) Get(ctx context.Context, id string) (RefundRequest, error) {
	return scanRefundRequest(q.prepared().row(ctx, "SELECT "+refundRequestColumns+"WHERE r.id = $1", id))
}

// AliveOf is an order's request that waits or was approved; ErrNotFound where there is none.
func (q RefundRequests) AliveOf(ctx context.Context, orderID string) (RefundRequest, error) {
	return scanRefundRequest(q.prepared().row(ctx, "SELECT "+refundRequestColumns+
		"WHERE r.order_id = $1 AND r.state IN ('pending', 'approved')", orderID))
}

// Page lists requests of one state, the oldest first, and tells whether there are more.
func (q RefundRequests) Page(ctx context.Context, state contract.RefundRequestState, page int) (requests []RefundRequest, more bool, err error) {
	rows, err := q.prepared().query(ctx, "SELECT "+refundRequestColumns+"WHERE r.state = $1 ORDER BY r.requested_at, r.id LIMIT $2 OFFSET $3",
		string(state), pageSize+1, offset(page, pageSize)) // one more tells of another page
	if err != nil {
		return nil, false, translate("list refund requests", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		r, err := scanRefundRequest(rows)
		if err != nil {
			return nil, false, err
		}
		requests = append(requests, r)
	}
	return requests[:min(len(requests), pageSize)], len(requests) > pageSize, translate("list refund requests", rows.Err())
}

// Open writes a request down. Another one of the order that is alive is ErrConflict.
func (q RefundRequests) Open(ctx context.Context, r RefundRequest) (RefundRequest, error) {
	var id string
	err := q.commit(ctx, func(tx *Tx) error {
		err := tx.prepared().row(ctx, `
			INSERT INTO refund_requests (order_id, amount, note, requested_by, requested_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`, r.OrderID, int64(r.Amount), r.Note, r.RequestedBy, r.RequestedAt, r.ExpiresAt).Scan(&id)
		if err != nil {
			return translate("open refund request", err)
		}
		return tx.RefundRequests.note(ctx, "refund-requested", r.RequestedBy, id, r.OrderID, r.Amount, r.Note)
	})
	if err != nil {
		return r, err
	}
	return q.Get(ctx, id)
}

// Decide approves or declines a request that waits. One that was decided, ran out, or was asked for by the same person is
// ErrConflict: of several who decide at once one does.
func (q RefundRequests) Decide(ctx context.Context, id string, state contract.RefundRequestState, by, note string, now time.Time) error {
	return q.commit(ctx, func(tx *Tx) error {
		var orderID string
		var amount contract.Halalas
		err := tx.prepared().row(ctx, `
			UPDATE refund_requests SET state = $2, decided_by = $3, decided_at = $4
			WHERE id = $1 AND state = 'pending' AND expires_at > $4 AND requested_by <> $3 RETURNING order_id, amount`,
			id, string(state), by, now).Scan(&orderID, &amount)
		if errors.Is(err, sql.ErrNoRows) {
			return translate("decide refund request", ErrConflict)
		}
		if err != nil {
			return translate("decide refund request", err)
		}
		return tx.RefundRequests.note(ctx, "refund-"+string(state), by, id, orderID, amount, note)
	})
}

// Expire ends what nobody decided about in time, with an entry each.
func (q RefundRequests) Expire(ctx context.Context, now time.Time) error {
	_, err := q.prepared().exec(ctx, `
		WITH expired AS (
		    UPDATE refund_requests SET state = 'expired', decided_at = expires_at WHERE state = 'pending' AND expires_at <= $1
		    RETURNING id, order_id, amount
		)
		INSERT INTO audit_log (key, order_id, actor, action, note, details)
		SELECT 'refund-expired:' || id, order_id, 'selfcare', 'refund-expired', '', jsonb_build_object('request', id, 'amount', amount::text)
		FROM expired ON CONFLICT (key) DO NOTHING`, now)
	return translate("expire refund requests", err)
}

func (q RefundRequests) note(ctx context.Context, action, actor, id, orderID string, amount contract.Halalas, note string) error {
	return Audit(q).Write(ctx, AuditEntry{
		Key: action + ":" + id, OrderID: orderID, Actor: actor, Action: action, Note: note,
		Details: map[string]string{"request": id, "amount": strconv.FormatInt(int64(amount), 10)},
	})
}
