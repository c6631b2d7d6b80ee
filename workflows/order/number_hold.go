package order

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// numberHold is the number reserved for the order, or the number that was lost meanwhile.
type numberHold struct{ *orderRun }

// awaitEnd waits for the money, at most until the number's hold or the draft ends, and then frees the number. The row's
// held_until frees it even if no worker runs; this wait tells the customer.
func (h numberHold) awaitEnd(ctx workflow.Context, draftEnd time.Time) error {
	now := workflow.Now(ctx)
	if h.isBooked() && !h.State.Booking.HeldUntil.After(now) {
		return h.end(ctx)
	}
	if !now.Before(draftEnd) {
		wait := process.Wait{For: "a payment's outcome", Owner: "the payment: the provider is asked until it answers"}
		_, err := h.Await(ctx, wait, func() bool { return h.isPaid() || h.payment.open == 0 })
		return err
	}
	until := draftEnd
	if h.isBooked() && h.State.Booking.HeldUntil.Before(until) {
		until = h.State.Booking.HeldUntil
	}
	h.Become(ctx, h.State) // refresh the end that operators see
	// A hold that got longer lets the timer run out once; only a hold that ends earlier needs another timer.
	wait := process.Wait{
		For: "the customer pays", Limit: until.Sub(now), Then: "the number is freed; the draft is given up after DraftTTL",
		Due: draftEnd, // the order has the hold's end, which moves
	}
	_, err := h.Await(ctx, wait, func() bool {
		return h.isPaid() || h.isBooked() && h.State.Booking.HeldUntil.Before(until)
	})
	return err
}

func (h numberHold) isBooked() bool {
	b := h.State.Booking
	return b != nil && !b.Expired && !b.HeldUntil.IsZero()
}

// end frees the number, unless it was bought, changed or kept longer while this change waited for its turn.
func (h numberHold) end(ctx workflow.Context) error {
	over := func() error {
		if h.isPaid() || !h.isBooked() || h.State.Booking.HeldUntil.After(workflow.Now(ctx)) {
			return errNotOver
		}
		return nil
	}
	err := h.ApplyIf(ctx, over, "Release the number, its booking has expired", orders.ExpireHold, process.At(ctx))
	if errors.Is(err, errNotOver) {
		return nil
	}
	return err
}

var errNotOver = errors.New("the hold goes on")

func (h numberHold) validateExtension(struct{}) error {
	return process.Refusal(order.ValidateExtension(h.State, h.settings.MaxExtensions))
}

func (h numberHold) extend(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	allowed := func() error { return h.validateExtension(struct{}{}) }
	err := h.ApplyIf(ctx, allowed, "Extend the booking of the number", orders.ExtendHold, h.describeBooking(ctx, contract.NumberChoice{}))
	if err == nil {
		err = h.Flush(ctx) // the wait for the customer continues meanwhile
	}
	return h.State, err
}

func (h numberHold) describeBooking(ctx workflow.Context, in contract.NumberChoice) contract.Booked {
	return contract.Booked{At: process.At(ctx), MSISDN: in.MSISDN, HoldFor: h.settings.HoldFor, HoldCap: h.settings.HoldCap}
}

func (h numberHold) giveBack(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	return h.applyStep(ctx, contract.StepNumberSelection, "Release the number", orders.GiveNumberBack, process.At(ctx))
}

// release returns a reserved number to stock and drops a number that is brought along.
func (h numberHold) release(ctx workflow.Context) error {
	if h.State.Booking == nil && h.State.Port == nil {
		return nil
	}
	return h.Apply(ctx, "Release the number", orders.ReleaseNumber, process.At(ctx))
}
