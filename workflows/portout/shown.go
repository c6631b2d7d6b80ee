package portout

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/process"
)

// desk records that a request needs support, and the decision of support.
type desk struct{ *portOutRun }

// Hold records why the request cannot continue.
func (d desk) Hold(ctx workflow.Context, work contract.Work, code contract.Code) error {
	held := contract.PortOutHeldUp{At: process.At(ctx), FailureCode: code, Work: work}
	return d.Process.Hold(ctx, d.heldSince, "Hold the port-out", books.HoldPortOut, held)
}

// Resume records support's decision.
func (d desk) Resume(ctx workflow.Context, decision contract.Resolution) error {
	return d.Apply(ctx, "Resume the port-out", books.ResumePortOut, contract.PortOutResumed{At: process.At(ctx), Resolution: decision})
}

// resolve takes support's decision and answers once the request has resumed.
func (p *portOutRun) resolve(ctx workflow.Context, in contract.Resolution) (contract.PortOut, error) {
	since := p.heldSince()
	if since.IsZero() || !p.Decide(in) {
		return contract.PortOut{}, process.Refuse(contract.FailPortOutNotHeld)
	}
	wait := process.Wait{For: "the port-out continues", Owner: "the port-out: it resumes at once"}
	_, err := p.Await(ctx, wait, func() bool { return p.heldSince() != since })
	return p.State, err
}

func (p *portOutRun) heldSince() time.Time {
	if p.State.Held == nil {
		return time.Time{}
	}
	return p.State.Held.Since
}

// updateAttributes returns the search attributes that follow from a change of the request.
func (p *portOutRun) updateAttributes(ctx workflow.Context, before contract.PortOut) []process.Attribute {
	p.show(ctx)
	var changed []process.Attribute
	if p.State.Stage != before.Stage {
		changed = append(changed, process.Stage.ValueSet(string(p.State.Stage)), process.WaitsFor.ValueSet(waitsFor(p.State)))
	}
	if p.State.LineID != before.LineID {
		changed = append(changed, process.LineRef.ValueSet(p.State.LineID))
	}
	switch {
	case before.Held == nil && p.State.Held != nil:
		changed = append(changed, p.Attention.AddAttributes(ctx, p.State.Held.FailureCode)...)
	case before.Held != nil && p.State.Held == nil:
		changed = append(changed, p.Attention.DropAttributes(ctx, before.Held.FailureCode)...)
	}
	return changed
}

func waitsFor(p contract.PortOut) string {
	if p.Stage == contract.PortOutAgreed || p.Stage == contract.PortOutMoving {
		return "partner"
	}
	return contract.FixNone
}

// show writes the request for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (p *portOutRun) show(ctx workflow.Context) {
	text := "A number goes to " + p.State.Recipient + " · **" + string(p.State.Stage) + "**"
	if p.State.Reason != "" {
		text += " because of `" + string(p.State.Reason) + "`"
	}
	if p.State.Stage == contract.PortOutAgreed {
		text += ", " + p.State.CutOverAt.In(calendar.Riyadh).Format("2 Jan 2006 15:04")
	}
	if p.hasObjection() {
		text += " · a holder objects"
	}
	if p.State.Held != nil {
		text += "\n\n" + process.Held(p.State.Held.Since, p.State.Held.FailureCode, p.State.Held.Work, func(r contract.Resolution) error {
			return port.ValidateResolution(p.State, r)
		})
	}
	workflow.SetCurrentDetails(ctx, text)
}
