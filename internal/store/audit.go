package store

import (
	"context"
	"encoding/json"
	"fmt"
)

// Audit writes one entry that nobody can change. An entry whose Key is known already is not written again.
func (q *Queries) Audit(ctx context.Context, e AuditEntry) error {
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

// Audited makes a change and writes that it happened: both or, when either fails, neither.
func (s *Store) Audited(ctx context.Context, e AuditEntry, change func(q *Queries) error) error {
	return s.InTx(ctx, func(q *Queries) error {
		if err := change(q); err != nil {
			return err
		}
		return q.Audit(ctx, e)
	})
}

// AuditLog is one page of what people of ours did, newest first; to one order where orderID is given.
func (q *Queries) AuditLog(ctx context.Context, orderID string, page int) ([]AuditEntry, error) {
	return q.auditLog(ctx, AuditSupport, orderID, page)
}

// AccountLog is one page of what happened to accounts, newest first.
func (q *Queries) AccountLog(ctx context.Context, page int) ([]AuditEntry, error) {
	return q.auditLog(ctx, AuditAccount, "", page)
}

func (q *Queries) auditLog(ctx context.Context, area, orderID string, page int) ([]AuditEntry, error) {
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
