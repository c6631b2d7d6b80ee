package order

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	subscriptionstore "selfcare/internal/store/subscription"
)

// beginPlan puts the ordered plan into force on the order's new line; the order has paid its first cycle.
func beginPlan(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) error {
	if o.Plan == nil {
		return nil
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	lineID, err := q.Lines.OfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	plan, err := q.PlanSubscriptions.Terms(ctx, o.Plan.ID)
	if err != nil {
		return err
	}
	s := contract.PlanSubscription{LineID: lineID, PlanID: plan.ID, Type: o.Plan.SubscriptionType, Language: o.Language}
	s = subscription.Scheduled(subscription.Begin(s, plan, now), settings.Subscription.Rules())
	begun, err := q.PlanSubscriptions.Begin(ctx, s)
	if err != nil || !begun {
		return err
	}
	if err := q.PlanSubscriptions.GrantCycle(ctx, s, s.PlanID); err != nil {
		return err
	}
	if waived := order.WaivedFor(o); o.Plan.CommitmentMonths > 0 && waived > 0 {
		promised := subscription.Commitment{Months: o.Plan.CommitmentMonths, Waived: waived, Since: now}
		if err := q.PlanSubscriptions.Commit(ctx, lineID, promised); err != nil {
			return err
		}
	}
	return q.PlanSubscriptions.AddCharges(ctx, subscriptionstore.ChargedCycle{
		LineID: lineID, Cycle: s.Cycle, PlanID: s.PlanID, PaidBy: subscriptionstore.PaidByOrder, From: s.From, Until: s.Until, At: now,
		Items: []subscription.Charge{subscription.PaidWithOrder(o.Plan.Price, settings.VATPercent)},
	})
}
