package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// Begin is the plan of a line that has just come into service: its first cycle was paid for with the order.
func Begin(s contract.PlanSubscription, plan Plan, at time.Time) contract.PlanSubscription {
	s.Stage, s.AutoRenew, s.Cycle, s.AnchorCycle, s.Seq = contract.SubscriptionActive, plan.Renews, 1, 1, 1
	s.Anchor, s.From = Midnight(at).UTC(), at.UTC()
	s.Until = plan.Period.After(s.Anchor, 1).UTC()
	s.Service = Service(s)
	return s
}

// Adopt is the plan of a line that has been in service for a while: its cycles are counted from the day it came into service, and
// the present one is paid for.
func Adopt(s contract.PlanSubscription, plan Plan, since, now time.Time) contract.PlanSubscription {
	s = Begin(s, plan, since)
	gone := plan.Period.Elapsed(s.Anchor, now)
	if gone > 0 {
		s.Cycle += gone
		s.From, s.Until = plan.Period.After(s.Anchor, gone).UTC(), plan.Period.After(s.Anchor, gone+1).UTC()
	}
	return s
}

// Taken is the plan of a line whose present cycle is known by what the line was given for it.
func Taken(s contract.PlanSubscription, plan Plan, cycle int, from, until time.Time) contract.PlanSubscription {
	s = Begin(s, plan, from)
	s.Cycle, s.From, s.Until = cycle, from.UTC(), until.UTC()
	s.Anchor, s.AnchorCycle = Midnight(until).UTC(), cycle+1
	return s
}

// Renewed is a subscription whose next cycle was charged. In time it begins where the last one ends; once that had run out, now.
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

// Short is a subscription whose balance did not cover the next cycle. Before the last one is over nothing follows from that.
func Short(s contract.PlanSubscription, missing contract.Halalas, now time.Time, r Rules) contract.PlanSubscription {
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

// Reminded is a subscription whose owner was told once more.
func Reminded(s contract.PlanSubscription) contract.PlanSubscription {
	grace := *s.Grace
	grace.Told++
	s.Grace = &grace
	return s
}

// Expired is a subscription without a plan in force.
func Expired(s contract.PlanSubscription, now time.Time) contract.PlanSubscription {
	s.Stage, s.Grace, s.Tried, s.Scheduled, s.ExpiredAt = contract.SubscriptionExpired, nil, false, nil, now.UTC()
	if s.Type == Prepaid {
		s.Inactive = &contract.Inactivity{Since: now.UTC()}
	}
	return s
}

// Switched is a subscription whose next plan has come into force.
func Switched(s contract.PlanSubscription, plan Plan) contract.PlanSubscription {
	s.PlanID, s.Scheduled, s.AutoRenew = plan.ID, nil, s.AutoRenew && plan.Renews
	return s
}

// Retries tells whether a recharge brings the plan back.
func Retries(s contract.PlanSubscription) bool {
	return s.AutoRenew && (s.Stage == contract.SubscriptionGrace || s.Stage == contract.SubscriptionExpired)
}

// Stopped is a subscription that runs out at the end of its cycle. What has been paid for comes into force all the same.
func Stopped(s contract.PlanSubscription) contract.PlanSubscription {
	s.AutoRenew = false
	if s.Scheduled != nil && !s.Scheduled.Paid {
		s.Scheduled = nil
	}
	return s
}

// Ended is the subscription of a line that has left.
func Ended(s contract.PlanSubscription) contract.PlanSubscription {
	s.Stage, s.AutoRenew, s.Tried, s.Grace, s.Scheduled, s.Inactive = contract.SubscriptionEnded, false, false, nil, nil, nil
	s.ItemsDue = time.Time{}
	return s
}
