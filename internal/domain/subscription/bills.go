package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Billed sets the service level that the bills of a line allow. When a line that was being ended is paid, the network gets its
// level again.
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

// WithLimitLevel sets the service level that the limits of a line allow.
func WithLimitLevel(s contract.PlanSubscription, level contract.ServiceLevel, now time.Time) contract.PlanSubscription {
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

// IsStopped tells whether the limits or the balance of a line restrict it.
func IsStopped(s contract.PlanSubscription) bool {
	return s.Spend != nil && s.Spend.Level != contract.ServiceFull
}

// UsageCountsSince returns the moment from which usage beyond the plan counts for the caps of the cycle. A cycle is charged some time
// before it begins: from that charge on, usage counts for the next cycle.
func UsageCountsSince(s contract.PlanSubscription) time.Time {
	if s.SpentFrom.IsZero() {
		return s.From
	}
	return s.SpentFrom
}

// Unpaid marks a subscription whose line ends for unpaid bills.
func Unpaid(s contract.PlanSubscription, end *contract.LineEnding, now time.Time) contract.PlanSubscription {
	s.Bills = &contract.BillBar{Level: contract.ServiceNone, Since: now.UTC(), Ending: end}
	return s
}

// reasonUnpaid is the reason of such an end.
const reasonUnpaid = "unpaid"

// EndsUnpaid returns the end of a line for unpaid bills. A line ends once, so its id also identifies the ending.
func EndsUnpaid(s contract.PlanSubscription, fate contract.NumberOutcome, rangeHolder string, now time.Time) *contract.LineEnding {
	end := EndingOfInactive(s, fate, rangeHolder, now)
	end.Cause, end.Reason = contract.CauseUnpaid, reasonUnpaid
	return end
}
