package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Rules are the figures that an operator sets.
type Rules struct {
	ChargeAhead time.Duration // the charges of a cycle's end are spread over this time before it; changes are too late by then
	Grace       time.Duration // how long a balance that was too short may take to grow
	// A prepaid line whose plan ran out counts as inactive once it was neither recharged nor used for the first time, and ends after
	// the second; zero: never.
	InactiveNotice time.Duration
	InactiveEnds   time.Duration
}

// reminders are when the owner is told about a balance that is too short, beside the first moment: a day later, and on the last day.
func reminders(g contract.Grace) []time.Time {
	later, last := g.Since.Add(day), g.Until.Add(-day)
	switch {
	case last.After(later):
		return []time.Time{later, last}
	case later.Before(g.Until):
		return []time.Time{later}
	default:
		return nil
	}
}

const day = 24 * time.Hour

// Scheduled says of a subscription what comes next, and when.
func Scheduled(s contract.PlanSubscription, r Rules) contract.PlanSubscription {
	s.Step, s.DueAt = next(s, r)
	if itemsComeFirst(s) {
		s.Step, s.DueAt = contract.StepItems, s.ItemsDue
	}
	s.DueAt = s.DueAt.UTC()
	return s
}

// itemsComeFirst tells whether something that renews beside the plan is due before it is; of the same moment the plan is first.
func itemsComeFirst(s contract.PlanSubscription) bool {
	return !s.ItemsDue.IsZero() && s.Stage != contract.SubscriptionEnded && (s.Step == contract.StepNone || s.ItemsDue.Before(s.DueAt))
}

// ItemBegun is a subscription whose line has something more that renews beside the plan.
func ItemBegun(s contract.PlanSubscription, until time.Time) contract.PlanSubscription {
	if s.ItemsDue.IsZero() || until.Before(s.ItemsDue) {
		s.ItemsDue = until.UTC()
	}
	return s
}

func next(s contract.PlanSubscription, r Rules) (contract.SubscriptionStep, time.Time) {
	switch s.Stage {
	case contract.SubscriptionActive:
		return whileActive(s, r)
	case contract.SubscriptionGrace:
		if moments := reminders(*s.Grace); s.Grace.Told-1 < len(moments) {
			return contract.StepRemind, moments[s.Grace.Told-1]
		}
		return contract.StepExpire, s.Grace.Until
	case contract.SubscriptionExpired:
		return inactive(s, r)
	case contract.SubscriptionEnded:
		return contract.StepNone, time.Time{}
	default:
		return contract.StepNone, time.Time{}
	}
}

func whileActive(s contract.PlanSubscription, r Rules) (contract.SubscriptionStep, time.Time) {
	switch {
	case s.Scheduled != nil && s.Scheduled.Paid:
		return contract.StepSwitch, s.From
	case !s.AutoRenew && s.Scheduled == nil:
		return contract.StepExpire, s.Until
	case s.Tried:
		return contract.StepRenew, s.Until
	default:
		return contract.StepRenew, s.Until.Add(-spread(s.LineID, r.ChargeAhead))
	}
}

// CutOff is from when changes of the next cycle are too late: it may have been charged.
func CutOff(s contract.PlanSubscription, r Rules) time.Time { return s.Until.Add(-r.ChargeAhead) }
