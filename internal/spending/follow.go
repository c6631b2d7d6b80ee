// Package spending decides what lines may spend beyond their plans, each time in the transaction that makes the difference.
package spending

import (
	"context"
	"errors"
	"reflect"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/creditlimit"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/domain/usage"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	usagestore "selfcare/internal/store/usage"
)

// Follow applies the limits of a line to its plan and queues the messages to its holders.
func Follow(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, now time.Time) (contract.PlanSubscription, error) {
	if plan.Stage == contract.SubscriptionEnded {
		return plan, nil
	}
	s, err := Look(ctx, q, plan, now)
	if err != nil {
		return plan, err
	}
	return s.follow(ctx, q, now)
}

// FollowKnown is Follow for a line whose limits are known.
func FollowKnown(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, known Known, now time.Time) (contract.PlanSubscription, error) {
	if plan.Stage == contract.SubscriptionEnded {
		return plan, nil
	}
	s, err := look(ctx, q, plan, known, now)
	if err != nil {
		return plan, err
	}
	return s.follow(ctx, q, now)
}

func (s Standing) follow(ctx context.Context, q *store.Tx, now time.Time) (contract.PlanSubscription, error) {
	for _, l := range s.Limits {
		if err := s.tell(ctx, q, l, now); err != nil {
			return s.Plan, err
		}
	}
	return subscription.WithLimitLevel(s.Plan, creditlimit.Lowest(s.Limits), now), nil
}

// FollowLine does the same for the row of a line's plan. The workflow of the plan is started with it, and tells the network within moments.
func FollowLine(ctx context.Context, q *store.Tx, lineID string, now time.Time) error {
	plan, err := q.PlanSubscriptions.GetLocked(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return follow(ctx, q, plan, now)
}

// follow is FollowLine for a plan that is locked.
func follow(ctx context.Context, q *store.Tx, plan contract.PlanSubscription, now time.Time) error {
	next, err := Follow(ctx, q, plan, now)
	if err != nil || reflect.DeepEqual(next, plan) {
		return err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	next = subscription.Scheduled(next, settings.Subscription.Rules())
	next.Seq++
	if err := q.PlanSubscriptions.Save(ctx, next); err != nil {
		return err
	}
	return q.PlanSubscriptions.Wake(ctx, next.LineID)
}

// Intake counts what the network reports.
type Intake struct {
	Store *store.Store
	Now   func() time.Time
}

// Count counts sound events, each once, and stops what must not be used any more. A single event that the database refuses must
// not keep the others of its batch from counting: a refused batch is counted again in halves.
func (i Intake) Count(ctx context.Context, events []usage.Event) (usagestore.Counted, error) {
	counted, err := i.countWhole(ctx, events)
	if err == nil || !storeerrors.RefusesValue(err) {
		return counted, err
	}
	if len(events) == 1 {
		return usagestore.Counted{Refused: map[int]contract.Code{0: contract.FailRecord}}, nil
	}
	half := len(events) / 2
	if counted, err = i.Count(ctx, events[:half]); err != nil {
		return counted, err
	}
	rest, err := i.Count(ctx, events[half:])
	return counted.With(rest, half), err
}

// countWhole counts events in one transaction. The plans of lines that are charged are locked first, as in every change of a plan.
func (i Intake) countWhole(ctx context.Context, events []usage.Event) (counted usagestore.Counted, err error) {
	var charged []string
	for _, e := range events {
		if e.Charged > 0 {
			charged = append(charged, e.MSISDN)
		}
	}
	if len(charged) == 0 {
		return i.Store.Allowances.Count(ctx, events)
	}
	err = i.Store.InTx(ctx, func(q *store.Tx) error {
		lineIDs, err := q.Limits.ListCharged(ctx, charged)
		if err != nil {
			return err
		}
		if counted, err = q.Allowances.Count(ctx, events); err != nil {
			return err
		}
		for _, lineID := range lineIDs {
			if err := FollowLine(ctx, q, lineID, i.Now()); err != nil {
				return err
			}
		}
		return nil
	})
	return counted, err
}
