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
		INSERT INTO audit_log (key, order_id, actor, action, note, details) VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6::jsonb, 'null'), '{}'))
		ON CONFLICT (key) DO NOTHING`,
		orNull(e.Key), orNull(e.OrderID), e.Actor, e.Action, e.Note, string(details))
	return translate("audit", err)
}

// AuditLog is one page of entries, newest first; of one order where orderID is given.
func (q *Queries) AuditLog(ctx context.Context, orderID string, page int) ([]AuditEntry, error) {
	rows, err := q.prepared().query(ctx, `
		SELECT id, coalesce(key, ''), coalesce(order_id::text, ''), actor, action, note, details, at FROM audit_log
		WHERE $1::uuid IS NULL OR order_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`,
		orNull(orderID), pageSize, offset(page, pageSize))
	if err != nil {
		return nil, translate("read audit log", err)
	}
	defer func() { _ = rows.Close() }()
	var entries []AuditEntry
	for rows.Next() {
		var e AuditEntry
		var details []byte
		if err := rows.Scan(&e.ID, &e.Key, &e.OrderID, &e.Actor, &e.Action, &e.Note, &details, &e.At); err != nil {
			return nil, translate("read audit log", err)
		}
		if err := json.Unmarshal(details, &e.Details); err != nil {
			return nil, fmt.Errorf("read audit log: %w", err)
		}
		entries = append(entries, e)
	}
	return entries, translate("read audit log", rows.Err())
}
