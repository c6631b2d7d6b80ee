package subscription

import (
	"time"

	"selfcare/internal/contract"
)

// releaseAgain is the pause before a failed end of a line is retried.
const releaseAgain = time.Hour

// isIdle tells whether days of inactivity are counted for a line: only without a paid plan in force.
func isIdle(s contract.PlanSubscription, r Rules) bool {
	return s.Inactive != nil && s.Stage == contract.SubscriptionExpired && r.InactiveEnds > 0
}

// inactiveStep returns the next step of an inactive line, and its time.
func inactiveStep(s contract.PlanSubscription, r Rules) (contract.SubscriptionStep, time.Time) {
	if !isIdle(s, r) {
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

// notices returns the lengths of inactivity at which the owner is told: when the line becomes inactive, and thirty days, a week
// and a day before it ends.
func notices(r Rules) []time.Duration {
	all := []time.Duration{r.InactiveNotice}
	for _, ahead := range []time.Duration{30 * day, 7 * day, day} {
		if at := r.InactiveEnds - ahead; at > all[len(all)-1] {
			all = append(all, at)
		}
	}
	return all
}

// ReleasedAt returns when the line of an expired plan ends without recharge or usage; zero for never.
func ReleasedAt(s contract.PlanSubscription, r Rules) time.Time {
	if !isIdle(s, r) {
		return time.Time{}
	}
	return s.Inactive.Since.Add(r.InactiveEnds).UTC()
}

// WithActivity records a recharge or usage of a line: its days of inactivity start again. When the line was being ended, the network gets
// its level again.
func WithActivity(s contract.PlanSubscription, at time.Time) contract.PlanSubscription {
	if s.Inactive == nil || !at.After(s.Inactive.Since) {
		return s
	}
	if s.Inactive.Ending != nil {
		s.Service.Level = ""
	}
	s.Inactive = &contract.Inactivity{Since: at.UTC()}
	return s
}

// ToldInactive records a notice about the coming end of the line.
func ToldInactive(s contract.PlanSubscription) contract.PlanSubscription {
	idle := *s.Inactive
	idle.Told++
	s.Inactive = &idle
	return s
}

// Releasing records the start of the line's end; with a nil end, because another change runs, it is retried later.
func Releasing(s contract.PlanSubscription, end *contract.LineEnding, now time.Time) contract.PlanSubscription {
	idle := *s.Inactive
	idle.Ending, idle.Again = end, now.Add(releaseAgain).UTC()
	s.Inactive = &idle
	return s
}

// IsReleasing tells whether an inactive line is being ended.
func IsReleasing(s contract.PlanSubscription) bool {
	return s.Inactive != nil && s.Inactive.Ending != nil
}

// ValidateRelease refuses to end a line that is in use again: after a recharge, usage or a plan in force. active is the time of
// the last recharge or usage.
func ValidateRelease(s contract.PlanSubscription, active time.Time) error {
	if s.Stage != contract.SubscriptionExpired || !IsReleasing(s) || active.After(s.Inactive.Since) {
		return contract.Refuse(contract.FailLineBusyNow)
	}
	return nil
}

// Ending returns the end of a line by rule, for inactivity or unpaid bills; nil for other lines.
func Ending(s contract.PlanSubscription) *contract.LineEnding {
	switch {
	case IsReleasing(s):
		return s.Inactive.Ending
	case s.Bills != nil:
		return s.Bills.Ending
	default:
		return nil
	}
}

// reasonInactive is the reason of an end by the rule.
const reasonInactive = "inactive"

// EndingOfInactive returns the end of an inactive line. A line ends once, so its id also identifies the ending.
func EndingOfInactive(s contract.PlanSubscription, fate contract.NumberOutcome, rangeHolder string, now time.Time) *contract.LineEnding {
	return &contract.LineEnding{
		ID: s.LineID, LineID: s.LineID, Cause: contract.CauseInactive, AskedBy: "rule", Reason: reasonInactive, Fate: fate, Operator: rangeHolder,
		Language: s.Language, Holder: contract.PlanSubscriptionWorkflowID(s.LineID), RequestedAt: now.UTC(),
	}
}
