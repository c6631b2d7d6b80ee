package workflows

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// freeNumberWhenHoldEnds gives the number back the moment its time is over. The row's held_until frees it even if no
// worker runs; this tells the customer. A longer hold just makes the clock start again.
func (o *orderRun) freeNumberWhenHoldEnds(ctx workflow.Context) {
	for ctx.Err() == nil && !o.isPaid() {
		if err := workflow.Await(ctx, func() bool { return o.holdsNumber() || o.isPaid() }); err != nil || o.isPaid() {
			return
		}
		held := o.state.Booking.MSISDN
		left := o.state.Booking.HeldUntil.Sub(workflow.Now(ctx))
		if left <= 0 {
			if err := o.endHold(ctx); err != nil {
				workflow.GetLogger(ctx).Warn("hold could not be ended, the row ends it itself", "error", err)
				return
			}
			continue
		}
		changed := func() bool { return o.isPaid() || !o.holdsNumber() || o.state.Booking.MSISDN != held }
		if _, err := o.await(ctx, "number is held for the customer", left, changed); err != nil {
			return
		}
	}
}

func (o *orderRun) holdsNumber() bool {
	b := o.state.Booking
	return b != nil && !b.Expired && b.HeldUntil != time.Time{}
}

// endHold frees the number, unless it was bought, changed or kept longer while this waited for its turn.
func (o *orderRun) endHold(ctx workflow.Context) error {
	over := func() error {
		if o.isPaid() || !o.holdsNumber() || o.state.Booking.HeldUntil.After(workflow.Now(ctx)) {
			return errNotOver
		}
		return nil
	}
	err := o.advanceIf(ctx, over, "Free the number, its time is over", orders.ExpireHold, o.at(ctx))
	if errors.Is(err, errNotOver) {
		return nil
	}
	if err == nil {
		o.tellCustomer(ctx, "hold-expired")
	}
	return err
}

var errNotOver = errors.New("the hold goes on")

func (o *orderRun) mayExtend() error {
	return refusal(order.MayExtend(o.state, o.settings.MaxExtensions))
}

func (o *orderRun) extendHold(ctx workflow.Context) (contract.Order, error) {
	err := o.advanceIf(ctx, o.mayExtend, "Keep the number longer", orders.ExtendHold, o.booked(ctx, contract.NumberChoice{}))
	return o.state, err
}
