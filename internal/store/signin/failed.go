// Package signin counts failed sign-ins.
package signin

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// FailedSignIn is a failed sign-in. An unknown login has the account "unknown": a row for each invented name would let a stranger
// fill the table.
type FailedSignIn struct {
	Account  string
	Provider string
	Network  string // of the client, truncated
	TraceID  string
}

// FailedSignIns counts failed sign-ins: a row for each account, sign-in method, network and hour.
type FailedSignIns struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:failed_sign_ins,alias:f"`

	Account  string
	Provider string
	Network  string
	TraceID  string
}

// Count counts one failed sign-in.
func (q FailedSignIns) Count(ctx context.Context, f FailedSignIn) error {
	_, err := q.DB.NewInsert().Model(&row{Account: f.Account, Provider: f.Provider, Network: f.Network, TraceID: f.TraceID}).
		On("CONFLICT (account, provider, network, hour) DO UPDATE").
		Set("attempts = f.attempts + 1").Set("trace_id = EXCLUDED.trace_id").Set("last_at = now()").Exec(ctx)
	return storeerrors.Translate("count failed sign-in", err)
}

// Purge deletes rows from before a time, and returns their number.
func (q FailedSignIns) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	purged, err = tx.PurgeRows(ctx, q.DB, (*row)(nil), "last_at", before)
	return purged, storeerrors.Translate("purge failed sign-ins", err)
}
