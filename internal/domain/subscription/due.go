package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Rules are the settings of the operator.
type Rules struct {
	ChargeAhead time.Duration // the charges of a cycle's end are spread over this time before it; changes are too late by then
	Grace       time.Duration // time to recharge a balance that was too low
	// A prepaid line without a plan counts as inactive after InactiveNotice without recharge and usage, and ends after
	// InactiveEnds; zero: never.
	InactiveNotice time.Duration
	InactiveEnds   time.Duration
}

// reminders returns when the owner is reminded of a low balance after the first message: a day later, and on the last day.
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

// Scheduled sets the next step of a subscription, and its time.
func Scheduled(s contract.PlanSubscription, r Rules) contract.PlanSubscription {
	s.Step, s.DueAt = next(s, r)
	if itemsComeFirst(s) {
		s.Step, s.DueAt = contract.StepItems, s.ItemsDue
	}
	s.DueAt = s.DueAt.UTC()
	return s
}

// itemsComeFirst tells whether a renewing item is due before the plan; at the same moment the plan comes first.
func itemsComeFirst(s contract.PlanSubscription) bool {
	return !s.ItemsDue.IsZero() && s.Stage != contract.SubscriptionEnded && (s.Step == contract.StepNone || s.ItemsDue.Before(s.DueAt))
}

// ItemBegun adds a renewing item to the subscription of its line.
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
		return inactiveStep(s, r)
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

// CutOff returns when changes of the next cycle become too late, because it may be charged.
func CutOff(s contract.PlanSubscription, r Rules) time.Time { return s.Until.Add(-r.ChargeAhead) }
