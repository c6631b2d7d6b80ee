package subscription

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/domain/sweep"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	subscriptionstore "selfcare/internal/store/subscription"
	sweepstore "selfcare/internal/store/sweep"
)

// Figures of the shards.
const (
	dueBatch  = 20               // plans in one transaction
	atWork    = 4                // batches at once in one process: the rest of its connections is for people
	collect   = time.Second      // at least between two looks, so that several plans may be due by then
	looksEach = 10 * time.Second // at most between two looks: a plan may become due earlier meanwhile
	staysFor  = 2 * time.Minute  // a shard with a plan that is due within this time keeps its worker
	asideFor  = 10 * time.Minute // until a plan that could not be advanced is tried again
)

// Shards advance the plans whose step is due.
type Shards struct {
	store *store.Store
	now   func() time.Time
	slots chan struct{}
}

// NewShards needs the database and a clock.
func NewShards(s *store.Store, now func() time.Time) *Shards {
	return &Shards{s, now, make(chan struct{}, atWork)}
}

// AdvanceShard takes the due steps of a shard, batch after batch, and returns when the next one is due. It may be stopped and
// repeated at any time: a batch is a transaction, and a worker that dies holds no row any more.
func (a *Shards) AdvanceShard(ctx context.Context, in contract.PlanShardInput) (rest contract.ShardRest, err error) {
	err = standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		count, err := a.advanceBatch(ctx, in.Shard)
		rest.Advanced += count
		if err != nil || count == dueBatch {
			return 0, failure.Map("advance plans", err)
		}
		rest.Next, err = a.store.PlanSubscriptions.FindNextDue(ctx, in.Shard)
		return a.pause(rest.Next), failure.Map("find next due plan", err)
	})
	return rest, err
}

// pause is the pause before the next batch; standing.Over if no plan is due soon.
func (a *Shards) pause(next time.Time) time.Duration {
	left := next.Sub(a.now())
	if next.IsZero() || left > staysFor {
		return standing.Over
	}
	return min(max(left, collect), looksEach)
}

// advanceBatch advances plans in one transaction. If it fails, each plan gets a transaction of its own, so that a plan that the
// database refuses does not stop the others.
func (a *Shards) advanceBatch(ctx context.Context, shard int) (count int, err error) {
	a.slots <- struct{}{}
	defer func() { <-a.slots }()
	var due []subscriptionstore.DuePlan
	now := a.now()
	err = a.store.InTx(ctx, func(q *store.Tx) (err error) {
		if due, err = q.PlanSubscriptions.LockDue(ctx, shard, now, dueBatch); err != nil {
			return err
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		shared, err := newBatch(ctx, q, due)
		if err != nil {
			return err
		}
		work := turn{q: q, rules: settings.Subscription.Rules(), now: now, batch: shared}
		for _, plan := range due {
			if err := work.followDue(ctx, plan); err != nil {
				return err
			}
		}
		return shared.write(ctx, q)
	})
	if err == nil || len(due) == 0 || ctx.Err() != nil {
		return len(due), err
	}
	return len(due), a.advanceEach(ctx, due)
}

// advanceEach advances each plan of a failed batch by itself, and puts those aside that fail again. If all fail because our database
// is away, all wait.
func (a *Shards) advanceEach(ctx context.Context, due []subscriptionstore.DuePlan) error {
	faults := make([]error, len(due))
	isAway := true
	for i, plan := range due {
		if faults[i] = plan.Unreadable; faults[i] == nil {
			_, faults[i] = a.AdvanceLine(ctx, plan.LineID)
		}
		isAway = isAway && storeerrors.Away(faults[i])
	}
	if isAway || ctx.Err() != nil {
		return errors.Join(append(faults, ctx.Err())...)
	}
	for i, plan := range due {
		if faults[i] == nil {
			continue
		}
		if err := a.putAside(ctx, plan.LineID, faults[i]); err != nil {
			return err
		}
	}
	return nil
}

// putAside lets a plan wait, and shows it to support at once. The sweep drops the case when the plan has gone on.
func (a *Shards) putAside(ctx context.Context, lineID string, fault error) error {
	if activity.IsActivity(ctx) {
		activity.GetLogger(ctx).Error("the plan of a line cannot be advanced and is put aside", "line", lineID, "error", fault)
	}
	if err := a.store.PlanSubscriptions.PutAside(ctx, lineID, a.now().Add(asideFor)); err != nil {
		return err
	}
	plan := sweepstore.Process{Name: sweepstore.PlanProcess}
	return a.store.Sweeps.Note(ctx, plan, sweep.RefusedWrite, []string{contract.PlanSubscriptionWorkflowID(lineID)})
}

// AdvanceLine takes what is due for the plan of one line, and tries what waits for its balance. It returns the plan.
func (a *Shards) AdvanceLine(ctx context.Context, lineID string) (next contract.PlanSubscription, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		s, err := q.PlanSubscriptions.GetLocked(ctx, lineID)
		if err != nil {
			return err
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		next, err = turn{q: q, rules: settings.Subscription.Rules(), now: a.now()}.follow(ctx, s)
		return err
	})
	return next, err
}

// followDue is follow for a plan of a batch. A plan that stays as it is must not be found due again at once.
func (t turn) followDue(ctx context.Context, due subscriptionstore.DuePlan) error {
	if due.Unreadable != nil {
		return due.Unreadable
	}
	next, err := t.follow(ctx, due.Subscription)
	if err != nil || next.Seq != due.Subscription.Seq {
		return err
	}
	return t.q.PlanSubscriptions.PutAside(ctx, due.LineID, t.now.Add(asideFor))
}

// follow takes what is due for a plan whose row is locked, and calls its workflow if there is work for one. The plan of a line that
// has left ends.
func (t turn) follow(ctx context.Context, s contract.PlanSubscription) (contract.PlanSubscription, error) {
	next, err := t.advance(ctx, s)
	var left *contract.Refusal
	if errors.As(err, &left) && left.Code == contract.FailNumberAbsent {
		next, err = t.end(ctx, s)
	}
	if err == nil {
		next, err = t.save(ctx, s, next)
	}
	if err != nil || next.Seq == s.Seq || !subscription.NeedsWorkflow(s) && !subscription.NeedsWorkflow(next) {
		return next, err
	}
	return next, t.q.PlanSubscriptions.Wake(ctx, s.LineID)
}
