package workflows

import (
	"errors"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// undo takes back one piece of work. It is noted before the work starts and does nothing where there was no effect.
type undo struct {
	work contract.Work
	do   func(*orderRun, workflow.Context) error
}

func (o *orderRun) undoWith(work contract.Work, do func(*orderRun, workflow.Context) error) {
	o.undos = append(o.undos, undo{work, do})
}

func (o *orderRun) mayCancel(contract.CancelRequest) error {
	switch {
	case !o.isOpen:
		return refusal(contract.Refuse(contract.FailStepOutOfOrder))
	case o.isCancelling() || o.state.Stage == contract.StageCancelled:
		return nil // the same click again
	case o.state.Stage.Closed():
		return refusal(contract.Refuse(contract.FailOrderClosed))
	case !order.CanCancel(o.state):
		return refusal(contract.Refuse(contract.FailCancelTooLate))
	default:
		return nil
	}
}

// cancel asks the partners first: what was picked up, downloaded or cut over meanwhile is past the point of no return,
// and the order goes on.
func (o *orderRun) cancel(ctx workflow.Context, _ contract.CancelRequest) (contract.Order, error) {
	if o.calledOff == "" {
		if err := o.partnersAgree(ctx); err != nil {
			return contract.Order{}, unavailable(err)
		}
	}
	if o.calledOff == "" {
		o.calledOff = contract.EndedByCustomer
		o.callOff()
	}
	err := workflow.Await(ctx, func() bool { return o.isCancelling() || o.state.Stage.Closed() })
	return o.state, err
}

// partnersAgree takes back first what a partner may refuse to, the newest first.
func (o *orderRun) partnersAgree(ctx workflow.Context) error {
	for i := len(o.undos) - 1; i >= 0; i-- {
		if !order.PartnerMayRefuse(o.state, o.undos[i].work) {
			continue
		}
		if !order.CanCancel(o.state) {
			return refusal(contract.Refuse(contract.FailCancelTooLate))
		}
		if err := o.undos[i].do(o, ctx); err != nil {
			return err
		}
	}
	return nil
}

// giveUp undoes everything, newest first, and closes the order with the reason its story stopped for.
func (o *orderRun) giveUp(ctx workflow.Context, cause error) error {
	reason, planned := o.reasonOf(cause)
	if !planned {
		return cause
	}
	if o.port != nil {
		o.callOff() // it runs beside the story and would go on by itself
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	if err := o.moveOn(ctx, "Begin to undo the order", orders.BeginCancel, o.ends(ctx, reason, 0)); err != nil {
		return err
	}
	if err := workflow.Await(ctx, func() bool { return o.attending == 0 }); err != nil {
		return err
	}
	refund := order.RefundDue(o.state, reason)
	o.calledOff = reason
	for i := len(o.undos) - 1; i >= 0; i-- {
		if err := o.see(ctx, o.undos[i].work, func(ctx workflow.Context) error { return o.undos[i].do(o, ctx) }); err != nil {
			return err
		}
	}
	if err := o.moveOn(ctx, "Close the order", orders.CloseOrder, o.ends(ctx, reason, refund)); err != nil {
		return err
	}
	o.tellCustomer(ctx, farewell(reason, refund))
	return ending(reason)
}

// isCancelling also while an undo is held.
func (o *orderRun) isCancelling() bool {
	return o.state.Stage == contract.StageCancelling || o.state.Held != nil && o.state.Held.From == contract.StageCancelling
}

// farewell says whether money went back; a draft nobody paid is just closed.
func farewell(reason contract.Code, refund contract.Halalas) string {
	switch {
	case reason == contract.EndedPromiseMissed:
		return "esim-promise-missed"
	case reason == contract.EndedPortRejected:
		return "order-cancelled-port"
	case refund > 0:
		return "order-cancelled"
	case reason == contract.EndedNeverPaid:
		return "order-abandoned"
	default:
		return "order-cancelled-unpaid"
	}
}

func (o *orderRun) ends(ctx workflow.Context, reason contract.Code, refunded contract.Halalas) contract.OrderEnding {
	return contract.OrderEnding{At: o.at(ctx), Reason: reason, Refunded: refunded}
}

// reasonOf tells a planned ending from a failure. A cancellation that nobody asked for through the order comes from an
// operator in the Temporal UI.
func (o *orderRun) reasonOf(cause error) (contract.Code, bool) {
	var planned *ended
	switch {
	case errors.As(cause, &planned):
		return planned.reason, true
	case temporal.IsCanceledError(cause) && o.calledOff != "":
		return o.calledOff, true
	case temporal.IsCanceledError(cause):
		return contract.EndedBySupport, true
	default:
		return "", false
	}
}

func (o *orderRun) releaseNumber(ctx workflow.Context) error {
	if o.state.Booking == nil && o.state.Port == nil {
		return nil
	}
	return o.advance(ctx, "Give the number back", orders.ReleaseNumber, o.at(ctx))
}

// returnSIM leaves a card alone that is in the customer's hands or lost on the way.
func (o *orderRun) returnSIM(ctx workflow.Context) error {
	if o.state.SIM == nil || !order.ParcelWithUs(o.state) {
		return nil
	}
	return o.advance(ctx, "Put the card back into stock", orders.ReturnSIM, o.at(ctx))
}

// switchLineOff serves where nobody knows whether the line was switched on.
func (o *orderRun) switchLineOff(ctx workflow.Context) error {
	return workflow.ExecuteActivity(withGatewayPolicy(ctx, "Switch the line off"), network.DeactivateLine, o.line()).Get(ctx, nil)
}

// cancelParcel also serves where nobody knows whether a parcel was booked; one that left us cannot be cancelled.
func (o *orderRun) cancelParcel(ctx workflow.Context) error {
	if o.state.Shipment != nil && o.state.Shipment.Status != contract.ShipmentBooked {
		return nil
	}
	ref := contract.ParcelRef{Reference: o.shipmentInput().Reference()}
	err := workflow.ExecuteActivity(withPatientPolicy(ctx, "Cancel the parcel"), courier.CancelParcel, ref).Get(ctx, nil)
	if failureCode(err) == contract.FailCancelTooLate && order.Of(o.state).PointOfNoReturn != contract.StageDispatched {
		return o.parcelHasLeft(ctx)
	}
	return err
}

// parcelHasLeft: the courier knew before us. The order is called off all the same, but its card is not ours any more.
func (o *orderRun) parcelHasLeft(ctx workflow.Context) error {
	if o.state.Shipment == nil {
		return nil
	}
	left := *o.state.Shipment
	left.Status = contract.ShipmentPickedUp
	return o.advance(ctx, "Parcel has left", orders.RecordShipment, contract.ShipmentMoved{At: o.at(ctx), Shipment: left})
}

// refund gives back what the order stands on, by the rule for the reason it ends for.
func (o *orderRun) refund(ctx workflow.Context) error {
	paid := order.PaidPayment(o.state)
	if paid == nil {
		return nil
	}
	return o.refundPayment(ctx, *paid, order.RefundDue(o.state, o.calledOff))
}
