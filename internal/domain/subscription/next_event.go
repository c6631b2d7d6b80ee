package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// NextEvent is the next event of a plan for its owner.
type NextEvent string

// Next events of a plan.
const (
	Renews   NextEvent = "renews"
	Ends     NextEvent = "ends"
	Switches NextEvent = "switches"
	GraceEnd NextEvent = "grace_ends"
)

// FindNextEvent returns the next event of a plan and its time; none for a plan that is not in force.
func FindNextEvent(s contract.PlanSubscription) (what NextEvent, at time.Time) {
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
