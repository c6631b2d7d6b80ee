// Package refund holds the processes that give money back once an order is over.
package refund

import (
	"go.temporal.io/sdk/workflow"

	orderacts "selfcare/activities/order"
	paymentacts "selfcare/activities/payment"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// Names of the activities; the methods are never called here.
var (
	orders   orderacts.Activities
	payments *paymentacts.Activities
)

// Refund gives the money of a completed order back, and then takes back what hung on it: the use of a promo code, the reward
// of an invitation. The line stays as it is; ending one is a process of its own. It cannot be called off: money may have moved.
func Refund(ctx workflow.Context, in contract.RefundInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	r := &refundRun{in: in, attention: &run.Attention{}}
	if err := r.receive(ctx); err != nil {
		return err
	}
	if err := r.isDecided(ctx); err != nil {
		return err
	}
	if err := r.moneyGoesBack(ctx); err != nil {
		return err
	}
	if err := r.booksFollow(ctx); err != nil {
		return err
	}
	wait := run.Wait{For: "answers on their way out", Owner: "the refund itself"}
	_, err := run.Await(ctx, wait, func() bool { return workflow.AllHandlersFinished(ctx) })
	return err
}

type refundRun struct {
	in        contract.RefundInput
	state     contract.Order
	underWay  bool  // decided, and not waiting for support
	refused   error // the first decision was not allowed
	attention *run.Attention
	flagged   contract.Code // why operators find it among what needs a person
}

// receive registers what support may decide. A validator refuses early and leaves no history.
func (r *refundRun) receive(ctx workflow.Context) error {
	return workflow.SetUpdateHandlerWithOptions(ctx, contract.UpdateDecideRefund, r.decide, workflow.UpdateHandlerOptions{
		Validator: func(contract.RefundDecision) error { return r.mayDecide() },
	})
}

func (r *refundRun) mayDecide() error {
	if r.underWay {
		return run.Refuse(contract.FailRefundUnderWay)
	}
	return nil
}

// decide answers as soon as the order says that its money is on its way; the provider may take longer.
func (r *refundRun) decide(ctx workflow.Context, in contract.RefundDecision) (contract.Order, error) {
	if err := r.mayDecide(); err != nil { // another decision of the same moment
		return contract.Order{}, err
	}
	r.underWay = true
	decided := contract.RefundDecided{At: run.At(ctx), Decision: in}
	var next contract.Order
	err := run.Local(ctx, r.attention, "Begin the refund", &next, orders.BeginRefund, r.in.OrderID, decided)
	if err != nil {
		r.refused, r.underWay = err, false
		return contract.Order{}, err
	}
	r.state = next
	r.show(ctx)
	return r.state, nil
}

// isDecided waits for the decision the workflow was started with; one that is not allowed ends it.
func (r *refundRun) isDecided(ctx workflow.Context) error {
	wait := run.Wait{For: "support's decision", Limit: run.OpenTimeout, Then: "the start is forgotten; nothing was decided"}
	_, err := run.Await(ctx, wait, func() bool {
		return workflow.AllHandlersFinished(ctx) && (r.refused != nil || r.state.Refund != nil)
	})
	if err != nil {
		return err
	}
	if r.refused == nil && r.state.Refund == nil {
		return run.AsRefusal(run.Refuse(contract.FailNothingToRefund))
	}
	return run.AsRefusal(r.refused)
}

// moneyGoesBack tries until the money is back. What became of a try is asked before the next one; a refund that the provider
// refuses for good waits for support, who may also make it by hand there and then decide again.
func (r *refundRun) moneyGoesBack(ctx workflow.Context) error {
	for n := 0; ; n++ {
		err := r.giveBack(ctx)
		if err == nil || r.isBack(ctx) {
			return nil
		}
		if run.CodeOf(err) == contract.FailRefundRefused {
			n, err = 0, r.supportDecides(ctx)
		} else {
			err = r.pause(ctx, n)
		}
		if err != nil {
			return err
		}
	}
}

func (r *refundRun) giveBack(ctx workflow.Context) error {
	request := contract.RefundRequest{PaymentID: r.state.Refund.PaymentID, Amount: r.state.Refund.Amount}
	return workflow.ExecuteActivity(run.WithOneTryPolicy(ctx, "Refund the card"), payments.RefundPayment, request).Get(ctx, nil)
}

// isBack asks the provider; no answer is not a yes.
func (r *refundRun) isBack(ctx workflow.Context) bool {
	var now contract.Payment
	in := contract.PaymentInput{OrderID: r.in.OrderID, PaymentID: r.state.Refund.PaymentID, Amount: r.state.Refund.Amount}
	err := workflow.ExecuteActivity(run.WithInteractivePolicy(ctx, "Ask what became of the refund"), payments.InquirePayment, in).Get(ctx, &now)
	if err != nil {
		workflow.GetLogger(ctx).Warn("refund inquiry without an answer", "error", err)
	}
	return err == nil && now.Status == contract.PaymentRefunded
}

// pause grows from try to try; a refund without an outcome for too long is shown to operators, and tried on.
func (r *refundRun) pause(ctx workflow.Context, n int) error {
	if n == len(run.InquiryPauses) {
		if err := r.callAttention(ctx, contract.FailOutcomeUnknown); err != nil {
			return err
		}
	}
	return run.Pause(ctx, run.Wait{For: "try the refund again", Limit: run.PauseBefore(n), Then: "the refund is tried again"})
}

func (r *refundRun) supportDecides(ctx workflow.Context) error {
	if err := r.callAttention(ctx, contract.FailRefundRefused); err != nil {
		return err
	}
	r.underWay = false
	wait := run.Wait{For: "support decides again", Owner: "support; NeedsAttention and DueAt are set"}
	if _, err := run.Await(ctx, wait, func() bool { return r.state.Refund.FailureCode == "" }); err != nil {
		return err
	}
	r.callOffAttention(ctx)
	return nil
}

// booksFollow is one transaction: the money is back, so nothing that hung on it may stay behind, and the customer is told.
func (r *refundRun) booksFollow(ctx workflow.Context) error {
	if err := r.apply(ctx, "Write the refund into the books", orders.CompleteRefund, run.At(ctx)); err != nil {
		return err
	}
	r.callOffAttention(ctx)
	return nil
}

// callAttention lets operators find the refund, and support its order.
func (r *refundRun) callAttention(ctx workflow.Context, code contract.Code) error {
	flagged := contract.RefundFlagged{At: run.At(ctx), FailureCode: code}
	if err := r.apply(ctx, "Show that the refund needs somebody", orders.FlagRefund, flagged); err != nil {
		return err
	}
	r.callOffAttention(ctx)
	r.flagged = code
	r.attention.Raise(ctx, code)
	return nil
}

func (r *refundRun) callOffAttention(ctx workflow.Context) {
	if r.flagged != "" {
		r.attention.Drop(ctx, r.flagged)
		r.flagged = ""
	}
}

func (r *refundRun) apply(ctx workflow.Context, summary string, activity, input any) error {
	var next contract.Order
	err := run.Local(ctx, r.attention, summary, &next, activity, r.state, input)
	if run.SavedAhead(err, &r.state) {
		return r.apply(ctx, summary, activity, input)
	}
	if err != nil {
		return err
	}
	r.state = next
	r.show(ctx)
	return nil
}

// show is the way so far for the Temporal UI: no personal data, details there are stored in clear.
func (r *refundRun) show(ctx workflow.Context) {
	text := "on its way back"
	switch {
	case r.state.Refund.Done():
		text = "back"
	case r.state.Refund.FailureCode != "":
		text = "not back because of `" + string(r.state.Refund.FailureCode) + "`"
	}
	workflow.SetCurrentDetails(ctx, "Order "+r.state.Number+" · "+order.Riyals(r.state.Refund.Amount)+" SAR are **"+text+"**")
}
