// Package order is the process that takes one order from the first number to the active line.
package order

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/process"
)

// Order takes one order from the first number to the active line. If it cannot reach that, it undoes everything, newest first,
// and refunds the money.
func Order(ctx workflow.Context, in contract.OrderInput) error {
	o, err := receive(ctx, in)
	if err != nil {
		return err
	}
	if err := o.awaitOpening(ctx); err != nil {
		return o.Drain(ctx, err)
	}
	if err := o.runPhases(ctx); err != nil {
		return o.Drain(ctx, o.cancellation.compensate(ctx, err))
	}
	return o.Drain(ctx, nil)
}

// runPhases runs the phases of the order's kind in turn.
func (o *orderRun) runPhases(ctx workflow.Context) error {
	ctx, o.cancel = workflow.WithCancel(ctx)
	phases := phasesOf(o)
	for _, name := range order.DefinitionOf(o.State).Phases {
		phase := phases[name]
		o.begun++
		o.CompensateWith(phase.compensations...)
		if err := phase.do(ctx); err != nil {
			return err
		}
	}
	return nil
}

// phase is one part of an order, with its compensations.
type phase struct {
	do            func(workflow.Context) error
	compensations []process.Compensation
}

// phasesOf maps each phase to its function. The tables of domain/order say which phases a kind has and what undoes each.
var phasesOf = func(o *orderRun) map[contract.Phase]phase {
	undos := undosOf(o)
	back := func(name contract.Phase) (taken []process.Compensation) {
		for _, work := range order.TakenBackBy[name] {
			taken = append(taken, process.Compensation{Work: work, Undo: undos[work]})
		}
		return taken
	}
	return map[contract.Phase]phase{
		contract.PhasePaid:              {o.awaitPayment, back(contract.PhasePaid)},
		contract.PhasePlaced:            {o.place, back(contract.PhasePlaced)},
		contract.PhaseSIMAllocated:      {o.parcel.allocateSIM, back(contract.PhaseSIMAllocated)},
		contract.PhaseParcelDelivered:   {o.parcel.deliverParcel, back(contract.PhaseParcelDelivered)},
		contract.PhaseProfileReady:      {o.esim.orderProfile, back(contract.PhaseProfileReady)},
		contract.PhaseProfileInstalled:  {o.esim.awaitInstallation, back(contract.PhaseProfileInstalled)},
		contract.PhaseCustomerActivates: {o.activation.awaitActivation, back(contract.PhaseCustomerActivates)},
		contract.PhaseLineOn:            {o.activation.switchOn, back(contract.PhaseLineOn)},
		contract.PhasePortSubmitted:     {o.port.submitPort, back(contract.PhasePortSubmitted)},
		contract.PhaseDonorApproved:     {o.port.awaitDonor, back(contract.PhaseDonorApproved)},
		contract.PhaseNumberMoved:       {o.port.releasePort, back(contract.PhaseNumberMoved)},
		contract.PhaseCompleted:         {o.completeOrder, back(contract.PhaseCompleted)},
		contract.PhaseOldSIMSuspended:   {o.replacement.suspendOldSIM, back(contract.PhaseOldSIMSuspended)},
		contract.PhaseSIMTakenOver:      {o.replacement.takeOverSIM, back(contract.PhaseSIMTakenOver)},
		contract.PhaseExtraSIMAdded:     {o.extraSIM.addToLine, back(contract.PhaseExtraSIMAdded)},
		contract.PhaseHolderMayDispute:  {o.replacement.awaitDispute, back(contract.PhaseHolderMayDispute)},
	}
}

func undosOf(o *orderRun) map[contract.Work]func(workflow.Context) error {
	return map[contract.Work]func(workflow.Context) error{
		contract.WorkReleaseNumber:  o.number.release,
		contract.WorkRefund:         o.payment.refund,
		contract.WorkReturnSIM:      o.parcel.returnSIM,
		contract.WorkCancelParcel:   o.parcel.Cancel,
		contract.WorkCancelProfile:  o.esim.Cancel,
		contract.WorkDeactivate:     o.activation.switchOff,
		contract.WorkWithdrawPort:   o.port.withdraw,
		contract.WorkRestoreSIM:     o.replacement.restoreOldSIM,
		contract.WorkRemoveExtraSIM: o.extraSIM.remove,
	}
}

// awaitPayment ends with a paid order; a draft that is not paid in time is abandoned. The same timer serves the number's hold and
// the draft.
func (o *orderRun) awaitPayment(ctx workflow.Context) error {
	end := workflow.Now(ctx).Add(o.settings.DraftTTL)
	for !o.isPaid() && (workflow.Now(ctx).Before(end) || o.payment.open > 0) {
		if err := o.number.awaitEnd(ctx, end); err != nil {
			return err
		}
	}
	if o.isPaid() {
		return nil
	}
	return process.Ending(contract.EndedNeverPaid)
}

// place lets a customer who paid but lost the number pick another one, or refunds the money. The line of a further SIM
// is claimed until the order is over.
func (o *orderRun) place(ctx workflow.Context) error {
	if o.State.Stage == contract.StageNumberLost && o.State.Port != nil {
		return process.Ending(contract.EndedPortBusy) // another number cannot replace one that is brought along
	}
	if o.State.Stage == contract.StageNumberLost {
		wait := process.Wait{For: "another number is chosen", Limit: o.settings.NumberLostTTL, Then: "the money goes back"}
		replaced, err := o.Await(ctx, wait, o.isPlaced)
		if err != nil {
			return err
		}
		if !replaced {
			return process.Ending(contract.EndedNumberLost)
		}
	}
	if o.State.ExtraSIM != nil {
		if err := o.extraSIM.claimLine(ctx); err != nil {
			return err
		}
	}
	return o.esim.promise(ctx)
}

func (o *orderRun) completeOrder(ctx workflow.Context) error {
	return o.RunOrEscalate(ctx, contract.WorkComplete, func(ctx workflow.Context) error {
		return o.ApplyUnlessHeld(ctx, "Create the line and complete the order", orders.CompleteOrder, process.At(ctx))
	})
}

// remind sends a message that no change of the order causes.
func (o *orderRun) remind(ctx workflow.Context, template string) error {
	return o.Apply(ctx, "Remind the customer", orders.RemindCustomer, contract.Reminder{At: process.At(ctx), Template: template})
}
