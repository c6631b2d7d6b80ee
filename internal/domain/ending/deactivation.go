package ending

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// Opened is a deactivation that has just begun: until UndoUntil the owner may take it back.
func Opened(d contract.Deactivation, f Facts, r Rules, now time.Time) contract.Deactivation {
	d.Stage, d.RequestedAt, d.UndoUntil = contract.DeactivationWaiting, now, now.Add(r.UndoFor)
	d.Fate, d.Operator = FateOf(f.MSISDN, f.PortedFrom)
	return d
}

// ValidateUndo refuses to take back what is over; the moment at which the time ends is too late.
func ValidateUndo(d contract.Deactivation, now time.Time) error {
	switch {
	case d.Stage == contract.DeactivationUndone:
		return contract.Refuse(contract.FailEndUndone)
	case d.Stage != contract.DeactivationWaiting, !now.Before(d.UndoUntil):
		return contract.Refuse(contract.FailEndTooLate)
	default:
		return nil
	}
}

// Undone is a deactivation that its owner took back.
func Undone(d contract.Deactivation, now time.Time) contract.Deactivation {
	d.Stage, d.UndoneAt = contract.DeactivationUndone, now
	return d
}

// Begun is a deactivation that cannot be taken back any more.
func Begun(d contract.Deactivation) contract.Deactivation {
	d.Stage = contract.DeactivationEnding
	return d
}

// HeldUp is a deactivation that waits for support.
func HeldUp(d contract.Deactivation, in contract.DeactivationHeldUp) contract.Deactivation {
	d.Held = &contract.HeldDeactivation{FailureCode: in.FailureCode, Work: in.Work, From: d.Stage, Since: in.Now}
	d.Stage = contract.DeactivationHeld
	return d
}

// Resumed goes on from where a deactivation was held.
func Resumed(d contract.Deactivation) contract.Deactivation {
	d.Stage, d.Held = d.Held.From, nil
	return d
}

// Completed is a deactivation whose line has ended.
func Completed(d contract.Deactivation, endedAt time.Time) contract.Deactivation {
	d.Stage, d.EndedAt = contract.DeactivationEnded, endedAt
	return d
}

// ValidateResolution refuses a decision about a deactivation that is not held, or that its work does not allow: what the network refuses
// can be done there by hand; what is written into our books is only tried again.
func ValidateResolution(d contract.Deactivation, in contract.Resolution) error {
	if d.Stage != contract.DeactivationHeld || d.Held == nil {
		return contract.Refuse(contract.FailEndNotHeld)
	}
	if in.Action == contract.ResolveRetry || in.Action == contract.ResolveSkip && d.Held.Work == contract.WorkSwitchOff {
		return nil
	}
	return contract.Refuse(contract.FailResolutionNotAllowed)
}

// WithoutSwitch is the plan of a line that is about to end, without the switch that was scheduled. One that is paid for already
// comes into force.
func WithoutSwitch(s contract.PlanSubscription) (after contract.PlanSubscription, dropped string) {
	if s.Scheduled == nil || s.Scheduled.Paid {
		return s, ""
	}
	dropped = s.Scheduled.PlanID
	s.Scheduled = nil
	return s, dropped
}

// Leaves is the plan of a line that has just ended. Its own workflow sees that the line is gone and closes it.
func Leaves(s contract.PlanSubscription) contract.PlanSubscription {
	s.Scheduled = nil
	return s
}

// Statement is what a line came to. What it lost and owes is as it stands in the books at that moment; waived is what was taken
// off before.
func Statement(in contract.LineEnding, f Facts, r Rules, waived contract.Halalas, now time.Time) contract.FinalStatement {
	s := contract.FinalStatement{
		ID: in.ID, LineID: in.LineID, Cause: in.Cause, Type: f.Type, FurtherSIMs: f.FurtherSIMs, Waived: waived,
		Fate: in.Fate, Operator: in.Operator, RequestedAt: in.RequestedAt, EndedAt: now,
	}
	if f.Type == subscription.Prepaid {
		s.BalanceLost = max(f.Balance, 0)
	} else {
		s.Dues = max(f.Dues, 0)
		s.Leaving, s.MonthsLeft = Leaving(f.Commitment, now) // only a postpaid line has a bill that can ask for it
	}
	if plan := f.Subscription; plan != nil {
		s.PlanID, s.Cycle, s.From, s.Until = plan.PlanID, plan.Cycle, plan.From, plan.Until
	}
	if in.Fate == contract.FateQuarantine {
		s.FreeAt = now.Add(r.Quarantine)
	}
	return s
}
