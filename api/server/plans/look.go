package plans

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/internal/store"
)

// look is a line beside a plan that it may get.
type look struct {
	present    contract.PlanSubscription
	line       store.Line
	goes       error             // refuses what makes no sense for a line that is about to go
	plan       subscription.Plan // wanted
	settings   store.Settings
	usage      store.Usage
	sims       []subscription.SIM
	commitment *subscription.Commitment
	items      []contract.PlanCharge // of a switch at once
	at         time.Time
}

// now refuses what cannot come into force at once.
func (l look) now() error {
	if err := l.changeable(); err != nil {
		return err
	}
	return subscription.MaySwitchNow(l.present, l.line.Kind, l.plan, l.at)
}

// later refuses what cannot take the place of the present plan when its cycle ends.
func (l look) later() error {
	if err := l.changeable(); err != nil {
		return err
	}
	return subscription.MaySchedule(l.present, l.line.Kind, l.plan, l.at, l.settings.Subscription.Rules())
}

func (l look) changeable() error {
	if l.goes != nil {
		return l.goes
	}
	if err := l.line.MayChange(l.at); err != nil {
		return err
	}
	return subscription.HasDues(l.present.Type, l.usage.Balance, l.settings.Purchase.CreditLimit)
}

// draft is the purchase that switches at once, paid some way.
func (l look) draft(way contract.PayWay) contract.Purchase {
	p := contract.Purchase{Kind: contract.PurchaseSwitch, Way: way, LineID: l.line.ID, Switch: &contract.PlanSwitch{
		PlanID: l.plan.ID, FromPlanID: l.present.PlanID, FromCycle: l.present.Cycle, Items: l.items,
	}}
	p.Total, p.VAT = subscription.SwitchTotal(l.items, way == contract.PayBalance)
	return p
}

// billed tells whether it goes onto the line's bill.
func (l look) billed() bool { return l.present.Type != subscription.Prepaid }

// laterCosts is what the first cycle costs when it begins at the end of the present one.
func (l look) laterCosts() contract.Halalas {
	items := subscription.SwitchBill(l.plan, l.sims, l.commitment, l.present.Until, l.settings.VATPercent)
	total, _ := subscription.SwitchTotal(items, !l.billed())
	return total
}
