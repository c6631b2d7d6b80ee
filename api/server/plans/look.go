package plans

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store/setting"
	subscriptionstore "selfcare/internal/store/subscription"
)

// look pairs a line with a plan that it may get.
type look struct {
	subscriptionstore.PlanLook
	settings setting.Settings
	items    []contract.PlanCharge // for a switch now
	at       time.Time
}

// validateNow refuses a plan that cannot begin at once.
func (l look) validateNow() error {
	if err := l.changeable(); err != nil {
		return err
	}
	return subscription.ValidateSwitchNow(l.Present, l.Line.Kind, l.Plan, l.at)
}

// validateLater refuses a plan that cannot replace the present one at the end of its cycle.
func (l look) validateLater() error {
	if err := l.changeable(); err != nil {
		return err
	}
	return subscription.ValidateSchedule(l.Present, l.Line.Kind, l.Plan, l.at, l.settings.Subscription.Rules())
}

func (l look) changeable() error {
	if err := line.ValidateStays(l.Claim); err != nil {
		return err
	}
	if err := l.Line.ValidateChange(l.at); err != nil {
		return err
	}
	return subscription.ValidateDues(l.Present.Type, l.Balance, l.CreditLimit(l.settings))
}

// draft is the purchase of a switch now, with a payment method.
func (l look) draft(way contract.PaymentMethod) contract.Purchase {
	p := contract.Purchase{Kind: contract.PurchaseSwitch, Way: way, LineID: l.Line.ID, Switch: &contract.PlanSwitch{
		PlanID: l.Plan.ID, FromPlanID: l.Present.PlanID, FromCycle: l.Present.Cycle, Items: l.items,
	}}
	p.Total, p.VAT = subscription.SwitchTotal(l.items, way == contract.PayBalance)
	return p
}

// billed tells whether the price goes onto the line's bill.
func (l look) billed() bool { return l.Present.Type != subscription.Prepaid }

// laterCosts is the price of a first cycle that begins at the end of the present one.
func (l look) laterCosts() contract.Halalas {
	items := subscription.SwitchBill(l.Plan, l.SIMs, l.Commitment, l.Present.Until, l.settings.VATPercent)
	total, _ := subscription.SwitchTotal(items, !l.billed())
	return total
}
