package ending

import (
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
)

// Opened returns a deactivation at its start: the owner may undo it until UndoUntil.
func Opened(d contract.Deactivation, f Facts, r Rules, now time.Time) contract.Deactivation {
	d.Stage, d.RequestedAt, d.UndoUntil = contract.DeactivationWaiting, now, now.Add(r.UndoFor)
	d.Fate, d.Operator = OutcomeOf(f.MSISDN, f.PortedFrom)
	return d
}

// ValidateUndo refuses to undo a deactivation that is over or past its time; the end moment itself is too late.
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

// Undone marks a deactivation as undone by its owner.
func Undone(d contract.Deactivation, now time.Time) contract.Deactivation {
	d.Stage, d.UndoneAt = contract.DeactivationUndone, now
	return d
}

// Begun marks a deactivation that cannot be undone any more.
func Begun(d contract.Deactivation) contract.Deactivation {
	d.Stage = contract.DeactivationEnding
	return d
}

// HeldUp marks a deactivation that waits for support.
func HeldUp(d contract.Deactivation, in contract.DeactivationHeldUp) contract.Deactivation {
	d.Held = &contract.HeldDeactivation{FailureCode: in.FailureCode, Work: in.Work, From: d.Stage, Since: in.Now}
	d.Stage = contract.DeactivationHeld
	return d
}

// Resumed returns a held deactivation to its stage before the hold.
func Resumed(d contract.Deactivation) contract.Deactivation {
	d.Stage, d.Held = d.Held.From, nil
	return d
}

// Completed marks a deactivation whose line has ended.
func Completed(d contract.Deactivation, endedAt time.Time) contract.Deactivation {
	d.Stage, d.EndedAt = contract.DeactivationEnded, endedAt
	return d
}

// ValidateResolution refuses a decision about a deactivation that is not held, or a decision that its work does not allow:
// support can complete a refused network step by hand, but a failed database step can only be retried.
func ValidateResolution(d contract.Deactivation, in contract.Resolution) error {
	if d.Stage != contract.DeactivationHeld || d.Held == nil {
		return contract.Refuse(contract.FailEndNotHeld)
	}
	if in.Action == contract.ResolveRetry || in.Action == contract.ResolveSkip && d.Held.Work == contract.WorkSwitchOff {
		return nil
	}
	return contract.Refuse(contract.FailResolutionNotAllowed)
}

// WithoutSwitch removes the scheduled switch from the plan of a line that is about to end. A switch that is paid for stays,
// because it still takes effect.
func WithoutSwitch(s contract.PlanSubscription) (after contract.PlanSubscription, dropped string) {
	if s.Scheduled == nil || s.Scheduled.Paid {
		return s, ""
	}
	dropped = s.Scheduled.PlanID
	s.Scheduled = nil
	return s, dropped
}

// WithoutScheduledSwitch clears the scheduled switch of a line that has just ended. The next call of the plan notices the end and closes it.
func WithoutScheduledSwitch(s contract.PlanSubscription) contract.PlanSubscription {
	s.Scheduled = nil
	return s
}

// Statement sums up a line at its end. Lost and owed amounts are the current ones in the books; waived is the amount that was
// waived before.
func Statement(in contract.LineEnding, f Facts, r Rules, waived contract.Halalas, now time.Time) contract.FinalStatement {
	s := contract.FinalStatement{
		ID: in.ID, LineID: in.LineID, Cause: in.Cause, Type: f.Type, ExtraSIMs: f.ExtraSIMs, Waived: waived,
		Fate: in.Fate, Operator: in.Operator, RequestedAt: in.RequestedAt, EndedAt: now,
	}
	if f.Type == subscription.Prepaid {
		s.BalanceLost = max(f.Balance, 0)
	} else {
		s.Dues = max(f.Dues, 0)
		s.Leaving, s.MonthsLeft = Leaving(f.Commitment, now) // only a postpaid line has a bill for it
	}
	if plan := f.Subscription; plan != nil {
		s.PlanID, s.Cycle, s.From, s.Until = plan.PlanID, plan.Cycle, plan.From, plan.Until
	}
	if in.Fate == contract.OutcomeQuarantine {
		s.FreeAt = now.Add(r.Quarantine)
	}
	return s
}
