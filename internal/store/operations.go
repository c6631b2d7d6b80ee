package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"selfcare/internal/contract"
)

// Areas of the audit log.
const (
	AuditSupport = "support" // what people of ours did
	AuditAccount = "account" // what happened to accounts
)

// AuditEntry is one thing that must be traceable later, without personal data. A repeated Key is written once.
type AuditEntry struct {
	Area    string // AuditSupport where not said
	ID      int64  // given by the store
	Key     string
	OrderID string
	Actor   string
	Action  string
	Note    string
	Details map[string]string
	At      time.Time // given by the store
}

// Audit is the log of what must be traceable later.
type Audit struct{ *conn }

// Write writes one entry that nobody can change. An entry whose Key is known already is not written again.
func (q Audit) Write(ctx context.Context, e AuditEntry) error {
	details, err := json.Marshal(e.Details)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	_, err = q.prepared().exec(ctx, `
		INSERT INTO audit_log (key, order_id, actor, action, note, details, area)
		VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6::jsonb, 'null'), '{}'), coalesce($7, 'support'))
		ON CONFLICT (key) DO NOTHING`,
		orNull(e.Key), orNull(e.OrderID), e.Actor, e.Action, e.Note, string(details), orNull(e.Area))
	return translate("audit", err)
}

// Change makes a change and writes that it happened: both or, when either fails, neither.
func (q Audit) Change(ctx context.Context, e AuditEntry, change func(tx *Tx) error) error {
	return q.commit(ctx, func(tx *Tx) error {
		if err := change(tx); err != nil {
			return err
		}
		return tx.Audit.Write(ctx, e)
	})
}

// SupportLog is one page of what people of ours did, newest first; to one order where orderID is given.
func (q Audit) SupportLog(ctx context.Context, orderID string, page int) ([]AuditEntry, error) {
	return q.log(ctx, AuditSupport, orderID, page)
}

// AccountLog is one page of what happened to accounts, newest first.
func (q Audit) AccountLog(ctx context.Context, page int) ([]AuditEntry, error) {
	return q.log(ctx, AuditAccount, "", page)
}

func (q Audit) log(ctx context.Context, area, orderID string, page int) ([]AuditEntry, error) {
	rows, err := q.prepared().query(ctx, `
		SELECT id, coalesce(key, ''), coalesce(order_id::text, ''), actor, action, note, details, area, at FROM audit_log
		WHERE area = $1 AND ($2::uuid IS NULL OR order_id = $2) ORDER BY id DESC LIMIT $3 OFFSET $4`,
		area, orNull(orderID), pageSize, offset(page, pageSize))
	if err != nil {
		return nil, translate("read audit log", err)
	}
	defer func() { _ = rows.Close() }()
	var entries []AuditEntry
	for rows.Next() {
		var e AuditEntry
		var details []byte
		if err := rows.Scan(&e.ID, &e.Key, &e.OrderID, &e.Actor, &e.Action, &e.Note, &details, &e.Area, &e.At); err != nil {
			return nil, translate("read audit log", err)
		}
		if err := json.Unmarshal(details, &e.Details); err != nil {
			return nil, fmt.Errorf("read audit log: %w", err)
		}
		entries = append(entries, e)
	}
	return entries, translate("read audit log", rows.Err())
}

// Figures are counts for the people who operate the product.
type Figures struct{ *conn }

// HeldOrders counts the orders that wait for us, by failure code.
func (q Figures) HeldOrders(ctx context.Context) (map[contract.Code]int, error) {
	var rows []struct {
		FailureCode contract.Code
		Count       int
	}
	err := q.db.NewRaw("SELECT failure_code, count(*) AS count FROM orders WHERE stage = 'held' GROUP BY failure_code").Scan(ctx, &rows)
	held := make(map[contract.Code]int, len(rows))
	for _, row := range rows {
		held[row.FailureCode] = row.Count
	}
	return held, translate("count held orders", err)
}

// OldestUnknownPayment is how long ago the oldest payment began whose outcome nobody knows; zero when there is none.
func (q Figures) OldestUnknownPayment(ctx context.Context) (time.Duration, error) {
	var seconds float64
	err := q.prepared().row(ctx, `
		SELECT coalesce(extract(epoch FROM now() - min(at)), 0)::float8 FROM payments WHERE status = 'pending'`).Scan(&seconds)
	return time.Duration(seconds * float64(time.Second)), translate("find oldest unknown payment", err)
}
