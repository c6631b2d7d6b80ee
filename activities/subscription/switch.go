package subscription

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/planswitch"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/spending"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	subscriptionstore "selfcare/internal/store/subscription"
)

// switchWithin is how long the shard of a line leaves the plan to a switch. The network is told for minutes at most.
const switchWithin = 10 * time.Minute

// CheckSwitch refuses a switch before the network is told of it. The due steps of an accepted switch wait for it.
func (a *Activities) CheckSwitch(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.SwitchCheck, error) {
	var check contract.SwitchCheck
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		_, _, err := q.PlanSubscriptions.FindSwitchCycle(ctx, in.PurchaseID)
		if !errors.Is(err, storeerrors.ErrNotFound) {
			check.Done = err == nil
			return err
		}
		if _, err := planswitch.ValidatePlan(ctx, q, s, in.Switch, in.Now); err != nil {
			return err
		}
		return q.PlanSubscriptions.BeginSwitch(ctx, s.LineID, in.Now.Add(switchWithin))
	})
	return check, failure.Map("check switch", err)
}

// SwitchNow puts another plan into force: the rest of the present cycle ends, the first cycle of the new plan begins, and the agreed price
// is charged. A purchase switches once.
func (a *Activities) SwitchNow(ctx context.Context, s contract.PlanSubscription, in contract.SwitchOrder) (contract.PlanSubscription, error) {
	return a.change(ctx, "switch plan", s, func(q *store.Tx, r subscription.Rules) (contract.PlanSubscription, error) {
		if _, _, err := q.PlanSubscriptions.FindSwitchCycle(ctx, in.PurchaseID); !errors.Is(err, storeerrors.ErrNotFound) {
			return s, err
		}
		plan, err := planswitch.ValidatePlan(ctx, q, s, in.Switch, in.Now)
		if err != nil {
			return s, err
		}
		next := subscription.SwitchedNow(s, plan, in.Now)
		if err := (turn{q: q, rules: r, now: in.Now}).switchTo(ctx, s, next, plan, in); err != nil {
			return s, err
		}
		if err := (turn{q: q, rules: r, now: in.Now}).Tell(ctx, next, subscription.MessageSwitched, nil); err != nil {
			return s, err
		}
		return spending.Follow(ctx, q, next, in.Now)
	})
}

// switchTo ends the present allowances, writes the charges of the switch, and gives the line the new allowances.
func (t turn) switchTo(ctx context.Context, s, next contract.PlanSubscription, plan subscription.Plan, in contract.SwitchOrder) error {
	if err := t.q.Allowances.EndAt(ctx, s.LineID, s.Cycle, in.Now); err != nil {
		return err
	}
	if err := t.q.PlanSubscriptions.AddCharges(ctx, subscriptionstore.ChargedCycle{
		LineID: next.LineID, Cycle: next.Cycle, PlanID: plan.ID, PaidBy: paidBy(in.Way), PurchaseID: in.PurchaseID,
		From: next.From, Until: next.Until, At: t.now, Items: subscription.Charged(in.Switch.Items, in.Way == contract.PayBalance),
	}); err != nil {
		return err
	}
	if !plan.Commits {
		if err := t.q.PlanSubscriptions.EndCommitment(ctx, next.LineID); err != nil {
			return err
		}
	}
	return t.q.PlanSubscriptions.GrantCycle(ctx, next, plan.ID)
}

func paidBy(way contract.PaymentMethod) string {
	switch way {
	case contract.PayBalance:
		return subscriptionstore.PaidByBalance
	case contract.PayInvoice:
		return subscriptionstore.PaidByInvoice
	default:
		return subscriptionstore.PaidByPurchase
	}
}
