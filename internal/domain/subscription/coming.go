package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Coming is the next event of a plan for its owner.
type Coming string

// Next events of a plan.
const (
	Renews   Coming = "renews"
	Ends     Coming = "ends"
	Switches Coming = "switches"
	GraceEnd Coming = "grace_ends"
)

// Ahead returns the next event of a plan and its time; none for a plan that is not in force.
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
