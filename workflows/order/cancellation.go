package order

import (
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// cancellation ends an order before its aim.
type cancellation struct{ *orderRun }

func (c cancellation) validateCancellation(contract.CancelRequest) error {
	switch {
	case !c.isOpen:
		return process.Refuse(contract.FailStepOutOfOrder)
	case c.isCancelling() || c.State.Stage == contract.StageCancelled || order.IsRecalled(c.State):
		return nil // a repeat of the same click
	case c.State.Stage.Closed():
		return process.Refuse(contract.FailOrderClosed)
	case !order.CanCancel(c.State):
		return process.Refuse(contract.FailCancelTooLate)
	default:
		return nil
	}
}

// cancelOrder asks the partners first. If a parcel was picked up, a profile downloaded or a number moved meanwhile, the order
// is past the point of no return and continues. If the courier cancels no booking, the parcel is recalled.
func (c cancellation) cancelOrder(ctx workflow.Context, _ contract.CancelRequest) (contract.Order, error) {
	if order.IsRecalled(c.State) {
		return c.State, nil
	}
	if c.cancelReason == "" {
		err := c.askPartners(ctx)
		if process.CodeOf(err) == contract.FailParcelWithCourier && c.State.Held == nil {
			return c.recallParcel(ctx)
		}
		if err != nil {
			return contract.Order{}, err
		}
	}
	c.callOff(contract.EndedByCustomer)
	wait := process.Wait{For: "the order is being undone", Owner: "the order: its cancellation has begun"}
	_, err := c.Await(ctx, wait, func() bool { return c.isCancelling() || c.State.Stage.Closed() })
	return c.State, err
}

// recallParcel returns the held order. An order that is held for another reason keeps it: its customer is refused.
func (c cancellation) recallParcel(ctx workflow.Context) (contract.Order, error) {
	c.parcel.Recall()
	wait := process.Wait{For: "the recalled parcel is handed to support", Owner: "the phase of the parcel: it holds the order at once"}
	_, err := c.Await(ctx, wait, func() bool {
		return c.State.Held != nil || c.parcel.Recalled() || c.isCancelling() || c.State.Stage.Closed()
	})
	return c.State, err
}

// askPartners first undoes the work that a partner may refuse to undo, newest first. It waits for calls under way, so that
// the partner knows the work that is to be undone. Once a partner was asked, its answer is needed: it may have agreed, so
// without an answer the order is held and does not continue.
func (c cancellation) askPartners(ctx workflow.Context) error {
	wait := process.Wait{For: "the outcome at the partner is known", Owner: "the call under way: it is given up after an hour"}
	if _, err := c.Await(ctx, wait, func() bool { return !c.parcel.Booking() && !c.esim.Noting() }); err != nil {
		return err
	}
	for _, undo := range c.Compensations() {
		if !order.PartnerMayRefuse(c.State, undo.Work, c.parcel.Asked()) {
			continue
		}
		if !order.CanCancel(c.State) {
			return process.Refuse(contract.FailCancelTooLate)
		}
		if err := c.askPartner(ctx, undo); err != nil {
			return err
		}
	}
	return nil
}

func (c cancellation) askPartner(ctx workflow.Context, undo process.Compensation) error {
	var refused error
	err := c.RunOrEscalate(ctx, undo.Work, func(ctx workflow.Context) error {
		err := undo.Undo(ctx)
		switch code := process.CodeOf(err); code {
		case contract.FailCancelTooLate, contract.FailParcelWithCourier:
			refused = process.Refuse(code)
			return nil
		default:
			return err
		}
	})
	if reason, planned := process.EndingOf(err); planned { // support cancels the whole order
		c.callOff(reason)
		return nil
	}
	if err != nil {
		return err
	}
	return refused
}

// compensate undoes everything, newest first, and closes the order with the reason for which its phases stopped.
func (c cancellation) compensate(ctx workflow.Context, cause error) error {
	reason, planned := c.reasonOf(cause)
	if !planned {
		return cause
	}
	if c.port.child != nil {
		c.cancel() // the port runs beside the phases and would continue by itself
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	if err := c.ApplyUnlessHeld(ctx, "Start to undo the order", orders.BeginCancel, c.endingAt(ctx, reason, 0)); err != nil {
		return err
	}
	wait := process.Wait{For: "payments and the port end", Owner: "each of them: they end by themselves or are held"}
	if _, err := c.Await(ctx, wait, func() bool { return c.payment.open == 0 && (c.port.child == nil || c.port.child.over) }); err != nil {
		return err
	}
	refund := order.RefundDue(c.State, reason)
	c.cancelReason = reason
	c.noteDoubts()
	if err := c.Compensate(ctx); err != nil {
		return err
	}
	if err := c.ApplyUnlessHeld(ctx, "Close the order", orders.CloseOrder, c.endingAt(ctx, reason, refund)); err != nil {
		return err
	}
	return process.Ending(reason)
}

// noteDoubts also undoes work that a worker may have begun before it died, once the order was paid. No record tells how far
// that work came.
func (c cancellation) noteDoubts() {
	if !c.WasBehind() || order.PaidPayment(c.State) == nil {
		return
	}
	phases := phasesOf(c.orderRun)
	for _, name := range order.PossiblyBegun(c.State, c.begun) {
		c.CompensateWith(phases[name].compensations...)
		c.parcel.Doubt()
		c.esim.Doubt()
	}
}

func (c cancellation) endingAt(ctx workflow.Context, reason contract.Code, refunded contract.Halalas) contract.OrderEnding {
	return contract.OrderEnding{At: process.At(ctx), Reason: reason, Refunded: refunded}
}

// reasonOf tells a planned ending from a failure. A cancellation without a reason comes from an operator in the Temporal UI.
func (c cancellation) reasonOf(cause error) (contract.Code, bool) {
	if reason, planned := process.EndingOf(cause); planned {
		return reason, true
	}
	switch {
	case temporal.IsCanceledError(cause) && c.cancelReason != "":
		return c.cancelReason, true
	case temporal.IsCanceledError(cause):
		return contract.EndedBySupport, true
	default:
		return "", false
	}
}
