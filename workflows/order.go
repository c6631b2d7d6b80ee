// Package workflows tells the processes as stories. What a step does is in activities; what is allowed is in domain.
package workflows

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
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
	for _, chapter := range order.Of(o.state).Chapters {
		for _, work := range order.UndoneBy(chapter) {
			o.undoWith(work, undoings[work])
		}
		if err := chapters[chapter](o, ctx); err != nil {
			return err
		}
	}
	return nil
}

// chapters are what a story is put together from; which ones an order has stands in the kind table of domain/order.
var chapters = map[contract.Chapter]func(*orderRun, workflow.Context) error{
	contract.ChapterPaid:              (*orderRun).customerFillsWizardAndPays,
	contract.ChapterPlaced:            (*orderRun).orderStands,
	contract.ChapterSIMAllocated:      (*orderRun).simIsAllocated,
	contract.ChapterParcelDelivered:   (*orderRun).parcelIsDelivered,
	contract.ChapterProfileReady:      (*orderRun).profileIsReady,
	contract.ChapterProfileInstalled:  (*orderRun).profileIsInstalled,
	contract.ChapterCustomerActivates: (*orderRun).customerActivates,
	contract.ChapterLineOn:            (*orderRun).lineIsSwitchedOn,
	contract.ChapterPortSubmitted:     (*orderRun).portIsSubmitted,
	contract.ChapterDonorApproved:     (*orderRun).donorApproves,
	contract.ChapterNumberMoved:       (*orderRun).numberIsMoved,
	contract.ChapterCompleted:         (*orderRun).orderIsCompleted,
	contract.ChapterOldSIMSuspended:   (*orderRun).oldSIMIsSuspended,
	contract.ChapterSIMTakenOver:      (*orderRun).simIsTakenOver,
	contract.ChapterExtraSIMAdded:     (*orderRun).extraSIMIsAdded,
	contract.ChapterHolderMayDispute:  (*orderRun).holderMayDispute,
}

// undoings take back what chapters did, newest first.
var undoings = map[contract.Work]func(*orderRun, workflow.Context) error{
	contract.WorkReleaseNumber: (*orderRun).releaseNumber,
	contract.WorkRefund:        (*orderRun).refund,
	contract.WorkReturnSIM:     (*orderRun).returnSIM,
	contract.WorkCancelParcel:  (*orderRun).cancelParcel,
	contract.WorkCancelProfile: (*orderRun).cancelProfile,
	contract.WorkDeactivate:    (*orderRun).switchLineOff,
	contract.WorkWithdrawPort:  (*orderRun).withdrawPort,

	contract.WorkRestoreSIM:     (*orderRun).restoreOldSIM,
	contract.WorkRemoveExtraSIM: (*orderRun).removeExtraSIM,
}

// customerFillsWizardAndPays ends with a paid order; a draft nobody pays is given up.
func (o *orderRun) customerFillsWizardAndPays(ctx workflow.Context) error {
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

// orderStands: whoever paid but lost the number meanwhile picks another one, or gets the money back.
func (o *orderRun) orderStands(ctx workflow.Context) error {
	if o.state.Stage == contract.StageNumberLost && o.state.Port != nil {
		return ending(contract.EndedPortBusy) // nobody can pick another number for one brought along
	}
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
	return o.promiseProfile(ctx)
}

func (o *orderRun) simIsAllocated(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkAllocateSIM, o.allocateSIM)
}

func (o *orderRun) parcelIsDelivered(ctx workflow.Context) error {
	if err := o.see(ctx, contract.WorkShip, o.ship); err != nil {
		return err
	}
	if order.Has(o.state, contract.ChapterNumberMoved) {
		o.tellCustomer(ctx, "order-delivered-port")
		return nil
	}
	o.tellCustomer(ctx, "order-delivered")
	return nil
}

// customerActivates waits for the customer, and reminds once.
func (o *orderRun) customerActivates(ctx workflow.Context) error {
	asked, err := o.await(ctx, "reminder to activate", o.settings.ActivationTTL, o.activationAsked)
	if err != nil {
		return err
	}
	if !asked {
		o.tellCustomer(ctx, "activation-reminder")
		return workflow.Await(ctx, o.activationAsked)
	}
	return nil
}

func (o *orderRun) lineIsSwitchedOn(ctx workflow.Context) error {
	return o.see(ctx, contract.WorkActivate, o.switchLineOn)
}

func (o *orderRun) orderIsCompleted(ctx workflow.Context) error {
	if err := o.see(ctx, contract.WorkComplete, o.completeOrder); err != nil {
		return err
	}
	o.tellCustomer(ctx, welcome(o.state))
	return nil
}

// welcome says what works from now on.
func welcome(o contract.Order) string {
	switch {
	case o.ExtraSIM != nil:
		return "extra-sim-active"
	case o.Replacement != nil:
		return "new-sim-active"
	default:
		return "line-active"
	}
}
