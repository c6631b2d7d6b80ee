package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"selfcare/internal/domain/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Areas of the audit log.
const (
	Support = "support" // actions of staff
	Account = "account" // events of accounts
)

// Record is an action that must be traceable later, without personal data. A repeated Key is written once.
type Record struct {
	Area    string // default: Support
	ID      int64  // set by the store
	Key     string
	OrderID string
	Actor   string
	Action  string
	Note    string
	Details map[string]string
	At      time.Time // set by the store
}

// Log is the append-only audit log.
type Log struct{ *tx.Conn }

// Write appends one entry. An entry with a known Key is not written again.
func (q Log) Write(ctx context.Context, e Record) error {
	if !audit.Known(e.Action) {
		return fmt.Errorf("audit: %q is not an action of the contract (AuditAction)", e.Action)
	}
	details, err := json.Marshal(e.Details)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	_, err = q.Prepared().Exec(ctx, `
		INSERT INTO audit_log (key, order_id, actor, action, note, details, area)
		VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6::jsonb, 'null'), '{}'), coalesce($7, 'support'))
		ON CONFLICT (key) DO NOTHING`,
		tx.OrNull(e.Key), tx.OrNull(e.OrderID), e.Actor, e.Action, e.Note, string(details), tx.OrNull(e.Area))
	return storeerrors.Translate("audit", err)
}

// WriteReads records that a member of staff read orders: once for each order, reader and hour.
func (q Log) WriteReads(ctx context.Context, actor string, orderIDs []string) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO audit_log (key, order_id, actor, action, note)
		SELECT concat_ws('/', 'read', $1::text, id, date_trunc('hour', now())), id, $1, $3, '' FROM unnest($2::uuid[]) AS id
		ON CONFLICT (key) DO NOTHING`, actor, orderIDs, audit.OrderRead)
	return storeerrors.Translate("audit reads", err)
}

// WriteRead records that a member of staff is about to see personal data: once for each kind of access and hour.
func (q Log) WriteRead(ctx context.Context, actor string, details map[string]string) error {
	said, err := json.Marshal(details)
	if err != nil {
		return fmt.Errorf("audit read: %w", err)
	}
	_, err = q.Prepared().Exec(ctx, `
		INSERT INTO audit_log (key, actor, action, note, details)
		VALUES (concat_ws('/', 'read', $1::text, encode(sha256(convert_to($2::text, 'UTF8')), 'hex'), date_trunc('hour', now())), $1, $3, '', $2::jsonb)
		ON CONFLICT (key) DO NOTHING`, actor, string(said), audit.DataRead)
	return storeerrors.Translate("audit read", err)
}

// SignIns returns the last successful and failed sign-ins of a user, newest first.
func (q Log) SignIns(ctx context.Context, userID string, limit int) ([]Record, error) {
	return q.log(ctx, auditEntries+`
		WHERE actor = $1 AND action = 'signed-in' UNION ALL`+failedEntries+`
		WHERE account = $1 ORDER BY at DESC LIMIT $2`, userID, limit)
}

// SettingChanged is the action of an entry about a business setting; Details name its key.
const SettingChanged = "setting-changed"

// SettingChanges returns the entries about business settings, oldest first.
func (q Log) SettingChanges(ctx context.Context) ([]Record, error) {
	return q.log(ctx, auditEntries+" WHERE action = $1 ORDER BY id", SettingChanged)
}

const (
	auditEntries = `
		SELECT id, coalesce(key, ''), coalesce(order_id::text, ''), actor, action, note, details, area, at FROM audit_log`
	failedEntries = `
		SELECT id, '', '', account, 'sign-in-failed', '', jsonb_build_object('provider', provider, 'client', network,
			'attempts', attempts::text, 'traceId', trace_id), 'account', last_at FROM failed_sign_ins`
)

func (q Log) log(ctx context.Context, statement string, args ...any) ([]Record, error) {
	rows, err := q.Prepared().Query(ctx, statement, args...)
	if err != nil {
		return nil, storeerrors.Translate("read audit log", err)
	}
	defer func() { _ = rows.Close() }()
	var entries []Record
	for rows.Next() {
		var e Record
		var details []byte
		if err := rows.Scan(&e.ID, &e.Key, &e.OrderID, &e.Actor, &e.Action, &e.Note, &details, &e.Area, &e.At); err != nil {
			return nil, storeerrors.Translate("read audit log", err)
		}
		if err := json.Unmarshal(details, &e.Details); err != nil {
			return nil, fmt.Errorf("read audit log: %w", err)
		}
		entries = append(entries, e)
	}
	return entries, storeerrors.Translate("read audit log", rows.Err())
}
