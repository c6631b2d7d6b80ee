// Package audit seals the audit log.
package audit

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/domain/audit"
)

const (
	beat = 5 * time.Second
	most = 5000 // entries of one seal
)

// Every is how often the log is sealed.
const Every = time.Minute

// Activities seal the log.
type Activities struct {
	seals Sealer
	every time.Duration
}

// Sealer seals up to most entries without a seal; it returns false if there are none.
type Sealer interface {
	Seal(ctx context.Context, most int) (audit.Seal, bool, error)
}

// New takes the store of seals and the pause between two runs.
func New(s Sealer, every time.Duration) *Activities { return &Activities{s, every} }

// SealAuditLog seals new entries each minute until its time is over or the worker stops. Killed half-way, it leaves either a
// whole seal or none. Two of them at once take turns.
func (a *Activities) SealAuditLog(ctx context.Context) error {
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		return a.every, failure.Map("seal the audit log", a.sealAll(ctx))
	})
}

// sealAll makes as many seals as are needed, and writes each head to the log. The log is outside the database, so it shows
// whether the chain was rewritten.
func (a *Activities) sealAll(ctx context.Context) error {
	for {
		seal, sealed, err := a.seals.Seal(ctx, most)
		if err != nil || !sealed {
			return err
		}
		head := audit.Head{Number: seal.Number, Hash: seal.Hash()}
		activity.GetLogger(ctx).Info("audit log sealed", "head", head.String(), "entries", len(seal.IDs))
		activity.RecordHeartbeat(ctx)
	}
}
