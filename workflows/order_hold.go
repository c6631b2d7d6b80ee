package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
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
			if err := o.advance(ctx, "Free the number, its time is over", orders.ExpireHold, o.at(ctx)); err != nil {
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

func (o *orderRun) extendHold(ctx workflow.Context) (contract.Order, error) {
	err := o.advance(ctx, "Keep the number longer", orders.ExtendHold, o.booked(ctx, contract.NumberChoice{}))
	return o.state, err
}
