// Package switching decides, on what is true in a transaction, whether a line's plan may be switched at once.
package switching

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/lines"
	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// MayBegin refuses a purchase of a switch that could not be made now, or whose price is another one by now.
func MayBegin(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	s, err := q.PlanSubscriptions.Get(ctx, p.LineID)
	if errors.Is(err, store.ErrNotFound) {
		return contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err != nil {
		return err
	}
	plan, err := MayHave(ctx, q, s, *p.Switch, now)
	if err != nil {
		return err
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	usage, err := q.Lines.Usage(ctx, p.LineID)
	if err != nil {
		return err
	}
	if err := subscription.HasDues(s.Type, usage.Balance, settings.Purchase.CreditLimit); err != nil {
		return err
	}
	sims, commitment, err := q.PlanSubscriptions.Extras(ctx, p.LineID, now)
	if err != nil {
		return err
	}
	total, _ := subscription.SwitchTotal(subscription.SwitchBill(plan, sims, commitment, now, settings.VATPercent), p.Way == contract.PayBalance)
	if total != p.Total {
		return contract.Refuse(contract.FailPriceChanged)
	}
	return nil
}

// MayHave refuses a plan that the line cannot have now, or not any more since its customer agreed. It answers with its terms.
func MayHave(ctx context.Context, q *store.Tx, s contract.PlanSubscription, agreed contract.PlanSwitch, now time.Time) (subscription.Plan, error) {
	line, err := q.Lines.Get(ctx, s.LineID)
	if errors.Is(err, store.ErrNotFound) {
		return subscription.Plan{}, contract.Refuse(contract.FailNumberAbsent)
	}
	if err != nil {
		return subscription.Plan{}, err
	}
	if line.Status != contract.LineActive {
		return subscription.Plan{}, contract.Refuse(contract.FailLineBlocked)
	}
	if err := lines.Stays(ctx, q, s.LineID); err != nil {
		return subscription.Plan{}, err
	}
	plan, err := q.PlanSubscriptions.Terms(ctx, agreed.PlanID)
	if err != nil {
		return plan, err
	}
	if err := subscription.Overtaken(s, agreed); err != nil {
		return plan, err
	}
	return plan, subscription.MaySwitchNow(s, line.Kind, plan, now)
}
