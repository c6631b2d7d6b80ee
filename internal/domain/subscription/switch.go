package subscription

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/money"
)

// ValidateSwitchNow refuses a plan that cannot come into force at once. A plan that has run out may come back this way, too.
func ValidateSwitchNow(s contract.PlanSubscription, lineKind string, next Plan, now time.Time) error {
	if err := ValidatePlan(s, lineKind, next); err != nil {
		return err
	}
	if Rests(s) { // it would come back into service
		return contract.Refuse(contract.FailLineRests)
	}
	if paidAhead(s, now) { // a month that was just paid for would be lost
		return contract.RefuseWith(contract.FailSwitchRenewing, map[string]string{"from": moment(s.From)})
	}
	return nil
}

// Overtaken refuses a switch whose line has gone on to another cycle since its customer agreed: by another switch, or a renewal.
func Overtaken(s contract.PlanSubscription, agreed contract.PlanSwitch) error {
	if s.Cycle != agreed.FromCycle || s.PlanID != agreed.FromPlanID {
		return contract.Refuse(contract.FailSwitchOvertaken)
	}
	return nil
}

// paidAhead tells whether the next cycle was charged and has not begun.
func paidAhead(s contract.PlanSubscription, now time.Time) bool {
	return s.Stage == contract.SubscriptionActive && now.Before(s.From) || s.Scheduled != nil && s.Scheduled.Paid
}

func moment(at time.Time) string { return at.In(calendar.Riyadh).Format(contract.MomentLayout) }

// ValidateDues refuses a postpaid line that has used up its limit: it pays first.
func ValidateDues(subscription string, owed, limit contract.Halalas) error {
	if subscription != Prepaid && owed >= limit {
		return contract.Refuse(contract.FailSwitchDues)
	}
	return nil
}

// SwitchBill is what a plan costs that comes into force at once: its first cycle with what belongs to the line, and what was
// promised for longer. A plan that commits takes the promise on.
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

// Leaving is what the promise of a line costs, with VAT, where a switch breaks it.
func Leaving(next Plan, commitment *Commitment, at time.Time) contract.Halalas {
	if commitment == nil || next.Commits {
		return 0
	}
	return commitment.LeavingCosts(at)
}

// SwitchTotal is what the items of a switch come to, and the VAT in it. From a balance no VAT is paid again (ADR 42).
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

// Charged are the items of a switch as its cycle's charges.
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

// SwitchScheduled is a subscription whose owner has chosen another plan for the next cycle; one chosen before gives way.
func SwitchScheduled(s contract.PlanSubscription, planID string, at time.Time) contract.PlanSubscription {
	s.AutoRenew = true
	s.Scheduled = &contract.ScheduledSwitch{PlanID: planID, StartsAt: s.Until, RequestedAt: at.UTC()}
	return s
}

// SwitchedNow is a subscription whose plan was switched at a moment: a cycle begins there, and what was left of the last one is gone.
func SwitchedNow(s contract.PlanSubscription, plan Plan, at time.Time) contract.PlanSubscription {
	s.Cycle++
	s.PlanID, s.Stage, s.AutoRenew = plan.ID, contract.SubscriptionActive, plan.Renews
	s.From, s.Anchor, s.AnchorCycle = at.UTC(), Midnight(at).UTC(), s.Cycle
	s.Until = plan.Period.After(s.Anchor, 1).UTC()
	s.SpentFrom = at.UTC()
	s.Tried, s.Grace, s.Scheduled, s.ExpiredAt, s.Inactive = false, nil, nil, time.Time{}, nil
	s.Service = contract.NetworkService{PlanID: s.PlanID, Level: contract.ServiceFull} // as it was told; what it may do less follows
	return s
}
