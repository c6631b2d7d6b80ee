package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Begin starts the plan of a new line: its first cycle was paid with the order.
func Begin(s contract.PlanSubscription, plan Plan, at time.Time) contract.PlanSubscription {
	s.Stage, s.AutoRenew, s.Cycle, s.AnchorCycle, s.Seq = contract.SubscriptionActive, plan.Renews, 1, 1, 1
	s.Anchor, s.From = Midnight(at).UTC(), at.UTC()
	s.Until = plan.Period.After(s.Anchor, 1).UTC()
	s.Service = Service(s)
	return s
}

// Renewed begins the next cycle, which was charged. In time it begins at the end of the last one; after a grace period or an
// expiry it begins now.
func Renewed(s contract.PlanSubscription, plan Plan, now time.Time) contract.PlanSubscription {
	s.Cycle++
	s.SpentFrom = now.UTC()
	if s.Stage == contract.SubscriptionActive {
		s.From = s.Until
	} else {
		s.From, s.Anchor, s.AnchorCycle = now.UTC(), Midnight(now).UTC(), s.Cycle
	}
	if plan.ID != s.PlanID { // cycles of another plan may be longer: they are counted from here
		s.Anchor, s.AnchorCycle = Midnight(s.From).UTC(), s.Cycle
	}
	s.Until = plan.Period.After(s.Anchor, s.Cycle-s.AnchorCycle+1).UTC()
	s.Stage, s.Tried, s.Grace, s.ExpiredAt, s.Inactive = contract.SubscriptionActive, false, nil, time.Time{}, nil
	return s
}

// NotCovered records that the balance did not cover the next cycle. Until the present cycle ends, this has no effect.
func NotCovered(s contract.PlanSubscription, missing contract.Halalas, now time.Time, r Rules) contract.PlanSubscription {
	switch {
	case s.Stage == contract.SubscriptionActive && now.Before(s.Until):
		s.Tried = true
	case s.Stage == contract.SubscriptionActive:
		s.Stage, s.Tried, s.Scheduled = contract.SubscriptionGrace, false, nil
		s.Grace = &contract.Grace{Since: now.UTC(), Until: now.Add(r.Grace).UTC(), Missing: missing, Told: 1}
	case s.Grace != nil:
		grace := *s.Grace
		grace.Missing = missing
		s.Grace = &grace
	}
	return s
}

// Reminded records a reminder.
func Reminded(s contract.PlanSubscription) contract.PlanSubscription {
	grace := *s.Grace
	grace.Told++
	s.Grace = &grace
	return s
}

// Expired ends the plan in force.
func Expired(s contract.PlanSubscription, now time.Time) contract.PlanSubscription {
	s.Stage, s.Grace, s.Tried, s.Scheduled, s.ExpiredAt = contract.SubscriptionExpired, nil, false, nil, now.UTC()
	if s.Type == Prepaid {
		s.Inactive = &contract.Inactivity{Since: now.UTC()}
	}
	return s
}

// Switched puts the next plan into force.
func Switched(s contract.PlanSubscription, plan Plan) contract.PlanSubscription {
	s.PlanID, s.Scheduled, s.AutoRenew = plan.ID, nil, s.AutoRenew && plan.Renews
	return s
}

// Retries tells whether a recharge renews the plan.
func Retries(s contract.PlanSubscription) bool {
	return s.AutoRenew && (s.Stage == contract.SubscriptionGrace || s.Stage == contract.SubscriptionExpired)
}

// Stopped lets the plan end with its cycle. A switch that is paid for still takes effect.
func Stopped(s contract.PlanSubscription) contract.PlanSubscription {
	s.AutoRenew = false
	if s.Scheduled != nil && !s.Scheduled.Paid {
		s.Scheduled = nil
	}
	return s
}

// Ended ends the subscription of a line that has left.
func Ended(s contract.PlanSubscription) contract.PlanSubscription {
	s.Stage, s.AutoRenew, s.Tried, s.Grace, s.Scheduled, s.Inactive = contract.SubscriptionEnded, false, false, nil, nil, nil
	s.ItemsDue = time.Time{}
	return s
}
