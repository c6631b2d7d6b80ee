package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/run"
)

// mayCatchUp refuses to look at our database for what the order knows already.
func (o *orderRun) mayCatchUp(in contract.CatchUp) error {
	if in.Seq <= o.State.Seq {
		return run.Refuse(contract.FailStepOutOfOrder)
	}
	return nil
}

// catchUp goes on from the order's row: a step was saved, its customer has the answer, and Temporal lost it with everybody who would
// have asked again. The validator of the next step, which hangs on it, knows nothing of it.
func (o *orderRun) catchUp(ctx workflow.Context, in contract.CatchUp) (contract.Order, error) {
	err := o.findForgotten(ctx, in)
	if err == nil {
		err = o.Flush(ctx) // the wait for the customer goes on meanwhile
	}
	return o.State, err
}

func (o *orderRun) findForgotten(ctx workflow.Context, in contract.CatchUp) error {
	done, err := o.Turn(ctx)
	if err != nil {
		return err
	}
	defer done()
	if !o.isOpen || o.mayCatchUp(in) != nil { // written down while this waited for its turn
		return nil
	}
	var found contract.FoundOrder
	if err := o.Local(ctx, "Look what was saved and forgotten", &found, orders.FindOrder, o.State.ID); err != nil {
		return err
	}
	if found.Order.Seq > o.State.Seq {
		o.CatchUp(ctx, found.Order)
	}
	return nil
}

// followOn watches what an order that was saved and forgotten waits for.
func (o *orderRun) followOn() {
	o.identity.followOn()
	o.payment.followOn()
}
