package demo

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/dev/customer"
	"selfcare/internal/contract"
)

// regrets are cancelled orders.
type regrets struct{ *Demo }

// sim pays for a SIM and cancels it at once. If the courier was faster, or cancels no booking, the order goes on.
func (d regrets) sim(ctx context.Context) error {
	return d.calledOff(ctx, d.simPaid(), d.simArrives())
}

// esim pays for an eSIM and cancels it at once. If the phone was faster the order goes on.
func (d regrets) esim(ctx context.Context) error {
	return d.calledOff(ctx, d.esimPaid("hawakom-55"), d.esimArrives())
}

// calledOff fails if a cancelled order keeps money, or if an order that was too late to cancel does not complete.
func (d regrets) calledOff(ctx context.Context, paid, tooLate []act) error {
	if err := d.begin(ctx, paid); err != nil {
		return err
	}
	err := d.Customer.Cancel(ctx)
	var refused *customer.Refused
	if errors.As(err, &refused) && (refused.Problem.MessageKey == "cancel_too_late" || refused.Problem.MessageKey == "order_closed") {
		d.say("is told that it is too late to cancel: %s", refused.Problem.Message)
		return d.walk(ctx, tooLate)
	}
	if err != nil {
		return fmt.Errorf("the customer cancels: %w", err)
	}
	if held := d.Customer.Order.Held; held != nil && held.FailureCode == string(contract.FailParcelWithCourier) {
		d.say("is told not to accept the parcel, and accepts it all the same: %s", held.Message)
		return d.walk(ctx, tooLate)
	}
	if err := d.do(ctx, []act{{"sees it called off, with all the money back", d.isUndone}}); err != nil {
		return err
	}
	return d.closes(ctx)
}

func (d regrets) isUndone(ctx context.Context) error {
	if err := d.Customer.Await(ctx, func(o gen.Order) bool { return o.Stage == "cancelled" }); err != nil {
		return err
	}
	o := d.Customer.Order
	if o.Ended == nil || o.Ended.Refunded != o.Price.Total {
		return fmt.Errorf("not all of %d halalas came back: %+v", o.Price.Total, o.Ended)
	}
	return nil
}
