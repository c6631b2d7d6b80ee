package subscription

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
)

// ValidateSwitchNow refuses a plan that cannot start at once. An expired plan may be restarted this way, too.
func ValidateSwitchNow(s contract.PlanSubscription, lineKind string, next Plan, now time.Time) error {
	if err := ValidatePlan(s, lineKind, next); err != nil {
		return err
	}
	if IsSuspended(s) { // the switch would end the suspension
		return contract.Refuse(contract.FailLineSuspendedByOwner)
	}
	if paidAhead(s, now) { // a cycle that was just paid for would be lost
		return contract.RefuseWith(contract.FailSwitchRenewing, map[string]string{"from": moment(s.From)})
	}
	return nil
}

// ValidateAgreedCycle refuses a switch whose line has begun another cycle since its customer agreed: by another switch, or a renewal.
func ValidateAgreedCycle(s contract.PlanSubscription, agreed contract.PlanSwitch) error {
	if s.Cycle != agreed.FromCycle || s.PlanID != agreed.FromPlanID {
		return contract.Refuse(contract.FailSwitchOvertaken)
	}
	return nil
}

// paidAhead tells whether the next cycle is charged and has not begun.
func paidAhead(s contract.PlanSubscription, now time.Time) bool {
	return s.Stage == contract.SubscriptionActive && now.Before(s.From) || s.Scheduled != nil && s.Scheduled.Paid
}

func moment(at time.Time) string { return at.In(calendar.Riyadh).Format(contract.MomentLayout) }

// ValidateDues refuses a postpaid line that has used up its limit: the customer has to pay first.
func ValidateDues(subscription string, owed, limit contract.Halalas) error {
	if subscription != Prepaid && owed >= limit {
		return contract.Refuse(contract.FailSwitchDues)
	}
	return nil
}

// SwitchBill returns the charges of a plan that starts at once: its first cycle, the further SIMs, and the price of a broken
// commitment. A plan with a commitment continues an existing one.
func SwitchBill(next Plan, sims []SIM, commitment *Commitment, at time.Time, vatPercent int) []contract.PlanCharge {
	price := func(item string, amount contract.Halalas) contract.PlanCharge {
		return contract.PlanCharge{Item: item, Amount: amount, VAT: money.VATWithin(amount, vatPercent)}
	}
	bill := []contract.PlanCharge{price(ItemPlan, next.Price)}
	for _, sim := range sims {
		bill = append(bill, price(ItemSIM+":"+sim.ID, sim.Fee))
	}
	if leaving := Leaving(next, commitment, at); leaving > 0 {
		bill = append(bill, price(ItemLeaving, leaving))
	}
	return bill
}

// Leaving returns the price, with VAT, of a commitment that a switch breaks.
func Leaving(next Plan, commitment *Commitment, at time.Time) contract.Halalas {
	if commitment == nil || next.Commits {
		return 0
	}
	return commitment.LeavingCosts(at)
}

// SwitchTotal returns the sum of a switch and its VAT. From a balance no VAT is paid again (ADR 42).
func SwitchTotal(items []contract.PlanCharge, fromBalance bool) (total, vat contract.Halalas) {
	for _, item := range items {
		total += item.Amount
		vat += item.VAT
	}
	if fromBalance {
		return total - vat, 0
	}
	return total, vat
}

// Charged converts the items of a switch to charges of its cycle.
func Charged(items []contract.PlanCharge, fromBalance bool) []Charge {
	charges := make([]Charge, len(items))
	for i, item := range items {
		charges[i] = Charge{Item: item.Item, Amount: item.Amount, VAT: item.VAT}
		if fromBalance {
			charges[i].Amount, charges[i].VAT = item.Amount-item.VAT, 0
		}
	}
	return charges
}

// SwitchScheduled sets the plan of the next cycle; it replaces an earlier choice.
func SwitchScheduled(s contract.PlanSubscription, planID string, at time.Time) contract.PlanSubscription {
	s.AutoRenew = true
	s.Scheduled = &contract.ScheduledSwitch{PlanID: planID, StartsAt: s.Until, RequestedAt: at.UTC()}
	return s
}

// SwitchedNow switches the plan at a moment: a new cycle begins, and the rest of the last one is lost.
func SwitchedNow(s contract.PlanSubscription, plan Plan, at time.Time) contract.PlanSubscription {
	s.Cycle++
	s.PlanID, s.Stage, s.AutoRenew = plan.ID, contract.SubscriptionActive, plan.Renews
	s.From, s.Anchor, s.AnchorCycle = at.UTC(), Midnight(at).UTC(), s.Cycle
	s.Until = plan.Period.After(s.Anchor, 1).UTC()
	s.SpentFrom = at.UTC()
	s.Tried, s.Grace, s.Scheduled, s.ExpiredAt, s.Inactive = false, nil, nil, time.Time{}, nil
	s.Service = contract.NetworkService{PlanID: s.PlanID, Level: contract.ServiceFull} // as it was told; restrictions follow
	return s
}
