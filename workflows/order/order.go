// Package order is the process that takes one order from the first number to the active line.
package order

import (
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
		return o.Drain(ctx, err)
	}
	if err := o.runPhases(ctx); err != nil {
		return o.Drain(ctx, o.cancellation.compensate(ctx, err))
	}
	return o.Drain(ctx, nil)
}

// runPhases is what happens when nothing goes wrong.
func (o *orderRun) runPhases(ctx workflow.Context) error {
	ctx, o.cancel = workflow.WithCancel(ctx)
	phases := phasesOf(o)
	for _, name := range order.Of(o.State).Phases {
		phase := phases[name]
		o.CompensateWith(phase.compensations...)
		if err := phase.do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// phase is one part of an order, and what takes it back.
type phase struct {
	do            func(workflow.Context) error
	compensations []run.Compensation
}

// phasesOf are what an order is put together from; which ones it has stands in the kind table of domain/order.
var phasesOf = func(o *orderRun) map[contract.Phase]phase {
	takenBack := func(work contract.Work, undo func(workflow.Context) error) []run.Compensation {
		return []run.Compensation{{Work: work, Undo: undo}}
	}
	return map[contract.Phase]phase{
		contract.PhasePaid: {o.customerPays, []run.Compensation{
			{Work: contract.WorkReleaseNumber, Undo: o.number.release},
			{Work: contract.WorkRefund, Undo: o.payment.refund},
		}},
		contract.PhasePlaced:            {o.orderStands, nil},
		contract.PhaseSIMAllocated:      {o.parcel.simIsAllocated, takenBack(contract.WorkReturnSIM, o.parcel.returnSIM)},
		contract.PhaseParcelDelivered:   {o.parcel.isDelivered, takenBack(contract.WorkCancelParcel, o.parcel.Cancel)},
		contract.PhaseProfileReady:      {o.esim.isReady, takenBack(contract.WorkCancelProfile, o.esim.Cancel)},
		contract.PhaseProfileInstalled:  {o.esim.isInstalled, nil},
		contract.PhaseCustomerActivates: {o.activation.customerActivates, nil},
		contract.PhaseLineOn:            {o.activation.lineIsSwitchedOn, takenBack(contract.WorkDeactivate, o.activation.switchOff)},
		contract.PhasePortSubmitted:     {o.port.isSubmitted, takenBack(contract.WorkWithdrawPort, o.port.withdraw)},
		contract.PhaseDonorApproved:     {o.port.donorApproves, nil},
		contract.PhaseNumberMoved:       {o.port.isMoved, nil},
		contract.PhaseCompleted:         {o.isCompleted, nil},
		contract.PhaseOldSIMSuspended:   {o.replacement.oldSIMIsSuspended, takenBack(contract.WorkRestoreSIM, o.replacement.restoreOldSIM)},
		contract.PhaseSIMTakenOver:      {o.replacement.simIsTakenOver, nil},
		contract.PhaseExtraSIMAdded:     {o.extraSIM.isAdded, takenBack(contract.WorkRemoveExtraSIM, o.extraSIM.remove)},
		contract.PhaseHolderMayDispute:  {o.replacement.holderMayDispute, nil},
	}
}

// customerPays ends with a paid order; a draft that is not paid in time is given up. One timer serves the
// number's hold and the draft.
func (o *orderRun) customerPays(ctx workflow.Context) error {
	end := workflow.Now(ctx).Add(o.settings.DraftTTL)
	for !o.isPaid() && (workflow.Now(ctx).Before(end) || o.payment.open > 0) {
		if err := o.number.untilOver(ctx, end); err != nil {
			return err
		}
	}
	if o.isPaid() {
		return nil
	}
	return run.Ending(contract.EndedNeverPaid)
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
	return o.esim.promise(ctx)
}

func (o *orderRun) isCompleted(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkComplete, func(ctx workflow.Context) error {
		return o.ApplyUnlessHeld(ctx, "Create the line and close the books", orders.CompleteOrder, run.At(ctx))
	})
}

// remind sends a message that no change of the order causes.
func (o *orderRun) remind(ctx workflow.Context, template string) error {
	return o.Apply(ctx, "Remind the customer", orders.RemindCustomer, contract.Reminder{At: run.At(ctx), Template: template})
}
