package portin

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// receiveReport takes one webhook; it returns false if none came in time.
func (p *portRun) receiveReport(ctx workflow.Context, limit time.Duration) (heard bool, err error) {
	var report contract.PortReported
	wait := process.Wait{For: "the old operator answers", Limit: limit, Then: "the clearing house is asked and the customer told; after as long again held for support"}
	heard, err = p.receive(ctx, p.reports, wait, &report)
	if err != nil || !heard {
		return false, err
	}
	if report.PortID != p.id() || report.State.Sequence <= p.sequence {
		return true, nil // of an earlier submission, or known already
	}
	if report.State.Sequence > p.sequence+1 { // an earlier report is missing, so the clearing house is asked
		return true, p.ask(ctx)
	}
	p.take(ctx, report.State)
	return true, nil
}

// ask asks the clearing house for the state of the submission.
func (p *portRun) ask(ctx workflow.Context) error {
	var state contract.PortState
	err := process.DoPromptly(process.WithGatewayPolicy(ctx, "Ask where the port stands"), &state, portability.AskPort, p.id())
	if err != nil {
		return err
	}
	p.take(ctx, state)
	return nil
}

// take applies a state of the clearing house. Only the donor's answer counts, and only while it is awaited; we cause all later
// states ourselves.
func (p *portRun) take(ctx workflow.Context, state contract.PortState) {
	p.sequence = max(p.sequence, state.Sequence)
	switch state.Status {
	case contract.PortApproved, contract.PortRejected, contract.PortWithdrawn:
	default:
		return
	}
	if p.State.Status != contract.PortSubmitted {
		return
	}
	p.State.Status, p.State.Rejection, p.State.ExpectedAt = state.Status, state.Reason, time.Time{}
	if state.Status == contract.PortRejected {
		p.State.ExpectedAt = workflow.Now(ctx).Add(p.in.Settings.CorrectionTTL)
	}
	p.notifyOrder(ctx)
}

// receive waits for a message, at most for the limit.
func (p *portRun) receive(ctx workflow.Context, from workflow.ReceiveChannel, wait process.Wait, message any) (heard bool, err error) {
	_, err = p.Await(ctx, wait, func() bool { return from.Len() > 0 })
	return err == nil && from.ReceiveAsync(message), err
}

// notifyOrder tells the order. A failure must not stop the port: the order may be gone.
func (p *portRun) notifyOrder(ctx workflow.Context) {
	p.notify(ctx, contract.PortProgress{Port: p.State})
}

func (p *portRun) notify(ctx workflow.Context, progress contract.PortProgress) {
	text := "Port " + p.State.Reference + " is **" + string(p.State.Status) + "**"
	if p.State.Rejection != "" {
		text += " because of `" + string(p.State.Rejection) + "`"
	}
	workflow.SetCurrentDetails(ctx, text)
	signal := workflow.SignalExternalWorkflow(ctx, contract.OrderWorkflowID(p.in.OrderNumber), "", contract.SignalPortProgress, progress)
	if err := signal.Get(ctx, nil); err != nil {
		workflow.GetLogger(ctx).Warn("the order could not be told how its port stands", "error", err)
	}
}
