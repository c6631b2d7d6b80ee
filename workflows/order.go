// Package workflows tells the processes as stories. What a step does is in activities; what is allowed is in domain.
package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/run"
)

// Order takes one order from the first number to the active line. Where it cannot reach its aim, everything that was
// done is undone, newest first, and the money goes back.
func Order(ctx workflow.Context, in contract.OrderInput) error {
	o, err := receive(ctx, in)
	if err != nil {
		return err
	}
	if err := o.opened(ctx); err != nil {
		return o.Leave(ctx, err)
	}
	if err := o.story(ctx); err != nil {
		return o.Leave(ctx, o.compensate(ctx, err))
	}
	return o.Leave(ctx, nil)
}

// story is what happens when nothing goes wrong.
func (o *orderRun) story(ctx workflow.Context) error {
	ctx, o.cancel = workflow.WithCancel(ctx)
	for _, name := range order.Of(o.State).Chapters {
		phase := phases[name]
		for _, undo := range phase.undo {
			o.CompensateWith(run.Compensation{Work: undo.work, Undo: func(ctx workflow.Context) error { return undo.do(o, ctx) }})
		}
		if err := phase.do(o, ctx); err != nil {
			return err
		}
	}
	return nil
}

// phase is one part of the story, and what takes it back.
type phase struct {
	do   func(*orderRun, workflow.Context) error
	undo []undoing
}

type undoing struct {
	work contract.Work
	do   func(*orderRun, workflow.Context) error
}

// phases are what a story is put together from; which ones an order has stands in the kind table of domain/order.
var phases = map[contract.Chapter]phase{
	contract.ChapterPaid: {(*orderRun).customerFillsWizardAndPays, []undoing{
		{contract.WorkReleaseNumber, (*orderRun).releaseNumber},
		{contract.WorkRefund, (*orderRun).refund},
	}},
	contract.ChapterPlaced:            {(*orderRun).orderStands, nil},
	contract.ChapterSIMAllocated:      {(*orderRun).simIsAllocated, []undoing{{contract.WorkReturnSIM, (*orderRun).returnSIM}}},
	contract.ChapterParcelDelivered:   {(*orderRun).parcelIsDelivered, []undoing{{contract.WorkCancelParcel, (*orderRun).cancelParcel}}},
	contract.ChapterProfileReady:      {(*orderRun).profileIsReady, []undoing{{contract.WorkCancelProfile, (*orderRun).cancelProfile}}},
	contract.ChapterProfileInstalled:  {(*orderRun).profileIsInstalled, nil},
	contract.ChapterCustomerActivates: {(*orderRun).customerActivates, nil},
	contract.ChapterLineOn:            {(*orderRun).lineIsSwitchedOn, []undoing{{contract.WorkDeactivate, (*orderRun).switchLineOff}}},
	contract.ChapterPortSubmitted:     {(*orderRun).portIsSubmitted, []undoing{{contract.WorkWithdrawPort, (*orderRun).withdrawPort}}},
	contract.ChapterDonorApproved:     {(*orderRun).donorApproves, nil},
	contract.ChapterNumberMoved:       {(*orderRun).numberIsMoved, nil},
	contract.ChapterCompleted:         {(*orderRun).orderIsCompleted, nil},
	contract.ChapterOldSIMSuspended:   {(*orderRun).oldSIMIsSuspended, []undoing{{contract.WorkRestoreSIM, (*orderRun).restoreOldSIM}}},
	contract.ChapterSIMTakenOver:      {(*orderRun).simIsTakenOver, nil},
	contract.ChapterExtraSIMAdded:     {(*orderRun).extraSIMIsAdded, []undoing{{contract.WorkRemoveExtraSIM, (*orderRun).removeExtraSIM}}},
	contract.ChapterHolderMayDispute:  {(*orderRun).holderMayDispute, nil},
}

// customerFillsWizardAndPays ends with a paid order; a draft that is not paid in time is given up. One timer serves the
// number's hold and the draft.
func (o *orderRun) customerFillsWizardAndPays(ctx workflow.Context) error {
	end := workflow.Now(ctx).Add(o.settings.DraftTTL)
	for !o.isPaid() && (workflow.Now(ctx).Before(end) || o.card.open > 0) {
		if err := o.untilHoldEnds(ctx, end); err != nil {
			return err
		}
	}
	if o.isPaid() {
		return nil
	}
	return run.Ending(contract.EndedNeverPaid)
}

// untilHoldEnds waits for the money, at most until the number's hold or the draft is over, and then frees the number. The
// row's held_until frees it even if no worker runs; this tells the customer.
func (o *orderRun) untilHoldEnds(ctx workflow.Context, draftEnd time.Time) error {
	now := workflow.Now(ctx)
	if o.holdsNumber() && !o.State.Booking.HeldUntil.After(now) {
		return o.endHold(ctx)
	}
	if !now.Before(draftEnd) {
		wait := run.Wait{For: "a payment's outcome", Owner: "the payment: the provider is asked until it answers"}
		_, err := o.Await(ctx, wait, func() bool { return o.isPaid() || o.card.open == 0 })
		return err
	}
	until := draftEnd
	if o.holdsNumber() && o.State.Booking.HeldUntil.Before(until) {
		until = o.State.Booking.HeldUntil
	}
	// A hold that got longer lets the timer run out once; only one that ends earlier needs another timer.
	wait := run.Wait{For: "the customer pays", Limit: until.Sub(now), Then: "the number is freed; the draft is given up after DraftTTL"}
	_, err := o.Await(ctx, wait, func() bool {
		return o.isPaid() || o.holdsNumber() && o.State.Booking.HeldUntil.Before(until)
	})
	return err
}

// orderStands: a customer who paid but lost the number meanwhile picks another one, or gets the money back.
func (o *orderRun) orderStands(ctx workflow.Context) error {
	if o.State.Stage == contract.StageNumberLost && o.State.Port != nil {
		return run.Ending(contract.EndedPortBusy) // a number brought along cannot be replaced by another one
	}
	if o.State.Stage == contract.StageNumberLost {
		wait := run.Wait{For: "another number is chosen", Limit: o.settings.NumberLostTTL, Then: "the money goes back"}
		replaced, err := o.Await(ctx, wait, o.isPlaced)
		if err != nil {
			return err
		}
		if !replaced {
			return run.Ending(contract.EndedNumberLost)
		}
	}
	return o.promiseProfile(ctx)
}

func (o *orderRun) simIsAllocated(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkAllocateSIM, func(ctx workflow.Context) error {
		return o.ApplyUnlessHeld(ctx, "Take a SIM card from stock", orders.AllocateSIM, at(ctx))
	})
}

// returnSIM leaves a card alone that is in the customer's hands or lost on the way.
func (o *orderRun) returnSIM(ctx workflow.Context) error {
	if o.State.SIM == nil || !order.ParcelWithUs(o.State) {
		return nil
	}
	return o.Apply(ctx, "Put the card back into stock", orders.ReturnSIM, at(ctx))
}

// customerActivates waits for the customer, reminds once, and then has support look into it.
func (o *orderRun) customerActivates(ctx workflow.Context) error {
	wait := run.Wait{For: "the customer activates the SIM", Limit: o.settings.ActivationTTL, Then: "the customer is reminded"}
	asked, err := o.Await(ctx, wait, o.activationAsked)
	if err != nil || asked {
		return err
	}
	if err := o.remind(ctx, "activation-reminder"); err != nil {
		return err
	}
	return o.RunOrEscalate(ctx, contract.WorkAwaitActivation, func(ctx workflow.Context) error {
		wait := run.Wait{For: "the reminded customer activates the SIM", Limit: o.settings.ActivationTTL, Then: "held for support"}
		asked, err := o.Await(ctx, wait, o.activationAsked)
		if err == nil && !asked {
			err = run.Refuse(contract.FailActivationOverdue)
		}
		return err
	})
}

// activate takes the customer's request and answers when the line is active, or when it cannot be switched on now.
func (o *orderRun) activate(ctx workflow.Context, in contract.ActivationRequest) (contract.Order, error) {
	if err := o.Local(ctx, "Compare the card", nil, orders.CheckCard, o.State, in); err != nil {
		return contract.Order{}, err
	}
	o.activation = &in
	wait := run.Wait{For: "the line is switched on", Owner: "the order: it succeeds or is held"}
	if _, err := o.Await(ctx, wait, func() bool { return o.State.Stage != contract.StageDelivered }); err != nil {
		return contract.Order{}, err
	}
	if o.State.Stage != contract.StageActive {
		return contract.Order{}, run.Refuse(contract.FailActivation)
	}
	return o.State, nil
}

func (o *orderRun) lineIsSwitchedOn(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkActivate, func(ctx workflow.Context) error {
		return o.Do(run.WithGatewayPolicy(ctx, "Switch the line on"), nil, network.ActivateLine, o.line())
	})
}

// switchLineOff serves where it is not known whether the line was switched on.
func (o *orderRun) switchLineOff(ctx workflow.Context) error {
	return o.Do(run.WithGatewayPolicy(ctx, "Switch the line off"), nil, network.DeactivateLine, o.line())
}

func (o *orderRun) line() contract.LineOrder {
	return contract.LineOrder{
		Key: o.State.ID, MSISDN: order.MSISDN(o.State), ICCID: order.ICCID(o.State), PlanID: order.PlanID(o.State),
	}
}

func (o *orderRun) orderIsCompleted(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkComplete, func(ctx workflow.Context) error {
		return o.ApplyUnlessHeld(ctx, "Create the line and close the books", orders.CompleteOrder, at(ctx))
	})
}

// remind sends a message that no change of the order causes.
func (o *orderRun) remind(ctx workflow.Context, template string) error {
	return o.Apply(ctx, "Remind the customer", orders.RemindCustomer, contract.Reminder{At: at(ctx), Template: template})
}
