package subscription

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	subscriptionstore "selfcare/internal/store/subscription"
)

const adoptBatch = 200

// AdoptLines begins subscriptions for a batch of lines that are in service without one. It counts the begun ones and the lines that are left.
// Lines with a subscription are left alone, so it may be repeated and stopped at any time.
func (a *Activities) AdoptLines(ctx context.Context, in contract.At) (contract.Adopted, error) {
	found, left, err := a.store.PlanSubscriptions.WithoutPlan(ctx, in.Now, adoptBatch)
	if err != nil {
		return contract.Adopted{}, failure.Map("find lines", err)
	}
	adopted := contract.Adopted{Left: left}
	var faults error
	for _, line := range found {
		begun, err := a.adopt(ctx, line, in.Now)
		if err != nil {
			faults = errors.Join(faults, fmt.Errorf("line %s: %w", line.ID, err))
		}
		if begun {
			adopted.Begun++
		}
	}
	if adopted.Begun > 0 { // a line that cannot be adopted does not stop the others
		return adopted, nil
	}
	return adopted, failure.Map("adopt lines", faults)
}

func (a *Activities) adopt(ctx context.Context, line subscriptionstore.LineToAdopt, now time.Time) (begun bool, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		plan, err := q.PlanSubscriptions.Terms(ctx, line.PlanID)
		if err != nil {
			return err
		}
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return err
		}
		s := contract.PlanSubscription{LineID: line.ID, PlanID: line.PlanID, Type: line.Type, Language: texts.Arabic}
		if s = subscription.Adopt(s, plan, line.Since, now); line.Cycle > 0 {
			s = subscription.Taken(s, plan, line.Cycle, line.From, line.Until)
		}
		begun, err = q.PlanSubscriptions.Begin(ctx, subscription.Scheduled(s, settings.Subscription.Rules()))
		if err != nil || !begun || line.Cycle > 0 {
			return err
		}
		return q.PlanSubscriptions.GrantCycle(ctx, s, s.PlanID)
	})
	return begun, err
}
