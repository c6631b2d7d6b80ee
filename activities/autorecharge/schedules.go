package autorecharge

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Scheduler makes, changes and takes away the schedule of a line, so that it follows the row. Done again it changes nothing.
type Scheduler interface {
	Follow(ctx context.Context, r contract.AutoRecharge, catchUp time.Duration) error
}

// Schedules has schedules follow their rows: whatever wrote a row, whether or not it lived to see the schedule.
type Schedules struct {
	store  *store.Store
	way    Scheduler
	origin string
}

// NewSchedules needs the database, the way to the schedules, and the site's address.
func NewSchedules(s *store.Store, w Scheduler, origin string) *Schedules {
	return &Schedules{s, w, origin}
}

const followsAtOnce = 50

// StartOwed follows the rows that were written since it was asked last. One that cannot be followed now is tried again, and keeps
// nobody else waiting.
func (a *Schedules) StartOwed(ctx context.Context) error {
	calls, err := a.store.AutoRecharges.Calls(ctx, followsAtOnce)
	if err != nil || len(calls) == 0 {
		return err
	}
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return err
	}
	for _, call := range calls {
		if err := a.follow(ctx, call.Rule, settings.AutoRecharge.CatchUp); err != nil {
			note(ctx, err)
			continue
		}
		if err := a.store.AutoRecharges.DropCall(ctx, call.Seq); err != nil {
			return err
		}
	}
	return nil
}

// follow also says why a rule is paused: whoever removed its card did not.
func (a *Schedules) follow(ctx context.Context, r contract.AutoRecharge, catchUp time.Duration) error {
	if err := a.way.Follow(ctx, r, catchUp); err != nil || r.State != contract.AutoPaused {
		return err
	}
	return notifyPause(ctx, a.store.Tx, r, r.Reason, a.origin)
}

func note(ctx context.Context, err error) {
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Warn("the schedule of an auto-recharge does not follow its row yet", "error", err)
	}
}
