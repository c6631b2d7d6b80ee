package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// releaseAgain is when a line is ended again that could not be.
const releaseAgain = time.Hour

// idles tells whether the days of a line without recharge and use are counted: only while nothing is in force that was paid for.
func idles(s contract.PlanSubscription, r Rules) bool {
	return s.Inactive != nil && s.Stage == contract.SubscriptionExpired && r.InactiveEnds > 0
}

// inactive says of a line whose days are counted what comes next, and when.
func inactive(s contract.PlanSubscription, r Rules) (contract.SubscriptionStep, time.Time) {
	if !idles(s, r) {
		return contract.StepNone, time.Time{}
	}
	if told := notices(r); s.Inactive.Told < len(told) {
		return contract.StepInactive, s.Inactive.Since.Add(told[s.Inactive.Told])
	}
	ends := s.Inactive.Since.Add(r.InactiveEnds)
	if s.Inactive.Again.After(ends) {
		ends = s.Inactive.Again
	}
	return contract.StepRelease, ends
}

// notices are how long a line was inactive each time its owner is told: once it counts as inactive, thirty days, a week and a day
// before it ends.
func notices(r Rules) []time.Duration {
	all := []time.Duration{r.InactiveNotice}
	for _, ahead := range []time.Duration{30 * day, 7 * day, day} {
		if at := r.InactiveEnds - ahead; at > all[len(all)-1] {
			all = append(all, at)
		}
	}
	return all
}

// ReleasedAt is when the line of a plan that ran out ends, unless it is recharged or used before; zero where it does not.
func ReleasedAt(s contract.PlanSubscription, r Rules) time.Time {
	if !idles(s, r) {
		return time.Time{}
	}
	return s.Inactive.Since.Add(r.InactiveEnds).UTC()
}

// Seen is a subscription whose line was recharged or used at a time: its days are counted from there. Where it was being ended, the
// network is told again what it may do.
func Seen(s contract.PlanSubscription, at time.Time) contract.PlanSubscription {
	if s.Inactive == nil || !at.After(s.Inactive.Since) {
		return s
	}
	if s.Inactive.Ending != nil {
		s.Service.Level = ""
	}
	s.Inactive = &contract.Inactivity{Since: at.UTC()}
	return s
}

// ToldInactive is a subscription whose owner was told that the line will end.
func ToldInactive(s contract.PlanSubscription) contract.PlanSubscription {
	idle := *s.Inactive
	idle.Told++
	s.Inactive = &idle
	return s
}

// Releasing is a subscription whose line ends now, or, where something else is being done with it and end is nil, a while later.
func Releasing(s contract.PlanSubscription, end *contract.LineEnding, now time.Time) contract.PlanSubscription {
	idle := *s.Inactive
	idle.Ending, idle.Again = end, now.Add(releaseAgain).UTC()
	s.Inactive = &idle
	return s
}

// Releases tells whether a line that nobody uses is to be ended.
func Releases(s contract.PlanSubscription) bool { return s.Inactive != nil && s.Inactive.Ending != nil }

// ValidateRelease refuses to end an unused line that is in use again: it was recharged or used since, or a plan of
// it is in force. active is when it was recharged or used last.
func ValidateRelease(s contract.PlanSubscription, active time.Time) error {
	if s.Stage != contract.SubscriptionExpired || !Releases(s) || active.After(s.Inactive.Since) {
		return contract.Refuse(contract.FailLineBusyNow)
	}
	return nil
}

// Ending is the end of a line by rule: nobody uses it, or nobody pays its bills; nil where it goes on.
func Ending(s contract.PlanSubscription) *contract.LineEnding {
	switch {
	case Releases(s):
		return s.Inactive.Ending
	case s.Bills != nil:
		return s.Bills.Ending
	default:
		return nil
	}
}

// reasonInactive is what the end of such a line is asked for with; nobody but the rule asks.
const reasonInactive = "inactive"

// Unused is the end of a line that nobody uses. A line ends once, so its id names the ending, too.
func Unused(s contract.PlanSubscription, fate contract.NumberFate, rangeHolder string, now time.Time) *contract.LineEnding {
	return &contract.LineEnding{
		ID: s.LineID, LineID: s.LineID, Cause: contract.CauseInactive, AskedBy: "rule", Reason: reasonInactive, Fate: fate, Operator: rangeHolder,
		Language: s.Language, Holder: contract.PlanSubscriptionWorkflowID(s.LineID), RequestedAt: now.UTC(),
	}
}
