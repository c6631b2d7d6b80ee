// Package portout is the process that releases one of our numbers to another operator.
package portout

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	portabilityacts "selfcare/activities/portability"
	portoutacts "selfcare/activities/portout"
	"selfcare/internal/contract"
	"selfcare/internal/domain/port"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	books       *portoutacts.Activities
	service     *portoutacts.Service
	portability *portabilityacts.Activities
)

// PortOut answers another operator's request for one of our numbers in time and by the rules, lets the number's holders stop
// the move until its cut-over, and then releases the number. Cancelling the workflow from outside has no effect, because the
// clearing house waits for it.
func PortOut(ctx workflow.Context, in contract.PortOutInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	p, err := receive(ctx, in)
	if err != nil {
		return err
	}
	err = p.Drain(ctx, p.runPhases(ctx))
	if errors.Is(err, errLong) {
		in.Port, in.Resumed = p.State, true
		return workflow.NewContinueAsNewError(ctx, PortOut, in)
	}
	return err
}

// errLong ends a run between two inquiries at the clearing house. The next run continues from its state.
var errLong = errors.New("the history is long")

// portOutRun is one request while it runs.
type portOutRun struct {
	*process.Process[contract.PortOut]
	in   contract.PortOutInput
	news bool // the clearing house reported something
}

func receive(ctx workflow.Context, in contract.PortOutInput) (*portOutRun, error) {
	p := &portOutRun{in: in}
	p.Process = process.Open(ctx, in.Port, desk{p}, p.updateAttributes)
	p.Show = p.show
	p.Seq = func() int64 { return p.State.Seq }
	mayObject := func(struct{}) error { return process.Refusal(port.ValidateObjection(p.State)) }
	if err := process.RegisterUpdate(p.Process, ctx, contract.UpdateDispute, mayObject, p.object); err != nil {
		return nil, err
	}
	mayResolve := func(d contract.Resolution) error { return process.Refusal(port.ValidateResolution(p.State, d)) }
	if err := process.RegisterDecision(p.Process, ctx, contract.UpdateResolve, mayResolve, p.resolve); err != nil {
		return nil, err
	}
	event := func(m contract.PortOutReported) string { return m.EventID }
	return p, process.Listen(p.Process, contract.SignalPortOutReported, event, p.takeReport)
}

// takeReport takes a report as a trigger for an inquiry: reports overtake each other, get lost and come twice.
func (p *portOutRun) takeReport(workflow.Context, contract.PortOutReported) { p.news = true }

func (p *portOutRun) runPhases(ctx workflow.Context) error {
	phases := []func(workflow.Context) error{p.answerDonor, p.awaitCutOver, p.moveNumber, p.endLine}
	if p.in.Resumed {
		phases = phases[1:] // already answered
	} else if err := p.checkRequest(ctx); err != nil {
		return err
	}
	for _, phase := range phases {
		if err := phase(ctx); err != nil || p.State.Stage.Stays() {
			return err
		}
	}
	return p.awaitObjection(ctx)
}

// checkRequest applies the rules in the time that is left for the answer: a number that could not be checked stays.
func (p *portOutRun) checkRequest(ctx workflow.Context) error {
	checking, giveUp := workflow.WithCancel(ctx)
	defer giveUp()
	decided := false
	workflow.Go(checking, func(ctx workflow.Context) {
		if err := p.check(ctx); err != nil {
			workflow.GetLogger(ctx).Warn("could not check whether the number may leave", "error", err)
		}
		decided = true
	})
	wait := process.Wait{
		For: "the database says whether the number may leave", Limit: port.DecideBy(p.State.AskedAt, p.State.AnswerBy).Sub(process.Now(ctx)),
		Then: "the number stays: the clearing house is told no",
	}
	_, err := p.Await(ctx, wait, func() bool { return decided })
	return err
}

// check decides on the request, or takes the decision that our database has. On an error the request stays undecided.
func (p *portOutRun) check(ctx workflow.Context) error {
	var next contract.PortOut
	in := contract.PortOutCheck{At: process.At(ctx), Asked: p.in.Asked}
	err := p.CallLocal(ctx, "Check whether the number may leave", &next, books.CheckPortOut, p.State, in)
	if err != nil && !process.SavedAhead(err, &next) {
		return err
	}
	p.Become(ctx, next)
	return nil
}

// answerDonor tells the clearing house the decision. If the clearing house no longer waits for it, the number stays, unless a
// worker had agreed before it died: then that decision counts.
func (p *portOutRun) answerDonor(ctx workflow.Context) error {
	switch p.State.Stage {
	case contract.PortOutChecking, contract.PortOutAgreed, contract.PortOutRejected:
	default: // a worker that died had gone past this answer
		return nil
	}
	unchecked := p.State.Stage == contract.PortOutChecking
	answer := contract.PortOutAnswer{
		Reference: p.State.Reference, Accepted: p.State.Stage == contract.PortOutAgreed, Reason: p.State.Reason, Commitment: p.State.Bill.Commitment,
	}
	if unchecked {
		answer.Reason = contract.PortOutUnchecked
	}
	said, err := p.callClearing(ctx, contract.WorkAnswerPortOut, "Answer the clearing house", portability.AnswerPortOut, answer)
	switch {
	case err != nil:
		return err
	case unchecked && isAgreement(said):
		if err := p.RunOrEscalate(ctx, contract.WorkAnswerPortOut, p.check); err != nil { // reads the decision of that worker
			return err
		}
		return p.applyState(ctx, said)
	case unchecked:
		refusal := contract.PortOutRefusal{At: process.At(ctx), MSISDN: p.in.Asked.MSISDN, Reason: contract.PortOutUnchecked}
		return p.Apply(ctx, "Record that the check came too late", books.RefusePortOut, refusal)
	case answer.Accepted:
		return p.applyState(ctx, said)
	default:
		return nil
	}
}

// awaitCutOver waits for the cut-over, which the clearing house begins.
func (p *portOutRun) awaitCutOver(ctx workflow.Context) error {
	stopping := false
	for p.State.Stage == contract.PortOutAgreed {
		if p.IsLong(ctx) {
			return errLong
		}
		silence := max(p.State.CutOverAt.Sub(process.Now(ctx)), 0) + p.in.Settings.AskAfter
		wait := process.Wait{For: "the clearing house moves the number", Limit: silence, Then: "the clearing house is asked for the state, again and again"}
		if _, err := p.Await(ctx, wait, func() bool { return p.news || p.hasObjection() && !stopping }); err != nil {
			return err
		}
		stopping = p.hasObjection()
		if err := p.stopOrAsk(ctx); err != nil {
			return err
		}
	}
	return nil
}

// stopOrAsk stops the request if a holder objected; otherwise it asks for the request's state.
func (p *portOutRun) stopOrAsk(ctx workflow.Context) error {
	work, summary, call := contract.WorkFollowPortOut, "Ask the clearing house about the number", any(portability.AskPortOut)
	if p.hasObjection() {
		work, summary, call = contract.WorkStopPortOut, "Stop the move of the number", portability.StopPortOut
	}
	p.news = false
	said, err := p.callClearing(ctx, work, summary, call, p.State.Reference)
	if err != nil {
		return err
	}
	return p.applyState(ctx, said)
}

// stayStages maps the states of the clearing house in which the number stays.
var stayStages = map[contract.PortOutStatus]contract.PortOutStage{
	contract.ClearingRejected: contract.PortOutWithdrawn, contract.ClearingExpired: contract.PortOutWithdrawn,
	contract.ClearingWithdrawn: contract.PortOutWithdrawn, contract.ClearingStopped: contract.PortOutStopped,
	contract.ClearingRolledBack: contract.PortOutFailed,
}

// isAgreement tells whether the clearing house has our agreement.
func isAgreement(said contract.PortOutStatus) bool {
	switch said {
	case contract.ClearingAccepted, contract.ClearingCutOver, contract.ClearingReleased, contract.ClearingCompleted:
		return true
	default:
		return false
	}
}

// applyState applies a state of the clearing house to an agreed request.
func (p *portOutRun) applyState(ctx workflow.Context, said contract.PortOutStatus) error {
	if stage, over := stayStages[said]; over {
		return p.Apply(ctx, "The number stays: "+string(said), books.EndPortOut, contract.PortOutEnded{At: process.At(ctx), Stage: stage})
	}
	switch said {
	case contract.ClearingCutOver, contract.ClearingReleased, contract.ClearingCompleted:
		return p.Apply(ctx, "The number moves", books.BeginPortOut, process.At(ctx))
	default: // it waits for us, or for its day
		return nil
	}
}

// callClearing makes a call to the clearing house, which answers with the state of the request. A call without an answer is held.
func (p *portOutRun) callClearing(ctx workflow.Context, work contract.Work, summary string, activity, in any) (said contract.PortOutStatus, err error) {
	err = p.RunOrEscalate(ctx, work, func(ctx workflow.Context) error {
		return p.Do(process.WithGatewayPolicy(ctx, summary), &said, activity, in)
	})
	return said, err
}
