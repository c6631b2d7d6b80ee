package order

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// intervention is support's decision about an order that cannot continue by itself.
type intervention struct{ *orderRun }

// Hold parks the order with the reason.
func (i intervention) Hold(ctx workflow.Context, work contract.Work, code contract.Code) error {
	held := contract.OrderHeld{At: process.At(ctx), FailureCode: code, Work: work, CanSkip: order.CanSkip(work)}
	if work == contract.WorkRefund {
		held.Refund = i.payment.refundOf(ctx)
	}
	return i.Process.Hold(ctx, i.heldSince, "Hold the order", orders.HoldOrder, held)
}

// Resume continues the order from where it was held. A refund that support skips was made by hand, so it is booked.
func (i intervention) Resume(ctx workflow.Context, decision contract.Resolution) error {
	held := i.State.Held
	resumed := contract.OrderResumed{At: process.At(ctx), Resolution: decision}
	if err := i.Apply(ctx, "Resume the order", orders.ResumeOrder, resumed); err != nil {
		return err
	}
	if decision.Action != contract.ResolveSkip || held == nil || held.Refund == nil {
		return nil
	}
	back := contract.Payment{ID: held.Refund.PaymentID, Amount: held.Refund.Amount}
	return i.Apply(ctx, "Book the refund made by hand", orders.RecordHandRefund, contract.PaymentMoved{At: process.At(ctx), Payment: back})
}

func (i intervention) validateResolution(in contract.Resolution) error {
	return process.Refusal(order.ValidateResolution(i.State, in))
}

// resolve takes support's decision and answers once the order has resumed. An order that an operator cancelled is undone in a
// disconnected context, and so are its decisions.
func (i intervention) resolve(ctx workflow.Context, in contract.Resolution) (contract.Order, error) {
	since := i.heldSince()
	if err := i.validateResolution(in); err != nil || !i.Decide(in) {
		return contract.Order{}, process.Refuse(contract.FailNotHeld)
	}
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	wait := process.Wait{For: "the order continues", Owner: "the order: it resumes at once"}
	_, err := i.Await(ctx, wait, func() bool { return i.State.Held == nil || i.heldSince() != since })
	return i.State, err
}

func (i intervention) validateAddressCorrection(contract.DeliveryCorrection) error {
	return process.Refusal(order.ValidateAddressCorrection(i.State))
}

// correctAddress takes a corrected address from the customer, like an amendment by support. Whichever decision comes first
// counts.
func (i intervention) correctAddress(ctx workflow.Context, in contract.DeliveryCorrection) (contract.Order, error) {
	if err := i.validateAddressCorrection(in); err != nil {
		return contract.Order{}, err
	}
	if order.CanChangeAddress(i.State) {
		return i.changeAddress(ctx, in)
	}
	resumed, err := i.resolve(ctx, contract.Resolution{
		Action: contract.ResolveAmend, Amendments: &contract.Amendments{Address: &in.Address}, Actor: contract.ActorCustomer,
	})
	if process.CodeOf(err) == contract.FailNotHeld {
		return contract.Order{}, process.Refuse(contract.FailAddressFixed)
	}
	return resumed, err
}

// changeAddress sends the parcel of an order that goes on to another address.
func (i intervention) changeAddress(ctx workflow.Context, in contract.DeliveryCorrection) (contract.Order, error) {
	if i.isCancelling() {
		return contract.Order{}, process.Refuse(contract.FailAddressFixed)
	}
	if known := i.State.Delivery.Address; known != nil && order.IsSamePlace(*known, in.Address) {
		return i.State, nil // a repeat of the same request
	}
	err := i.parcel.Redirect(ctx, func(ctx workflow.Context) error {
		return i.Apply(ctx, "Change the address", orders.ChangeAddress, contract.AddressChanged{At: process.At(ctx), Address: in.Address})
	})
	return i.State, err
}

func (i intervention) heldSince() time.Time {
	if i.State.Held == nil {
		return time.Time{}
	}
	return i.State.Held.Since
}
