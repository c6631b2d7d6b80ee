package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Coming is what happens next to a plan, as its owner sees it.
type Coming string

// What happens to a plan.
const (
	Renews   Coming = "renews"
	Ends     Coming = "ends"
	Switches Coming = "switches"
	GraceEnd Coming = "grace_ends"
)

// Ahead says what happens next to a plan and when; of one that is not in force nothing does.
func Ahead(s contract.PlanSubscription) (what Coming, at time.Time) {
	switch {
	case s.Stage == contract.SubscriptionGrace && s.Grace != nil:
		return GraceEnd, s.Grace.Until
	case s.Stage != contract.SubscriptionActive:
		return "", time.Time{}
	case s.Scheduled != nil:
		return Switches, s.Scheduled.StartsAt
	case s.AutoRenew:
		return Renews, s.Until
	default:
		return Ends, s.Until
	}
}
