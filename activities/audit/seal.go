// Package audit keeps the audit log sealed.
package audit

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/internal/domain/audit"
)

const (
	sealFor = 10 * time.Minute // then the workflow starts the activity anew
	beat    = 5 * time.Second
	most    = 5000 // entries of one seal
)

// Every is how often the log is sealed.
const Every = time.Minute

// Activities seal the log.
type Activities struct {
	seals Sealer
	every time.Duration
}

// Sealer closes up to so many entries that no seal has yet; false where there are none.
type Sealer interface {
	Seal(ctx context.Context, most int) (audit.Seal, bool, error)
}

// New needs the seals, and how often they are to be made.
func New(s Sealer, every time.Duration) *Activities { return &Activities{s, every} }

// SealAuditLog seals what was written down, each minute, until its time is over or the worker stops. Killed half-way it leaves a seal
// whole or none; two of them at once take turns.
func (a *Activities) SealAuditLog(ctx context.Context) error {
	over := time.NewTimer(sealFor)
	defer over.Stop()
	pulse := time.NewTicker(min(beat, a.every))
	defer pulse.Stop()
	var due time.Time
	for {
		activity.RecordHeartbeat(ctx)
		if now := time.Now(); !now.Before(due) {
			due = now.Add(a.every)
			if err := a.sealAll(ctx); err != nil {
				return failure.Map("seal the audit log", err)
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-activity.GetWorkerStopChannel(ctx):
			return nil
		case <-over.C:
			return nil
		case <-pulse.C:
		}
	}
}

// sealAll makes as many seals as are needed, and says each one's head in the log: kept away from the database, it shows whether the
// chain was written anew.
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
