// Package portin is the process that brings a number over from another operator.
package portin

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	networkacts "selfcare/activities/network"
	portabilityacts "selfcare/activities/portability"
	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	network     *networkacts.Activities
	portability *portabilityacts.Activities
	planning    *portabilityacts.Planning
)

// PortIn brings one number over from another operator: the donor approves, the customer has the new SIM, and the number is
// switched in the next window. A port that is impossible ends as failed. A port that needs a person ends with a failure code;
// started again, it continues from its state.
func PortIn(ctx workflow.Context, in contract.PortInInput) (contract.PortInResult, error) {
	p, err := openPort(ctx, in)
	if err != nil {
		return contract.PortInResult{}, err
	}
	if err := p.registerUpdates(ctx); err != nil {
		return contract.PortInResult{}, err
	}
	err = p.Drain(ctx, p.runPhases(process.WithTaker(ctx)))
	result := contract.PortInResult{Port: p.State}
	if err != nil && !temporal.IsCanceledError(err) { // a person decides: the workflow has not failed
		result.FailureCode, err = process.CodeOf(err), nil
	}
	return result, err
}

// portRun is one port while it runs. Its order shows the port to support and operators, so it has neither a desk nor search
// attributes of its own.
type portRun struct {
	*process.Process[contract.Port]
	in          contract.PortInInput
	iccid       string    // of the SIM that the customer has
	sequence    int       // of the newest known change of this submission
	failures    int       // failed switches
	asked       bool      // the clearing house was asked since this port was resumed
	notBefore   time.Time // earliest time of the switch
	rescheduled bool      // the customer chose another window since the last plan
	reports     workflow.ReceiveChannel
	corrections workflow.ReceiveChannel
	handedOver  workflow.ReceiveChannel
}

func openPort(ctx workflow.Context, in contract.PortInInput) (*portRun, error) {
	unseen := func(workflow.Context, contract.Port) []process.Attribute { return nil }
	reports, err := process.ReceiveMessages[contract.PortReported](ctx, contract.SignalPortReported, new(int))
	return &portRun{
		Process: process.Open(ctx, in.Port, nil, unseen), in: in, iccid: in.ICCID,
		reports:     reports,
		corrections: workflow.GetSignalChannel(ctx, contract.SignalPortCorrected),
		handedOver:  workflow.GetSignalChannel(ctx, contract.SignalSIMWithCustomer),
	}, err
}

func (p *portRun) runPhases(ctx workflow.Context) error {
	if err := p.awaitDonor(ctx); err != nil || p.State.Status == contract.PortFailed || p.State.Status == contract.PortWithdrawn {
		return err
	}
	if err := p.awaitSIM(ctx); err != nil {
		return err
	}
	return p.moveNumber(ctx)
}

// awaitDonor submits the port, again after each correction of the customer, until the donor approves it or it has failed.
func (p *portRun) awaitDonor(ctx workflow.Context) error {
	for {
		var err error
		switch p.State.Status {
		case contract.PortDraft:
			err = p.submit(ctx)
		case contract.PortSubmitted:
			err = p.awaitAnswer(ctx)
		case contract.PortRejected:
			err = p.awaitCorrection(ctx)
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (p *portRun) submit(ctx workflow.Context) error {
	times, err := p.plan(ctx, workflow.Now(ctx))
	if err != nil {
		return err
	}
	try := p.State.Tries + 1
	submission := contract.PortSubmission{
		PortID: contract.PortID(p.in.OrderID, try), Operator: p.State.Operator, MSISDN: p.State.MSISDN,
		IDNumber: p.in.IDNumber, Window: p.State.Window,
	}
	var state contract.PortState
	err = process.DoPromptly(process.WithGatewayPolicy(ctx, "Submit the port to the clearing house"), &state, portability.SubmitPort, submission)
	if err != nil {
		return err
	}
	p.State.Tries, p.State.Reference, p.State.Escalated, p.State.Rejection = try, state.Reference, false, ""
	p.State.Status, p.State.ExpectedAt, p.sequence, p.asked = contract.PortSubmitted, times.AnswerBy, 0, true
	p.notifyOrder(ctx)
	p.take(ctx, state)
	if state.Reference == "" { // refused before it got a reference
		return nil
	}
	return workflow.UpsertTypedSearchAttributes(ctx, process.PartnerRef.ValueSet(state.Reference))
}

// awaitAnswer waits for the donor. On silence it first asks the clearing house and tells the customer; if the silence lasts,
// a person must act.
func (p *portRun) awaitAnswer(ctx workflow.Context) error {
	if !p.asked { // resumed: reports that came meanwhile are lost
		if err := p.takeUpAgain(ctx); err != nil || p.State.Status != contract.PortSubmitted {
			return err
		}
	}
	reported, err := p.receiveReport(ctx, p.State.ExpectedAt.Sub(workflow.Now(ctx)))
	if err != nil || reported || p.State.Status != contract.PortSubmitted {
		return err
	}
	if err := p.ask(ctx); err != nil || p.State.Status != contract.PortSubmitted {
		return err
	}
	if p.State.Escalated {
		return process.Refuse(contract.FailDonorSilent)
	}
	return p.escalate(ctx)
}

func (p *portRun) takeUpAgain(ctx workflow.Context) error {
	p.asked = true
	times, err := p.plan(ctx, workflow.Now(ctx))
	if err != nil {
		return err
	}
	p.State.ExpectedAt = times.AnswerBy
	return p.ask(ctx)
}

func (p *portRun) escalate(ctx workflow.Context) error {
	times, err := p.plan(ctx, workflow.Now(ctx))
	if err != nil {
		return err
	}
	p.State.Escalated, p.State.ExpectedAt = true, times.AnswerBy
	p.notifyOrder(ctx)
	return nil
}

// awaitCorrection waits for the customer. If no correction is possible or none comes in time, the port has failed.
func (p *portRun) awaitCorrection(ctx workflow.Context) error {
	if !port.Correctable(p.State, p.in.Settings.Tries) {
		p.fail(ctx)
		return nil
	}
	var corrected contract.Port
	wait := process.Wait{For: "the customer corrects the request", Limit: p.in.Settings.CorrectionTTL, Then: "the port has failed; the order ends and the money goes back"}
	heard, err := p.receive(ctx, p.corrections, wait, &corrected)
	if err != nil {
		return err
	}
	if !heard {
		p.fail(ctx)
		return nil
	}
	p.State = corrected // a draft again
	return nil
}

func (p *portRun) fail(ctx workflow.Context) {
	p.State.Status = contract.PortFailed
	p.notifyOrder(ctx)
}

// awaitSIM waits until the customer has the SIM that the number moves to.
func (p *portRun) awaitSIM(ctx workflow.Context) error {
	if p.iccid != "" {
		return nil
	}
	var sim contract.SIMWithCustomer
	wait := process.Wait{For: "the customer has the SIM", Owner: "the order: its parcel or profile has limits, and it cancels the port when it ends"}
	if _, err := p.receive(ctx, p.handedOver, wait, &sim); err != nil {
		return err
	}
	p.iccid = sim.ICCID
	return nil
}

func (p *portRun) plan(ctx workflow.Context, notBefore time.Time) (contract.PortTimes, error) {
	var times contract.PortTimes
	plan := contract.PortPlan{At: contract.At{Now: workflow.Now(ctx)}, Window: p.State.Window, NotBefore: notBefore}
	err := p.CallLocal(ctx, "Read the calendar", &times, planning.PlanPort, plan)
	return times, err
}
