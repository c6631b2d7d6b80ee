package subscription

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	subscriptionstore "selfcare/internal/store/subscription"
)

// Figures of the calls to the workflows of subscriptions.
const (
	callBatch = 100
	callers   = 8 // at once
	idlePoll  = 500 * time.Millisecond
)

// Caller calls the workflows of plans and shards. A repeated call does no harm.
type Caller interface {
	// Call starts the workflow of a plan, or wakes a running one.
	Call(ctx context.Context, s contract.PlanSubscription) error
	// Inform wakes the workflow of a plan if one runs.
	Inform(ctx context.Context, s contract.PlanSubscription) error
	// ReportDue tells the shard of a line that the plan is due soon.
	ReportDue(ctx context.Context, s contract.PlanSubscription) error
}

// Owed starts workflows that our database has noted and that were not started.
type Owed interface {
	StartOwed(ctx context.Context) error
}

// Calls wakes the workflows of subscriptions.
type Calls struct {
	store  *store.Store
	shards *Shards
	caller Caller
	owed   []Owed
}

// NewCalls needs the database, a caller, and what else is owed.
func NewCalls(s *store.Store, c Caller, o ...Owed) *Calls {
	return &Calls{s, NewShards(s, time.Now), c, o}
}

// CallSubscriptions follows the plans that have news, batch after batch, until its time is over or the worker stops. A call is
// dropped once the workflow has it. Between the batches it starts what is owed.
func (a *Calls) CallSubscriptions(ctx context.Context) error {
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		count, err := a.call(ctx)
		for _, owed := range a.owed { // one failure does not stop the others
			err = errors.Join(err, owed.StartOwed(ctx))
		}
		pause := idlePoll
		if count == callBatch {
			pause = 0
		}
		return pause, failure.Map("call subscriptions", err)
	})
}

// call makes a batch of calls, several at once, and drops the successful ones. A call that fails while others succeed is put aside. If all
// fail, Temporal is away, and all wait.
func (a *Calls) call(ctx context.Context) (count int, err error) {
	calls, err := a.store.PlanSubscriptions.Calls(ctx, callBatch)
	if err != nil || len(calls) == 0 {
		return 0, err
	}
	faults := make([]error, len(calls))
	var group errgroup.Group
	group.SetLimit(callers)
	for i, one := range calls {
		group.Go(func() error {
			if faults[i] = one.Unreadable; faults[i] == nil {
				faults[i] = a.follow(ctx, one.Subscription.LineID)
			}
			return nil
		})
	}
	_ = group.Wait() // the calls return no errors; note counts them
	return len(calls), a.note(ctx, calls, faults)
}

// follow takes what is due for a plan with news, and ends the plan of a line that has left. It calls the workflow of the plan if there
// is work for one.
func (a *Calls) follow(ctx context.Context, lineID string) error {
	s, err := a.shards.AdvanceLine(ctx, lineID)
	if err != nil {
		return err
	}
	switch {
	case subscription.NeedsWorkflow(s):
		return a.caller.Call(ctx, s)
	case isDue(s, a.shards.now().Add(contract.LongestShardRest)):
		err = a.caller.ReportDue(ctx, s)
	}
	return errors.Join(err, a.caller.Inform(ctx, s))
}

func isDue(s contract.PlanSubscription, now time.Time) bool {
	return s.Step != contract.StepNone && !s.DueAt.After(now)
}

// note drops the successful calls and puts the failed ones aside.
func (a *Calls) note(ctx context.Context, calls []subscriptionstore.Call, faults []error) error {
	var heard, failed []int64
	isAway := true
	for i, one := range calls {
		if faults[i] == nil {
			heard = append(heard, one.Seq)
		} else {
			failed = append(failed, one.Seq)
		}
		isAway = isAway && faults[i] != nil && one.Unreadable == nil
	}
	err := a.store.PlanSubscriptions.DropCalls(ctx, heard)
	if isAway {
		return errors.Join(append(faults, err)...)
	}
	if len(failed) > 0 && activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("calls of subscriptions failed and are put aside", "count", len(failed), "error", errors.Join(faults...))
	}
	return errors.Join(err, a.store.PlanSubscriptions.PutCallsAside(ctx, failed))
}
