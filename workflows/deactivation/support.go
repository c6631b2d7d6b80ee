package deactivation

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/ending"
	"selfcare/workflows/internal/process"
)

// desk records that a deactivation needs support, and the decision of support.
type desk struct{ *deactivationRun }

// Hold parks the deactivation with the reason.
func (d desk) Hold(ctx workflow.Context, work contract.Work, code contract.Code) error {
	held := contract.DeactivationHeldUp{At: process.At(ctx), FailureCode: code, Work: work}
	return d.Process.Hold(ctx, d.heldSince, "Hold the deactivation", deactivations.HoldDeactivation, held)
}

// Resume continues the deactivation from where it was held.
func (d desk) Resume(ctx workflow.Context, decision contract.Resolution) error {
	resumed := contract.DeactivationResumed{At: process.At(ctx), Resolution: decision}
	return d.Apply(ctx, "Resume the deactivation", deactivations.ResumeDeactivation, resumed)
}

// resolve takes support's decision and answers once the deactivation has resumed.
func (d *deactivationRun) resolve(ctx workflow.Context, in contract.Resolution) (contract.Deactivation, error) {
	since := d.heldSince()
	if since.IsZero() || !d.Decide(in) {
		return contract.Deactivation{}, process.Refuse(contract.FailEndNotHeld)
	}
	wait := process.Wait{For: "the deactivation continues", Owner: "the deactivation: it resumes at once"}
	_, err := d.Await(ctx, wait, func() bool { return d.heldSince() != since })
	return d.State, err
}

func (d *deactivationRun) heldSince() time.Time {
	if d.State.Held == nil {
		return time.Time{}
	}
	return d.State.Held.Since
}

// updateAttributes returns the search attributes that follow from a change of the deactivation.
func (d *deactivationRun) updateAttributes(ctx workflow.Context, before contract.Deactivation) []process.Attribute {
	d.show(ctx)
	var changed []process.Attribute
	if d.State.Stage != before.Stage {
		changed = append(changed, process.Stage.ValueSet(string(d.State.Stage)), process.WaitsFor.ValueSet(waitsFor(d.State.Stage)))
	}
	switch {
	case before.Held == nil && d.State.Held != nil:
		changed = append(changed, d.Attention.AddAttributes(ctx, d.State.Held.FailureCode)...)
	case before.Held != nil && d.State.Held == nil:
		changed = append(changed, d.Attention.DropAttributes(ctx, before.Held.FailureCode)...)
	}
	return changed
}

func waitsFor(stage contract.DeactivationStage) string {
	switch stage {
	case contract.DeactivationWaiting:
		return contract.FixCustomer
	case contract.DeactivationHeld:
		return contract.FixSupport
	case contract.DeactivationEnding, contract.DeactivationEnded, contract.DeactivationUndone:
		return contract.FixNone
	default:
		return contract.FixNone
	}
}

// show writes the progress for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (d *deactivationRun) show(ctx workflow.Context) {
	now := d.State
	text := fmt.Sprintf("Deactivation is **%s** · reason `%s` · the number: %s", now.Stage, now.Reason, now.Fate)
	if now.Stage == contract.DeactivationWaiting {
		text += " · the owner may cancel it until " + now.UndoUntil.In(calendar.Riyadh).Format("2 Jan 2006 15:04")
	}
	if now.Held != nil {
		text += "\n\n" + process.Held(now.Held.Since, now.Held.FailureCode, now.Held.Work, func(r contract.Resolution) error {
			return ending.ValidateResolution(now, r)
		})
	}
	workflow.SetCurrentDetails(ctx, text)
}
