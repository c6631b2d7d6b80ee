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
