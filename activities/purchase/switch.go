package purchase

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/subscription"
)

// Switcher tells the workflow of a line's plan to switch. The purchase is the idempotency key.
type Switcher interface {
	SwitchNow(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error)
}

// Switching hands a paid switch to the workflow of the line's plan.
type Switching struct {
	plans subscription.Subscriptions
	way   Switcher
}

// NewSwitching needs the plans of lines and a switcher for their workflows.
func NewSwitching(p subscription.Subscriptions, w Switcher) *Switching { return &Switching{p, w} }

// SwitchPlan puts another plan into force. It may be repeated: a purchase switches once.
func (a *Switching) SwitchPlan(ctx context.Context, in contract.SwitchOrder) error {
	s, err := a.plans.Get(ctx, in.LineID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		err = contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err == nil {
		_, err = a.way.SwitchNow(ctx, s, in)
	}
	return failure.Map("switch plan", err)
}
