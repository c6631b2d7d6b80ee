// Package planswitch decides, within a transaction, whether a line's plan may be switched at once.
package planswitch

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
	subscriptionstore "selfcare/internal/store/subscription"
)

// ValidatePurchase refuses a purchase of a switch that is not possible now, or whose price has changed. look is its line.
func ValidatePurchase(p contract.Purchase, look subscriptionstore.PlanLook, settings setting.Settings, now time.Time) error {
	if look.Present.LineID == "" {
		return contract.Refuse(contract.FailSubscriptionUnknown)
	}
	if err := validatePlan(look, look.Present, *p.Switch, now); err != nil {
		return err
	}
	if err := subscription.ValidateDues(look.Present.Type, look.Balance, look.CreditLimit(settings)); err != nil {
		return err
	}
	bill := subscription.SwitchBill(look.Plan, look.SIMs, look.Commitment, now, settings.VATPercent)
	if total, _ := subscription.SwitchTotal(bill, p.Way == contract.PayBalance); total != p.Total {
		return contract.Refuse(contract.FailPriceChanged)
	}
	return nil
}

// ValidatePlan refuses a plan that the line cannot have now, or no longer as its customer agreed. It returns the terms of the
// plan.
func ValidatePlan(ctx context.Context, q *store.Tx, s contract.PlanSubscription, agreed contract.PlanSwitch, now time.Time) (subscription.Plan, error) {
	look, err := q.PlanSubscriptions.Look(ctx, s.LineID, agreed.PlanID, now)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return look.Plan, contract.Refuse(contract.FailNumberAbsent)
	}
	if err != nil {
		return look.Plan, err
	}
	return look.Plan, validatePlan(look, s, agreed, now)
}

func validatePlan(look subscriptionstore.PlanLook, s contract.PlanSubscription, agreed contract.PlanSwitch, now time.Time) error {
	if look.Line.Status != contract.LineActive {
		return contract.Refuse(contract.FailLineBlocked)
	}
	if err := line.ValidateStays(look.Claim); err != nil {
		return err
	}
	if err := subscription.ValidateAgreedCycle(s, agreed); err != nil {
		return err
	}
	return subscription.ValidateSwitchNow(s, look.Line.Kind, look.Plan, now)
}
