// Package signin counts failed sign-ins.
package signin

import (
	"context"
	"time"

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

// Count counts one failed sign-in.
func (q FailedSignIns) Count(ctx context.Context, f FailedSignIn) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO failed_sign_ins AS f (account, provider, network, trace_id) VALUES ($1, $2, $3, $4)
		ON CONFLICT (account, provider, network, hour)
		DO UPDATE SET attempts = f.attempts + 1, trace_id = EXCLUDED.trace_id, last_at = now()`,
		f.Account, f.Provider, f.Network, f.TraceID)
	return storeerrors.Translate("count failed sign-in", err)
}

// Purge deletes rows from before a time, and returns their number.
func (q FailedSignIns) Purge(ctx context.Context, before time.Time) (purged int, err error) {
	purged, err = q.Prepared().Purge(ctx, "DELETE FROM failed_sign_ins WHERE id IN (SELECT id FROM failed_sign_ins WHERE last_at < $1 LIMIT $2)", before)
	return purged, storeerrors.Translate("purge failed sign-ins", err)
}
