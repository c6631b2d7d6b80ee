package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Billed is a subscription whose line may do what its bills let it do from now on. Where the line was being ended because of them, and
// they are paid, the network is told again what it may do.
func Billed(s contract.PlanSubscription, level contract.ServiceLevel, now time.Time) contract.PlanSubscription {
	before := contract.ServiceFull
	if s.Bills != nil {
		before = s.Bills.Level
	}
	if s.Stage == contract.SubscriptionEnded || level == before {
		return s
	}
	if s.Bills != nil && s.Bills.Ending != nil {
		s.Service.Level = ""
	}
	s.Bills = &contract.BillBar{Level: level, Since: now.UTC()}
	return s
}

// Spent is a subscription whose line may do what its limits let it do from now on.
func Spent(s contract.PlanSubscription, level contract.ServiceLevel, now time.Time) contract.PlanSubscription {
	before := contract.ServiceFull
	if s.Spend != nil {
		before = s.Spend.Level
	}
	if s.Stage == contract.SubscriptionEnded || level == before {
		return s
	}
	s.Spend = &contract.SpendBar{Level: level, Since: now.UTC()}
	return s
}

// IsStopped tells whether the limits of a line, or its balance, stop anything.
func IsStopped(s contract.PlanSubscription) bool {
	return s.Spend != nil && s.Spend.Level != contract.ServiceFull
}

// SpentSince is from when on what is used beyond the plan counts for the caps of its cycle. A cycle is charged some time before it
// begins: from then on it is the next one.
func SpentSince(s contract.PlanSubscription) time.Time {
	if s.SpentFrom.IsZero() {
		return s.From
	}
	return s.SpentFrom
}

// Unpaid is a subscription whose line ends because nobody pays its bills.
func Unpaid(s contract.PlanSubscription, end *contract.LineEnding, now time.Time) contract.PlanSubscription {
	s.Bills = &contract.BillBar{Level: contract.ServiceNone, Since: now.UTC(), Ending: end}
	return s
}

// reasonUnpaid is what such an end is asked for with.
const reasonUnpaid = "unpaid"

// EndsUnpaid is the end of a line whose bills nobody pays. A line ends once, so its id names the ending, too.
func EndsUnpaid(s contract.PlanSubscription, fate contract.NumberFate, rangeHolder string, now time.Time) *contract.LineEnding {
	end := Unused(s, fate, rangeHolder, now)
	end.Cause, end.Reason = contract.CauseUnpaid, reasonUnpaid
	return end
}
