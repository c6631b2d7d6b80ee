package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

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

type row struct {
	bun.BaseModel `bun:"table:audit_log,alias:a"`

	Key     string `bun:",nullzero"`
	OrderID string `bun:",nullzero"`
	Actor   string
	Action  string
	Note    string
	Details json.RawMessage `bun:",type:jsonb"`
	Area    string
}

// Write appends one entry. An entry with a known Key is not written again.
func (q Log) Write(ctx context.Context, e Record) error {
	if !audit.Known(e.Action) {
		return fmt.Errorf("audit: %q is not an action of the contract (AuditAction)", e.Action)
	}
	written := row{
		Key: e.Key, OrderID: e.OrderID, Actor: e.Actor, Action: e.Action, Note: e.Note, Details: json.RawMessage("{}"), Area: cmp.Or(e.Area, Support),
	}
	if e.Details != nil {
		var err error
		if written.Details, err = json.Marshal(e.Details); err != nil {
			return fmt.Errorf("audit: %w", err)
		}
	}
	_, err := q.DB.NewInsert().Model(&written).On("CONFLICT (key) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("audit", err)
}

// WriteRead records that a member of staff is about to see personal data: once for each kind of access and hour.
func (q Log) WriteRead(ctx context.Context, actor string, details map[string]string) error {
	said, err := json.Marshal(details)
	if err != nil {
		return fmt.Errorf("audit read: %w", err)
	}
	read := row{Actor: actor, Action: audit.DataRead, Details: said, Area: Support}
	_, err = q.DB.NewInsert().Model(&read).
		Value("key", "concat_ws('/', 'read', ?, encode(sha256(convert_to(?, 'UTF8')), 'hex'), date_trunc('hour', now()))", actor, string(said)).
		On("CONFLICT (key) DO NOTHING").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("audit read", err)
}

// SettingChanged is the action of an entry about a business setting; Details name its key.
const SettingChanged = "setting-changed"

// SettingChanges returns the entries about business settings, oldest first.
func (q Log) SettingChanges(ctx context.Context) ([]Record, error) {
	var found []Record
	err := q.DB.NewSelect().Model((*row)(nil)).Column("id", "actor", "action", "note", "details", "area", "at").
		ColumnExpr("coalesce(key, '') AS key").ColumnExpr("coalesce(order_id::text, '') AS order_id").
		Where("action = ?", SettingChanged).Order("id").Scan(ctx, &found)
	return found, storeerrors.Translate("read audit log", err)
}
