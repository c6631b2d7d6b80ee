package lines

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// SavePlan writes the plan of a line from another process, and calls the plan.
func SavePlan(ctx context.Context, q *store.Tx, plan contract.PlanSubscription) error {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	plan = subscription.Scheduled(plan, settings.Subscription.Rules())
	plan.Seq++
	if err := q.PlanSubscriptions.Save(ctx, plan); err != nil {
		return err
	}
	return q.Endings.CallPlan(ctx, plan.LineID)
}
