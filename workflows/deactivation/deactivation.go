// Package deactivation holds the process by which an owner ends a line: requested, undone in time, or ended for good.
package deactivation

import (
	"go.temporal.io/sdk/workflow"

	deactivationacts "selfcare/activities/deactivation"
	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	endingpart "selfcare/workflows/internal/ending"
	"selfcare/workflows/internal/process"
)

var deactivations *deactivationacts.Activities // only the method names are used; the workflow never calls these

// LineDeactivation ends a line for its owner, who may undo the request for some time. The line keeps working until that time
// is over. Cancelling the workflow from outside has no effect; only the owner can undo it.
func LineDeactivation(ctx workflow.Context, in contract.DeactivationInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	d, err := receive(ctx, in)
	if err != nil {
		return err
	}
	return d.Drain(ctx, d.runPhases(ctx))
}

// deactivationRun is one deactivation while it runs.
type deactivationRun struct {
	*process.Process[contract.Deactivation]
	link    string
	open    bool
	refused error // why the deactivation was not opened
}

func receive(ctx workflow.Context, in contract.DeactivationInput) (*deactivationRun, error) {
	d := &deactivationRun{link: in.Link}
	d.Process = process.Open(ctx, in.Deactivation, desk{d}, d.updateAttributes)
	d.Show = d.show
	d.Seq = func() int64 { return d.State.Seq }
	anything := func(contract.DeactivationInput) error { return nil }
	if err := process.RegisterUpdate(d.Process, ctx, contract.UpdateOpenDeactivation, anything, d.openOnce); err != nil {
		return nil, err
	}
	mayUndo := func(contract.DeactivationUndo) error {
		return process.Refusal(ending.ValidateUndo(d.State, process.Now(ctx)))
	}
	if err := process.RegisterUpdate(d.Process, ctx, contract.UpdateUndoDeactivation, mayUndo, d.undo); err != nil {
		return nil, err
	}
	mayResolve := func(r contract.Resolution) error { return process.Refusal(ending.ValidateResolution(d.State, r)) }
	return d, process.RegisterDecision(d.Process, ctx, contract.UpdateResolve, mayResolve, d.resolve)
}

func (d *deactivationRun) runPhases(ctx workflow.Context) error {
	if err := d.awaitOpening(ctx); err != nil {
		return err
	}
	if err := d.passUndoTime(ctx); err != nil {
		return err
	}
	return d.endLine(ctx)
}

// openOnce records the deactivation once. It refuses a second deactivation of the line meanwhile.
func (d *deactivationRun) openOnce(ctx workflow.Context, in contract.DeactivationInput) (contract.Deactivation, error) {
	if d.open {
		if in.Deactivation.ID == d.State.ID {
			return d.State, nil
		}
		return contract.Deactivation{}, process.Refuse(contract.FailEndUnderWay)
	}
	err := d.Apply(ctx, "Open the deactivation", deactivations.OpenDeactivation, contract.DeactivationOpening{At: process.At(ctx), Link: d.link})
	if err != nil {
		d.refused = err
		return contract.Deactivation{}, err
	}
	d.open = true
	return d.State, nil
}

// awaitOpening waits for the update that started the workflow. An update that is refused or lost leaves nothing behind.
func (d *deactivationRun) awaitOpening(ctx workflow.Context) error {
	wait := process.Wait{For: "the first step", Limit: process.OpenTimeout, Then: "the start is forgotten; the line goes on"}
	err := d.AwaitOpening(ctx, wait, func() bool { return d.open || d.refused != nil })
	switch {
	case err != nil:
		return err
	case d.refused != nil:
		return process.Ending(process.CodeOf(d.refused))
	case !d.open:
		return process.Ending(contract.FailEndUnknown)
	default:
		return nil
	}
}

// passUndoTime waits until the owner can no longer undo the deactivation. An undo at the last moment still counts.
func (d *deactivationRun) passUndoTime(ctx workflow.Context) error {
	wait := process.Wait{For: "the owner cancels the deactivation", Limit: d.State.UndoUntil.Sub(process.Now(ctx)), Then: "the line is ended"}
	if _, err := d.Await(ctx, wait, d.isUndone); err != nil {
		return err
	}
	stillWanted := func() error {
		if d.isUndone() {
			return process.Ending(contract.FailEndUndone)
		}
		return nil
	}
	return d.ApplyIf(ctx, stillWanted, "Start to end the line", deactivations.BeginEnding, process.At(ctx))
}

func (d *deactivationRun) isUndone() bool { return d.State.Stage == contract.DeactivationUndone }

// undo cancels the deactivation for its owner.
func (d *deactivationRun) undo(ctx workflow.Context, in contract.DeactivationUndo) (contract.Deactivation, error) {
	in.At = process.At(ctx)
	tried := false
	may := func() error {
		if tried && d.isUndone() { // undone by this very call, whose answer was lost
			return nil
		}
		tried = true
		return process.Refusal(ending.ValidateUndo(d.State, in.Now))
	}
	err := d.ApplyIf(ctx, may, "Cancel the deactivation", deactivations.UndoDeactivation, in)
	return d.State, err
}

// endLine takes the line out of service for good.
func (d *deactivationRun) endLine(ctx workflow.Context) error {
	s := d.State
	statement, err := endingpart.EndLine(ctx, d, contract.LineEnding{
		ID: s.ID, LineID: s.LineID, Cause: contract.CauseDeactivated, AskedBy: s.UserID, Reason: s.Reason, Fate: s.Fate, Operator: s.Operator,
		Language: s.Language, Link: d.link, Holder: s.ID, RequestedAt: s.RequestedAt,
	})
	if err != nil {
		return err
	}
	completed := contract.DeactivationCompleted{At: process.At(ctx), Statement: statement}
	return d.Apply(ctx, "The line has ended", deactivations.CompleteDeactivation, completed)
}
