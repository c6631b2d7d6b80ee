package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Payment takes one attempt to pay to an outcome that will not change: it charges, waits at the bank's page, and while
// nobody knows the outcome it asks, at growing intervals, for as long as it takes. mada knows purchase and refund only,
// so there is nothing to authorise first. It cannot be called off: money may have moved.
func Payment(ctx workflow.Context, in contract.PaymentInput) (contract.Payment, error) {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	run := &paymentRun{in: in, reports: workflow.GetSignalChannel(ctx, contract.SignalPaymentReported)}
	run.show(ctx)
	if err := run.charge(ctx); err != nil {
		return run.result, err
	}
	if err := run.customerPassesChallenge(ctx); err != nil {
		return run.result, err
	}
	err := run.outcomeIsKnown(ctx)
	return run.result, err
}

type paymentRun struct {
	in      contract.PaymentInput
	result  contract.Payment
	reports workflow.ReceiveChannel
}

// charge makes the purchase. When even its first answer never came, the outcome is unknown, not failed.
func (p *paymentRun) charge(ctx workflow.Context) error {
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Charge the card"), payments.ChargeCard, p.in).Get(ctx, &p.result)
	if err != nil {
		p.result = contract.Payment{ID: p.in.PaymentID, Amount: p.in.Amount, Status: contract.PaymentPending}
	}
	p.show(ctx)
	return nil
}

// customerPassesChallenge waits for 3-D Secure until the provider reports or the bank's page dies.
func (p *paymentRun) customerPassesChallenge(ctx workflow.Context) error {
	if p.result.Status != contract.PaymentChallenge {
		return nil
	}
	if err := p.tellOrder(ctx); err != nil {
		return err
	}
	deadline := workflow.Now(ctx).Add(p.in.TTL)
	for p.result.Status == contract.PaymentChallenge && workflow.Now(ctx).Before(deadline) {
		p.awaitReport(ctx, deadline.Sub(workflow.Now(ctx)), "customer passes 3-D Secure")
		p.inquire(ctx)
	}
	return nil
}

// outcomeIsKnown inquires until the provider commits itself.
func (p *paymentRun) outcomeIsKnown(ctx workflow.Context) error {
	if p.result.Status.Settled() {
		return nil
	}
	p.result.Status = contract.PaymentPending
	if err := p.tellOrder(ctx); err != nil {
		return err
	}
	attention := false
	for n := 0; !p.result.Status.Settled(); n++ {
		if n == len(inquiryPauses) {
			attention = true
			if err := p.callAttention(ctx, attention); err != nil {
				return err
			}
		}
		p.awaitReport(ctx, pauseBefore(n), "ask the provider again")
		p.inquire(ctx)
	}
	if attention {
		return p.callAttention(ctx, false)
	}
	return nil
}

// callAttention lets operators find a payment whose outcome has been unknown for too long.
func (p *paymentRun) callAttention(ctx workflow.Context, needed bool) error {
	reason := attrFailureCode.ValueUnset()
	if needed {
		reason = attrFailureCode.ValueSet(string(contract.FailOutcomeUnknown))
	}
	return workflow.UpsertTypedSearchAttributes(ctx, attrNeedsAttention.ValueSet(needed), reason)
}

// awaitReport waits for the provider's call-back, at most for the pause.
func (p *paymentRun) awaitReport(ctx workflow.Context, pause time.Duration, summary string) {
	timerCtx, stopTimer := workflow.WithCancel(ctx)
	defer stopTimer()
	timer := workflow.NewTimerWithOptions(timerCtx, pause, workflow.TimerOptions{Summary: summary})
	wait := workflow.NewSelector(ctx)
	wait.AddFuture(timer, func(workflow.Future) {})
	wait.AddReceive(p.reports, func(c workflow.ReceiveChannel, _ bool) { c.Receive(ctx, nil) })
	wait.Select(ctx)
}

// inquire asks for the truth; no answer leaves what was known. A report is only a reason to ask, never the truth itself.
func (p *paymentRun) inquire(ctx workflow.Context) {
	var now contract.Payment
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Ask what became of the payment"), payments.InquirePayment, p.in).Get(ctx, &now)
	if err != nil {
		workflow.GetLogger(ctx).Warn("payment inquiry without an answer", "error", err)
		return
	}
	p.result = now
	p.show(ctx)
}

// tellOrder lets the order know before the outcome is final. An order that is gone does not need to know.
func (p *paymentRun) tellOrder(ctx workflow.Context) error {
	signal := workflow.SignalExternalWorkflow(ctx, contract.OrderWorkflowID(p.in.OrderID), "", contract.SignalPaymentProgress, p.result)
	if err := signal.Get(ctx, nil); err != nil {
		workflow.GetLogger(ctx).Warn("order not told of its payment", "error", err)
	}
	return nil
}

func (p *paymentRun) show(ctx workflow.Context) {
	status := p.result.Status
	if status == "" {
		status = contract.PaymentProcessing
	}
	workflow.SetCurrentDetails(ctx, "Payment is **"+string(status)+"**, "+riyals(p.in.Amount)+" SAR")
}
