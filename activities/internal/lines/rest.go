package lines

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Rest writes that a line is suspended by its owner, or restored, for a process other than its plan's. It reports whether that
// is a change. The workflow of the plan is started, and tells the network. A line without a plan cannot be suspended.
func Rest(ctx context.Context, q *store.Tx, lineID string, next func(contract.PlanSubscription) contract.PlanSubscription) (changed bool, err error) {
	before, err := q.PlanSubscriptions.GetLocked(ctx, lineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	after := next(before)
	if after.SuspendedSince.Equal(before.SuspendedSince) || before.Stage == contract.SubscriptionEnded {
		return false, nil
	}
	after.Seq++
	if err := q.PlanSubscriptions.Save(ctx, after); err != nil {
		return false, err
	}
	return true, q.PlanSubscriptions.Wake(ctx, lineID)
}
