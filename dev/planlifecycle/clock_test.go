package planlifecycle_test

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/temporal"

	subscriptionacts "selfcare/activities/subscription"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	"selfcare/internal/store/setting"
)

const (
	soon      = 10 * time.Millisecond  // wait for an event that is due in a day, or in months
	unhurried = 300 * time.Millisecond // wait that gives the owner time for a change
	later     = time.Hour              // wait for an event that must not come by itself

	// restful cycles last a second: on a busy machine a shard would else have moved on before each try of a choice.
	restful = 20
	resting = time.Second
)

// leapOf is the wait for what is due next.
func leapOf(s contract.PlanSubscription) time.Duration {
	switch {
	case s.Scheduled != nil && !s.Scheduled.Paid:
		return unhurried
	case s.Cycle%restful == 0:
		return resting
	default:
		return soon
	}
}

// leaping wraps the real activities of a plan with a clock that leaps from one due moment to the next: the books have
// the true days, the workflow waits for a moment only. It has no state, so the next worker continues like the last
// one.
type leaping struct {
	real  *subscriptionacts.Activities
	books *store.Store
	rules subscription.Rules
	dies  death
}

func newLeaping(s *store.Store, dies death) *leaping {
	return &leaping{real: subscriptionacts.New(s), books: s, rules: setting.Defaults().Subscription.Rules(), dies: dies}
}

// truly reads a plan from our books.
func (l *leaping) truly(s contract.PlanSubscription) contract.PlanSubscription {
	return subscription.Scheduled(s, l.rules)
}

// today is the time of an unplanned event: as early as possible, after the last event.
func today(s contract.PlanSubscription) contract.At {
	if s.Stage == contract.SubscriptionExpired {
		return contract.At{Now: s.ExpiredAt}
	}
	return contract.At{Now: s.From}
}

// told is a plan for the workflow. An expired one waits for its owner.
func told(s contract.PlanSubscription, now time.Time) contract.PlanSubscription {
	switch {
	case s.Step == contract.StepNone:
	case s.Stage == contract.SubscriptionExpired:
		s.DueAt = now.Add(later).UTC()
	default:
		s.DueAt = now.Add(leapOf(s)).UTC()
	}
	return s
}

// answer gives the workflow the state of our books, even if they are ahead of it.
func answer(s contract.PlanSubscription, err error, now time.Time) (contract.PlanSubscription, error) {
	var failed *temporal.ApplicationError
	if !errors.As(err, &failed) || failed.Type() != contract.ErrorSavedAhead {
		return told(s, now), err
	}
	var saved contract.PlanSubscription
	if unread := failed.Details(&saved); unread != nil {
		return s, errors.Join(err, unread)
	}
	return s, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, told(saved, now))
}

// AdvanceSubscription leaps to the due moment, and dies at its planned place.
func (l *leaping) AdvanceSubscription(ctx context.Context, s contract.PlanSubscription, in contract.At) (contract.PlanSubscription, error) {
	before, at := l.truly(s), today(s)
	if s.Step != contract.StepNone && !in.Now.Before(s.DueAt) {
		at.Now = before.DueAt
	}
	renews := before.Step == contract.StepRenew && at.Now.Equal(before.DueAt)
	l.dies.at(beforeCharge, s.Cycle, renews)
	err := l.books.InTx(ctx, func(q *store.Tx) error {
		_, err := q.PlanSubscriptions.GetLocked(ctx, s.LineID)
		l.dies.at(withTheRow, s.Cycle, renews && err == nil)
		return err
	})
	if err != nil {
		return s, err
	}
	next, err := l.real.AdvanceSubscription(ctx, before, at)
	l.dies.at(afterCharge, s.Cycle, renews && err == nil)
	return answer(next, err, in.Now)
}

func (l *leaping) StopRenewal(ctx context.Context, s contract.PlanSubscription, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	now := in.Now
	in.At = today(s)
	next, err := l.real.StopRenewal(ctx, l.truly(s), in)
	return answer(next, err, now)
}

func (l *leaping) StartRenewal(ctx context.Context, s contract.PlanSubscription, in contract.RenewalChoice) (contract.PlanSubscription, error) {
	now := in.Now
	in.At = today(s)
	next, err := l.real.StartRenewal(ctx, l.truly(s), in)
	return answer(next, err, now)
}

func (l *leaping) ScheduleSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	now := in.Now
	in.At = today(s)
	next, err := l.real.ScheduleSwitch(ctx, l.truly(s), in)
	return answer(next, err, now)
}

func (l *leaping) CancelSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchChoice) (contract.PlanSubscription, error) {
	now := in.Now
	in.At = today(s)
	next, err := l.real.CancelSwitch(ctx, l.truly(s), in)
	return answer(next, err, now)
}

func (l *leaping) RecordService(ctx context.Context, s contract.PlanSubscription, in contract.ServiceSet) (contract.PlanSubscription, error) {
	next, err := l.real.RecordService(ctx, l.truly(s), in)
	return answer(next, err, in.Now)
}

func (l *leaping) EndSubscription(ctx context.Context, s contract.PlanSubscription, in contract.At) (contract.PlanSubscription, error) {
	return l.real.EndSubscription(ctx, l.truly(s), in)
}

// leapingShards wraps the real activity of the shards with a clock that leaps to the due moment of the only line.
type leapingShards struct {
	real  *subscriptionacts.Shards
	books *store.Store
	dies  death
	now   time.Time
}

func newLeapingShards(s *store.Store, dies death) *leapingShards {
	l := &leapingShards{books: s, dies: dies}
	l.real = subscriptionacts.NewShards(s, func() time.Time { return l.now })
	return l
}

// AdvanceShard leaps to the due moment, and dies at its planned place.
func (l *leapingShards) AdvanceShard(ctx context.Context, in contract.PlanShardInput) (rest contract.ShardRest, err error) {
	var lineID string
	if err := l.books.Figures.DB.NewSelect().Table("plan_subscriptions").Column("line_id").Scan(ctx, &lineID); err != nil {
		return rest, err
	}
	s, err := l.books.PlanSubscriptions.Get(ctx, lineID)
	if err != nil {
		return rest, err
	}
	if s.Stage == contract.SubscriptionExpired { // it waits for its owner
		return contract.ShardRest{Next: time.Now().Add(unhurried).UTC()}, nil
	}
	l.now = s.DueAt
	renews := s.Step == contract.StepRenew
	l.dies.at(beforeCharge, s.Cycle, renews)
	err = l.books.InTx(ctx, func(q *store.Tx) error {
		_, err := q.PlanSubscriptions.LockDue(ctx, in.Shard, l.now, 1)
		l.dies.at(withTheRow, s.Cycle, renews && err == nil)
		return err
	})
	if err != nil {
		return rest, err
	}
	rest, err = l.real.AdvanceShard(ctx, in)
	l.dies.at(afterCharge, s.Cycle, renews && err == nil && rest.Advanced > 0)
	next, unread := l.books.PlanSubscriptions.Get(ctx, lineID)
	rest.Next = time.Now().Add(leapOf(next)).UTC()
	return rest, errors.Join(err, unread)
}
