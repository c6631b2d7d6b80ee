package purchase

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/workflows/internal/process"
)

// activation holds the decisions about a purchase that waits for its day.
type activation struct {
	begun     bool // no further decision counts from then on
	calledOff bool
	kept      bool // the card that paid is saved; its customer need not wait for the day
}

// mostMoves limits how often another day is chosen. Cancelling, and support's decisions, come on top.
const mostMoves = 100

// registerDayChanges registers the updates that move or cancel a purchase while it waits for its day.
func (p *purchaseRun) registerDayChanges(ctx workflow.Context) error {
	mayMove := func(contract.ActivationMove) error {
		if p.Changes() >= mostMoves {
			return process.Refuse(contract.FailChangedTooOften)
		}
		return p.validateWaiting()
	}
	if err := process.RegisterUpdate(p.Process, ctx, contract.UpdateMoveActivation, mayMove, p.move); err != nil {
		return err
	}
	mayCallOff := func(contract.At) error { return p.validateWaiting() }
	return process.RegisterUpdate(p.Process, ctx, contract.UpdateCancelActivation, mayCallOff, p.callOff)
}

// validateWaiting refuses a change that comes too late: the day has come, or the purchase was cancelled.
func (p *purchaseRun) validateWaiting() error {
	if p.later.begun || p.later.calledOff {
		return process.Refuse(contract.FailActivationBegun)
	}
	return process.Refusal(purchase.ValidateActivationChange(p.State))
}

// move writes another day; the wait then ends on that day.
func (p *purchaseRun) move(ctx workflow.Context, in contract.ActivationMove) (contract.Purchase, error) {
	if err := p.validateWaiting(); err != nil {
		return contract.Purchase{}, err
	}
	err := p.Apply(ctx, "Move the purchase to another day", purchases.MoveActivation, contract.PurchaseMoved{At: process.At(ctx), EffectiveAt: in.EffectiveAt})
	return p.State, err
}

// callOff starts the refund and answers once it has begun. It validates again, because the day may have come since the
// validator ran.
func (p *purchaseRun) callOff(ctx workflow.Context, _ contract.At) (contract.Purchase, error) {
	if err := p.validateWaiting(); err != nil {
		return contract.Purchase{}, err
	}
	p.later.calledOff = true
	wait := process.Wait{For: "the money goes back", Owner: "the purchase: it begins at once"}
	_, err := p.Await(ctx, wait, func() bool { return p.State.Stage != contract.PurchaseScheduled })
	return p.State, err
}

// awaitDay waits for the day that the customer chose, also when they choose another one. A purchase that is cancelled by then
// is not delivered.
func (p *purchaseRun) awaitDay(ctx workflow.Context) error {
	if p.State.Stage == contract.PurchaseScheduled {
		if err := p.keepCard(ctx); err != nil {
			return err
		}
		p.later.kept = true
	}
	for p.State.Stage == contract.PurchaseScheduled && !p.later.calledOff {
		day := p.State.EffectiveAt
		wait := process.Wait{For: "the day it begins", Limit: day.Sub(process.Now(ctx)), Then: "it is delivered"}
		changed, err := p.Await(ctx, wait, func() bool { return p.later.calledOff || !p.State.EffectiveAt.Equal(day) })
		if err != nil {
			return err
		}
		if !changed {
			p.later.begun = true
			return nil
		}
	}
	if p.later.calledOff {
		return process.Ending(contract.EndedByCustomer)
	}
	return nil
}
