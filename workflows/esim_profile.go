package workflows

import (
	"slices"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// ESIMProfile has a profile made and follows it until it is installed. The SM-DP+'s reports drive it; where the customer
// asks for another profile, the last one is cancelled first: two codes of one order never work at once.
func ESIMProfile(ctx workflow.Context, in contract.ProfileInput) (contract.Profile, error) {
	run := &profileRun{
		in:      in,
		reports: workflow.GetSignalChannel(ctx, contract.SignalProfileReported),
		wanted:  workflow.GetSignalChannel(ctx, contract.SignalProfileWanted),
	}
	if err := run.provide(ctx, in.Issue, in.Device); err != nil {
		return run.last, err
	}
	err := run.follow(ctx)
	return run.last, err
}

type profileRun struct {
	in      contract.ProfileInput
	last    contract.Profile
	latest  contract.ProfileReported // of the last profile
	reports workflow.ReceiveChannel
	wanted  workflow.ReceiveChannel
	seen    []string // event ids: a doubled call-back is dropped
}

// provide has a profile made and tells its code.
func (p *profileRun) provide(ctx workflow.Context, issue int, device contract.Device) error {
	var made contract.Profile
	in := contract.ProfileOrder{OrderID: p.in.OrderID, Issue: issue, EID: device.EID}
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Have the profile made"), esims.OrderProfile, in).Get(ctx, &made)
	if err != nil {
		return err
	}
	made.ReadyAt = workflow.Now(ctx)
	p.last, p.latest = made, contract.ProfileReported{}
	return p.tellOrder(ctx, contract.ProfileMoved{Profile: p.last})
}

// follow ends with the installed notice, which the order gets as the result.
func (p *profileRun) follow(ctx workflow.Context) error {
	for p.last.State != contract.ProfileInstalled {
		report, want, err := p.next(ctx)
		switch {
		case err != nil:
			return err
		case want != nil:
			err = p.replace(ctx, *want)
		case report != nil:
			err = p.take(ctx, *report)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// next is the next report, or the wish for another profile.
func (p *profileRun) next(ctx workflow.Context) (report *contract.ProfileReported, want *contract.ProfileWanted, err error) {
	wait := workflow.NewSelector(ctx)
	wait.AddReceive(ctx.Done(), func(workflow.ReceiveChannel, bool) { err = ctx.Err() })
	wait.AddReceive(p.reports, func(c workflow.ReceiveChannel, _ bool) {
		report = &contract.ProfileReported{}
		c.Receive(ctx, report)
	})
	wait.AddReceive(p.wanted, func(c workflow.ReceiveChannel, _ bool) {
		want = &contract.ProfileWanted{}
		c.Receive(ctx, want)
	})
	wait.Select(ctx)
	return report, want, err
}

func (p *profileRun) take(ctx workflow.Context, report contract.ProfileReported) error {
	if !p.moves(report) || p.last.State == contract.ProfileInstalled {
		return nil
	}
	return p.tellOrder(ctx, contract.ProfileMoved{Profile: p.last})
}

// moves applies a report, unless it was seen before, is about a profile that was replaced, or is older than what is
// known. Being installed is final, whenever it is heard of.
func (p *profileRun) moves(report contract.ProfileReported) bool {
	if slices.Contains(p.seen, report.EventID) {
		return false
	}
	p.seen = append(p.seen, report.EventID)
	overtaken := report.At.Before(p.latest.At) && report.State != contract.ProfileInstalled
	if report.ICCID != p.last.ICCID || overtaken || report.State == p.last.State && report.Failure == p.last.ErrorCode {
		return false
	}
	p.latest = report
	p.last.State, p.last.ErrorCode = report.State, report.Failure
	return true
}

// replace cancels the last profile and has another one made. What goes wrong is the order's to decide: this one goes on
// listening, because the profile may be installed all the same.
func (p *profileRun) replace(ctx workflow.Context, want contract.ProfileWanted) error {
	if want.Issue <= p.last.Issued {
		return nil // asked for twice
	}
	err := p.retire(ctx)
	if err == nil {
		err = p.provide(ctx, want.Issue, want.Device)
	}
	if err == nil || temporal.IsCanceledError(err) {
		return err
	}
	return p.tellOrder(ctx, contract.ProfileMoved{Profile: p.last, Trouble: failureCode(err)})
}

// retire takes a profile back. One on a phone already stays there: nobody can install it a second time.
func (p *profileRun) retire(ctx workflow.Context) error {
	in := contract.ProfileOrder{OrderID: p.in.OrderID, Issue: p.last.Issued, ICCID: p.last.ICCID}
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Cancel the profile that did not install"), esims.CancelProfile, in).Get(ctx, nil)
	if err != nil && failureCode(err) == contract.FailCancelTooLate && !temporal.IsCanceledError(err) {
		return nil
	}
	return err
}

func (p *profileRun) tellOrder(ctx workflow.Context, moved contract.ProfileMoved) error {
	workflow.SetCurrentDetails(ctx, "Profile "+contract.ProfileReference(p.in.OrderID, p.last.Issued)+" is **"+string(p.last.State)+"**")
	return workflow.SignalExternalWorkflow(ctx, contract.OrderWorkflowID(p.in.OrderID), "", contract.SignalProfileProgress, moved).Get(ctx, nil)
}
