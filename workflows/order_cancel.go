package workflows

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

func (o *orderRun) mayCancel(contract.CancelRequest) error {
	switch {
	case !o.isOpen:
		return run.Refuse(contract.FailStepOutOfOrder)
	case o.isCancelling() || o.State.Stage == contract.StageCancelled:
		return nil // the same click again
	case o.State.Stage.Closed():
		return run.Refuse(contract.FailOrderClosed)
	case !order.CanCancel(o.State):
		return run.Refuse(contract.FailCancelTooLate)
	default:
		return nil
	}
}

// cancelOrder asks the partners first: what was picked up, downloaded or cut over meanwhile is past the point of no return,
// and the order goes on.
func (o *orderRun) cancelOrder(ctx workflow.Context, _ contract.CancelRequest) (contract.Order, error) {
	if o.cancelReason == "" {
		if err := o.partnersAgree(ctx); err != nil {
			return contract.Order{}, err
		}
	}
	if o.cancelReason == "" {
		o.cancelReason = contract.EndedByCustomer
		o.cancel()
	}
	wait := run.Wait{For: "the order is being undone", Owner: "the order: its cancellation has begun"}
	_, err := o.Await(ctx, wait, func() bool { return o.isCancelling() || o.State.Stage.Closed() })
	return o.State, err
}

// partnersAgree takes back first what a partner may refuse to, the newest first. What is under way there is waited for,
// so that the partner knows what is to be taken back. Once a partner was asked its answer is needed: it may have agreed,
// so without one the order is held, not carried on.
func (o *orderRun) partnersAgree(ctx workflow.Context) error {
	wait := run.Wait{For: "what a partner has is known", Owner: "the call under way: it is given up after an hour"}
	if _, err := o.Await(ctx, wait, func() bool { return !o.parcel.booking && !o.profile.noting }); err != nil {
		return err
	}
	for _, c := range o.Compensations() {
		if !order.PartnerMayRefuse(o.State, c.Work, o.parcel.asked) {
			continue
		}
		if !order.CanCancel(o.State) {
			return run.Refuse(contract.FailCancelTooLate)
		}
		if err := o.partnerAgrees(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

func (o *orderRun) partnerAgrees(ctx workflow.Context, c run.Compensation) error {
	var refused error
	err := o.RunOrEscalate(ctx, c.Work, func(ctx workflow.Context) error {
		err := c.Undo(ctx)
		if err != nil && run.CodeOf(err) == contract.FailCancelTooLate {
			refused = run.Refuse(contract.FailCancelTooLate)
			return nil
		}
		return err
	})
	if reason, planned := run.EndingOf(err); planned { // support cancels the whole order
		if o.cancelReason == "" {
			o.cancelReason = reason
			o.cancel()
		}
		return nil
	}
	if err != nil {
		return err
	}
	return refused
}

// compensate undoes everything, newest first, and closes the order with the reason its story stopped for.
func (o *orderRun) compensate(ctx workflow.Context, cause error) error {
	reason, planned := o.reasonOf(cause)
	if !planned {
		return cause
	}
	if o.port != nil {
		o.cancel() // it runs beside the story and would go on by itself
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	if err := o.ApplyUnlessHeld(ctx, "Begin to undo the order", orders.BeginCancel, o.ends(ctx, reason, 0)); err != nil {
		return err
	}
	wait := run.Wait{For: "payments and the port come to an end", Owner: "each of them: they end by themselves or are held"}
	if _, err := o.Await(ctx, wait, func() bool { return o.card.open == 0 && (o.port == nil || o.port.over) }); err != nil {
		return err
	}
	refund := order.RefundDue(o.State, reason)
	o.cancelReason = reason
	if err := o.Compensate(ctx); err != nil {
		return err
	}
	if err := o.ApplyUnlessHeld(ctx, "Close the order", orders.CloseOrder, o.ends(ctx, reason, refund)); err != nil {
		return err
	}
	return run.Ending(reason)
}

// isCancelling also while an undo is held.
func (o *orderRun) isCancelling() bool {
	return o.State.Stage == contract.StageCancelling || o.State.Held != nil && o.State.Held.From == contract.StageCancelling
}

func (o *orderRun) ends(ctx workflow.Context, reason contract.Code, refunded contract.Halalas) contract.OrderEnding {
	return contract.OrderEnding{At: at(ctx), Reason: reason, Refunded: refunded}
}

// reasonOf tells a planned ending from a failure. A cancellation that was not asked for through the order comes from an
// operator in the Temporal UI.
func (o *orderRun) reasonOf(cause error) (contract.Code, bool) {
	if reason, planned := run.EndingOf(cause); planned {
		return reason, true
	}
	switch {
	case temporal.IsCanceledError(cause) && o.cancelReason != "":
		return o.cancelReason, true
	case temporal.IsCanceledError(cause):
		return contract.EndedBySupport, true
	default:
		return "", false
	}
}
