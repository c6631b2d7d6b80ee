// Package refund holds the processes that refund money once an order is over.
package refund

import (
	"go.temporal.io/sdk/workflow"

	orderacts "selfcare/activities/order"
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/workflows/internal/cardpayment"
	"selfcare/workflows/internal/process"
)

var orders orderacts.Activities // only the method names are used; the workflow never calls these

// Refund refunds a completed order, and then takes back its benefits: the use of a promo code, the reward of an invitation.
// The line stays as it is; ending a line is a process of its own. The workflow cannot be cancelled, because money may have
// moved.
func Refund(ctx workflow.Context, in contract.RefundInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	r := openRefund(ctx, in)
	may := func(contract.RefundDecision) error { return r.validateDecision() }
	if err := process.RegisterUpdateAlways(ctx, contract.UpdateDecideRefund, may, r.decide); err != nil {
		return err
	}
	return r.Drain(ctx, r.runPhases(ctx))
}

// refundRun is one refund while it runs. Its state is the order's, and the order shows it to support: it has no desk.
type refundRun struct {
	*process.Process[contract.Order]
	in       contract.RefundInput
	underWay bool          // decided, and not waiting for support
	refused  error         // the first decision was not allowed
	flagged  contract.Code // the reason that operators see
}

func openRefund(ctx workflow.Context, in contract.RefundInput) *refundRun {
	r := &refundRun{in: in}
	r.Process = process.Open(ctx, contract.Order{}, nil, func(ctx workflow.Context, _ contract.Order) []process.Attribute {
		r.show(ctx)
		return nil
	})
	return r
}

func (r *refundRun) runPhases(ctx workflow.Context) error {
	if err := r.awaitDecision(ctx); err != nil {
		return err
	}
	if err := r.returnMoney(ctx); err != nil {
		return err
	}
	return r.completeRefund(ctx)
}

func (r *refundRun) validateDecision() error {
	if r.underWay {
		return process.Refuse(contract.FailRefundUnderWay)
	}
	return nil
}

// decide answers once the order says that its money is on its way; the provider may take longer.
func (r *refundRun) decide(ctx workflow.Context, in contract.RefundDecision) (contract.Order, error) {
	if err := r.validateDecision(); err != nil { // another decision may have come at the same moment
		return contract.Order{}, err
	}
	r.underWay = true
	decided := contract.RefundDecided{At: process.At(ctx), Decision: in}
	var next contract.Order
	err := r.CallLocal(ctx, "Start the refund", &next, orders.BeginRefund, r.in.OrderID, decided)
	if err != nil {
		r.refused, r.underWay = err, false
		return contract.Order{}, err
	}
	r.Become(ctx, next)
	return r.State, nil
}

// awaitDecision waits for the decision that started the workflow. A decision that is not allowed ends it.
func (r *refundRun) awaitDecision(ctx workflow.Context) error {
	wait := process.Wait{For: "support decides on the refund", Limit: process.OpenTimeout, Then: "the start is forgotten; nothing was decided"}
	_, err := r.Await(ctx, wait, func() bool {
		return workflow.AllHandlersFinished(ctx) && (r.refused != nil || r.State.Refund != nil)
	})
	if err != nil {
		return err
	}
	if r.refused == nil && r.State.Refund == nil {
		return process.AsRefusal(process.Refuse(contract.FailNothingToRefund))
	}
	return process.AsRefusal(r.refused)
}

// returnMoney tries until the money is back, and shows support a refund that fails.
func (r *refundRun) returnMoney(ctx workflow.Context) error {
	due := r.State.Refund
	return cardpayment.Refund(ctx, contract.PaymentInput{OrderID: r.in.OrderID, PaymentID: due.PaymentID, Amount: due.Amount}, r)
}

// ShowDelay shows support that the refund has taken too long.
func (r *refundRun) ShowDelay(ctx workflow.Context) error {
	return r.callAttention(ctx, contract.FailOutcomeUnknown)
}

// HandleRefusal waits for support, which may also make the refund by hand at the provider and then decide again.
func (r *refundRun) HandleRefusal(ctx workflow.Context) error {
	if err := r.callAttention(ctx, contract.FailRefundRefused); err != nil {
		return err
	}
	r.underWay = false
	wait := process.Wait{For: "support decides again", Owner: "support; NeedsAttention and DueAt are set"}
	if _, err := r.Await(ctx, wait, func() bool { return r.State.Refund.FailureCode == "" }); err != nil {
		return err
	}
	r.dropAttention(ctx)
	return nil
}

// completeRefund completes the refund in one transaction: the order's benefits are taken back and the customer is told.
func (r *refundRun) completeRefund(ctx workflow.Context) error {
	if err := r.Apply(ctx, "Record the refund in the ledger", orders.CompleteRefund, process.At(ctx)); err != nil {
		return err
	}
	r.dropAttention(ctx)
	return nil
}

// callAttention shows the refund to operators, and its order to support.
func (r *refundRun) callAttention(ctx workflow.Context, code contract.Code) error {
	flagged := contract.RefundFlagged{At: process.At(ctx), FailureCode: code}
	if err := r.Apply(ctx, "Show that the refund needs support", orders.FlagRefund, flagged); err != nil {
		return err
	}
	r.dropAttention(ctx)
	r.flagged = code
	r.Attention.Raise(ctx, code)
	return nil
}

func (r *refundRun) dropAttention(ctx workflow.Context) {
	if r.flagged != "" {
		r.Attention.Drop(ctx, r.flagged)
		r.flagged = ""
	}
}

// show writes the progress for the Temporal UI. Details there are stored in clear, so they hold no personal data.
func (r *refundRun) show(ctx workflow.Context) {
	text := "on its way back"
	switch {
	case r.State.Refund.Done():
		text = "back"
	case r.State.Refund.FailureCode != "":
		text = "not back because of `" + string(r.State.Refund.FailureCode) + "`"
	}
	workflow.SetCurrentDetails(ctx, "Order "+r.State.Number+" · "+money.Riyals(r.State.Refund.Amount)+" SAR are **"+text+"**")
}
