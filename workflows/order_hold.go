package workflows

import (
	"errors"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

func (o *orderRun) holdsNumber() bool {
	b := o.State.Booking
	return b != nil && !b.Expired && !b.HeldUntil.IsZero()
}

// endHold frees the number, unless it was bought, changed or kept longer while this waited for its turn.
func (o *orderRun) endHold(ctx workflow.Context) error {
	over := func() error {
		if o.isPaid() || !o.holdsNumber() || o.State.Booking.HeldUntil.After(workflow.Now(ctx)) {
			return errNotOver
		}
		return nil
	}
	err := o.ApplyIf(ctx, over, "Free the number, its time is over", orders.ExpireHold, at(ctx))
	if errors.Is(err, errNotOver) {
		return nil
	}
	return err
}

var errNotOver = errors.New("the hold goes on")

func (o *orderRun) mayExtend(struct{}) error {
	return run.Refusal(order.MayExtend(o.State, o.settings.MaxExtensions))
}

func (o *orderRun) extendHold(ctx workflow.Context, _ struct{}) (contract.Order, error) {
	allowed := func() error { return o.mayExtend(struct{}{}) }
	err := o.ApplyIf(ctx, allowed, "Keep the number longer", orders.ExtendHold, o.booked(ctx, contract.NumberChoice{}))
	return o.State, err
}

// releaseNumber gives the number back; a number brought along is let go.
func (o *orderRun) releaseNumber(ctx workflow.Context) error {
	if o.State.Booking == nil && o.State.Port == nil {
		return nil
	}
	return o.Apply(ctx, "Give the number back", orders.ReleaseNumber, at(ctx))
}
