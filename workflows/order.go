// Package workflows tells the processes as stories. What a step does is in activities; what is allowed is in domain.
package workflows

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Order takes one order from the first number to the active line. Where it cannot reach its aim, everything that was
// done is undone, newest first, and the money goes back.
func Order(ctx workflow.Context, in contract.OrderInput) error {
	o, err := receive(ctx, in)
	if err != nil {
		return err
	}
	if err := o.opened(ctx); err != nil {
		return o.leave(ctx, err)
	}
	if err := o.story(ctx); err != nil {
		return o.leave(ctx, o.giveUp(ctx, err))
	}
	return o.leave(ctx, nil)
}

// story is what happens when nothing goes wrong.
func (o *orderRun) story(ctx workflow.Context) error {
	ctx, o.callOff = workflow.WithCancel(ctx)
	chapters := []func(workflow.Context) error{
		o.customerFillsWizardAndPays,
		o.customerKeepsNumber,
		o.simIsAllocated,
		o.parcelIsDelivered,
		o.customerActivates,
	}
	for _, chapter := range chapters {
		if err := chapter(ctx); err != nil {
			return err
		}
	}
	return nil
}

// customerFillsWizardAndPays ends with a paid order; a draft nobody pays is given up.
func (o *orderRun) customerFillsWizardAndPays(ctx workflow.Context) error {
	o.undoWith(contract.WorkReleaseNumber, o.releaseNumber)
	o.undoWith(contract.WorkRefund, o.refund)
	workflow.Go(ctx, o.freeNumberWhenHoldEnds)
	paid, err := o.await(ctx, "draft runs out", o.settings.DraftTTL, o.isPaid)
	if err != nil || paid {
		return err
	}
	if err := workflow.Await(ctx, func() bool { return o.isPaid() || o.attending == 0 }); err != nil || o.isPaid() {
		return err
	}
	return ending(contract.EndedNeverPaid)
}

// customerKeepsNumber: whoever paid but lost the number meanwhile picks another one, or gets the money back.
func (o *orderRun) customerKeepsNumber(ctx workflow.Context) error {
	if o.state.Stage == contract.StageNumberLost {
		o.tellCustomer(ctx, "number-lost")
		replaced, err := o.await(ctx, "another number is chosen", o.settings.NumberLostTTL, o.isPlaced)
		if err != nil {
			return err
		}
		if !replaced {
			return ending(contract.EndedNumberLost)
		}
	}
	o.tellCustomer(ctx, "order-placed")
	return nil
}

func (o *orderRun) simIsAllocated(ctx workflow.Context) error {
	o.undoWith(contract.WorkReturnSIM, o.returnSIM)
	return o.see(ctx, contract.WorkAllocateSIM, o.allocateSIM)
}

func (o *orderRun) parcelIsDelivered(ctx workflow.Context) error {
	o.undoWith(contract.WorkCancelParcel, o.cancelParcel)
	if err := o.see(ctx, contract.WorkShip, o.ship); err != nil {
		return err
	}
	o.tellCustomer(ctx, "order-delivered")
	return nil
}

// customerActivates waits for the customer, reminds once, and switches the line on.
func (o *orderRun) customerActivates(ctx workflow.Context) error {
	asked, err := o.await(ctx, "reminder to activate", o.settings.ActivationTTL, o.activationAsked)
	if err != nil {
		return err
	}
	if !asked {
		o.tellCustomer(ctx, "activation-reminder")
		if err := workflow.Await(ctx, o.activationAsked); err != nil {
			return err
		}
	}
	o.undoWith(contract.WorkDeactivate, o.switchLineOff)
	if err := o.see(ctx, contract.WorkActivate, o.switchLineOn); err != nil {
		return err
	}
	if err := o.see(ctx, contract.WorkComplete, o.completeOrder); err != nil {
		return err
	}
	o.tellCustomer(ctx, "line-active")
	return nil
}
