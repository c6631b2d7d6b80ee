package autorecharge

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Scheduler creates, changes or removes the schedule of a line, so that it follows the row. It is idempotent.
type Scheduler interface {
	Follow(ctx context.Context, r contract.AutoRecharge, catchUp time.Duration) error
}

// Schedules makes schedules follow their rows, also after the process that wrote a row has died.
type Schedules struct {
	store  *store.Store
	way    Scheduler
	origin string
}

// NewSchedules takes the database, the port to the schedules, and the site's address.
func NewSchedules(s *store.Store, w Scheduler, origin string) *Schedules {
	return &Schedules{s, w, origin}
}

const followsAtOnce = 50

// StartOwed updates the schedules of the rows written since its last run. A failed one is tried again and must not block the
// rest.
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

// follow also tells the customer why a rule is paused: removing its card sends no message.
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
