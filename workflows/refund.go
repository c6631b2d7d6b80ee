package workflows

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/notice"
)

// Refund gives the money of a completed order back, and then takes back what hung on it: the use of a promo code, the reward
// of an invitation. The line stays as it is; ending one is a process of its own. It cannot be called off: money may have moved.
func Refund(ctx workflow.Context, in contract.RefundInput) error {
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	r := &refundRun{in: in}
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
	r.customerIsTold(ctx)
	return workflow.Await(ctx, func() bool { return workflow.AllHandlersFinished(ctx) })
}

type refundRun struct {
	in        contract.RefundInput
	state     contract.Order
	underWay  bool  // decided, and not waiting for support
	refused   error // the first decision was not allowed
	attention bool  // operators find it among what needs a person
}

// receive registers what support may decide. A validator refuses early and leaves no history.
func (r *refundRun) receive(ctx workflow.Context) error {
	return workflow.SetUpdateHandlerWithOptions(ctx, contract.UpdateDecideRefund, r.decide, workflow.UpdateHandlerOptions{
		Validator: func(contract.RefundDecision) error { return r.mayDecide() },
	})
}

func (r *refundRun) mayDecide() error {
	if r.underWay {
		return refusal(contract.Refuse(contract.FailRefundUnderWay))
	}
	return nil
}

// decide answers as soon as the order says that its money is on its way; the provider may take longer.
func (r *refundRun) decide(ctx workflow.Context, in contract.RefundDecision) (contract.Order, error) {
	if err := r.mayDecide(); err != nil { // another decision of the same moment
		return contract.Order{}, err
	}
	r.underWay = true
	decided := contract.RefundDecided{At: contract.At{Now: workflow.Now(ctx)}, Decision: in}
	var next contract.Order
	err := workflow.ExecuteLocalActivity(withStorePolicy(ctx, "Begin the refund"), orders.BeginRefund, r.in.OrderID, decided).Get(ctx, &next)
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
	err := workflow.Await(ctx, func() bool {
		return workflow.AllHandlersFinished(ctx) && (r.refused != nil || r.state.Refund != nil)
	})
	if err != nil {
		return err
	}
	return asRefusal(r.refused)
}

// moneyGoesBack tries until the money is back. What became of a try is asked before the next one; a refund that the provider
// refuses for good waits for support, who may also make it by hand there and then decide again.
func (r *refundRun) moneyGoesBack(ctx workflow.Context) error {
	for n := 0; ; n++ {
		err := r.giveBack(ctx)
		if err == nil || r.isBack(ctx) {
			return nil
		}
		if failureCode(err) == contract.FailRefundRefused {
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
	return workflow.ExecuteActivity(withOneTryPolicy(ctx, "Refund the card"), payments.RefundPayment, request).Get(ctx, nil)
}

// isBack asks the provider; no answer is not a yes.
func (r *refundRun) isBack(ctx workflow.Context) bool {
	var now contract.Payment
	in := contract.PaymentInput{OrderID: r.in.OrderID, PaymentID: r.state.Refund.PaymentID, Amount: r.state.Refund.Amount}
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Ask what became of the refund"), payments.InquirePayment, in).Get(ctx, &now)
	if err != nil {
		workflow.GetLogger(ctx).Warn("refund inquiry without an answer", "error", err)
	}
	return err == nil && now.Status == contract.PaymentRefunded
}

// pause grows from try to try; a refund without an outcome for too long is shown to operators, and tried on.
func (r *refundRun) pause(ctx workflow.Context, n int) error {
	if n == len(inquiryPauses) {
		if err := r.callAttention(ctx, contract.FailOutcomeUnknown); err != nil {
			return err
		}
	}
	return workflow.NewTimerWithOptions(ctx, pauseBefore(n), workflow.TimerOptions{Summary: "try the refund again"}).Get(ctx, nil)
}

func (r *refundRun) supportDecides(ctx workflow.Context) error {
	if err := r.callAttention(ctx, contract.FailRefundRefused); err != nil {
		return err
	}
	r.underWay = false
	if err := workflow.Await(ctx, func() bool { return r.state.Refund.FailureCode == "" }); err != nil {
		return err
	}
	return r.callOffAttention(ctx)
}

// booksFollow is one transaction: the money is back, so nothing that hung on it may stay behind.
func (r *refundRun) booksFollow(ctx workflow.Context) error {
	if err := r.advance(ctx, "Write the refund into the books", orders.CompleteRefund, contract.At{Now: workflow.Now(ctx)}); err != nil {
		return err
	}
	return r.callOffAttention(ctx)
}

// customerIsTold also tells who invited the customer, where there was a reward. A message that cannot be delivered does not
// make the refund fail.
func (r *refundRun) customerIsTold(ctx workflow.Context) {
	o := r.state
	if o.Contact == nil {
		return
	}
	template, params := notice.Refunded, map[string]string{"order": o.Number, "amount": riyals(o.Refund.Amount)}
	if o.Refund.Reward > 0 {
		template, params["reward"] = notice.RefundedInvited, riyals(o.Refund.Reward)
	}
	message := contract.Notice{
		OrderID: o.ID, Key: template, Template: template, Language: o.Language, Mobile: o.Contact.Mobile, Email: o.Contact.Email, Params: params,
	}
	err := workflow.ExecuteActivity(withMessagePolicy(ctx, "Tell the customer: "+template), messenger.NotifyCustomer, message).Get(ctx, nil)
	if err != nil {
		workflow.GetLogger(ctx).Warn("customer could not be told", "template", template, "error", err)
	}
}

// callAttention lets operators find the refund, and support its order.
func (r *refundRun) callAttention(ctx workflow.Context, code contract.Code) error {
	flagged := contract.RefundFlagged{At: contract.At{Now: workflow.Now(ctx)}, FailureCode: code}
	if err := r.advance(ctx, "Show that the refund needs somebody", orders.FlagRefund, flagged); err != nil {
		return err
	}
	r.attention = true
	return workflow.UpsertTypedSearchAttributes(ctx, attrNeedsAttention.ValueSet(true),
		attrFailureCode.ValueSet(string(code)), attrDueAt.ValueSet(workflow.Now(ctx).Add(timeToResolve)))
}

func (r *refundRun) callOffAttention(ctx workflow.Context) error {
	if !r.attention {
		return nil
	}
	r.attention = false
	return workflow.UpsertTypedSearchAttributes(ctx, attrNeedsAttention.ValueSet(false), attrFailureCode.ValueUnset(), attrDueAt.ValueUnset())
}

func (r *refundRun) advance(ctx workflow.Context, summary string, activity, input any) error {
	var next contract.Order
	if err := workflow.ExecuteActivity(withBooksPolicy(ctx, summary), activity, r.state, input).Get(ctx, &next); err != nil {
		return err
	}
	r.state = next
	r.show(ctx)
	return nil
}

// show is the story so far for the Temporal UI: no personal data, details there are stored in clear.
func (r *refundRun) show(ctx workflow.Context) {
	text := "on its way back"
	switch {
	case r.state.Refund.Done():
		text = "back"
	case r.state.Refund.FailureCode != "":
		text = "not back because of `" + string(r.state.Refund.FailureCode) + "`"
	}
	workflow.SetCurrentDetails(ctx, "Order "+r.state.Number+" · "+riyals(r.state.Refund.Amount)+" SAR are **"+text+"**")
}
