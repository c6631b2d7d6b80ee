package supportcase

import (
	"slices"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
)

// StepState is the state of a step of a process.
type StepState string

// States of a step.
const (
	StepDone    StepState = "done"
	StepRunning StepState = "running"
	StepHeld    StepState = "held"
	StepToCome  StepState = "to-come"
	StepUndone  StepState = "undone"
	StepNotDone StepState = "not-done" // the work ended, or is called off, before the step was done
)

// Step is one part of a process.
type Step struct {
	Key    string
	State  StepState
	Undoes []contract.Work // its compensations, in order
}

// StepsOfOrder returns the phases of an order. For a called-off order, its last phase and the later ones were never done.
func StepsOfOrder(o contract.Order) []Step {
	phases, at := order.DefinitionOf(o).Phases, order.PhaseNow(o)
	left := order.Compensations(o)
	steps := make([]Step, len(phases))
	for i, phase := range phases {
		back := slices.Clone(order.TakenBackBy[phase])
		slices.Reverse(back)
		steps[i] = Step{Key: string(phase), State: stateOfPhase(o, i, at), Undoes: back}
		if order.CalledOff(o) {
			steps[i].State = stateOfUndo(o, i < at, back, left)
		}
	}
	return steps
}

func stateOfPhase(o contract.Order, i, at int) StepState {
	switch {
	case i < at:
		return StepDone
	case i > at:
		return StepToCome
	case o.Held != nil:
		return StepHeld
	default:
		return StepRunning
	}
}

// stateOfUndo returns held for the phase of the held compensation. A done phase stays done until all its compensations are
// complete, and is undone then.
func stateOfUndo(o contract.Order, wasDone bool, back, left []contract.Work) StepState {
	switch {
	case o.Held != nil && slices.Contains(back, o.Held.Work):
		return StepHeld
	case !wasDone:
		return StepNotDone
	case o.Stage.Closed() || len(back) > 0 && !slices.ContainsFunc(back, func(work contract.Work) bool { return slices.Contains(left, work) }):
		return StepUndone
	default:
		return StepDone
	}
}

// StepsOfPurchase returns payment, delivery and, if any, the refund.
func StepsOfPurchase(p contract.Purchase) []Step {
	at := map[contract.PurchaseStage]int{
		contract.PurchasePaying: 0, contract.PurchaseScheduled: 1, contract.PurchaseDelivering: 1, contract.PurchaseRefunding: 2, contract.PurchaseCompleted: 3, contract.PurchaseFailed: 3,
	}
	keys := []string{"pay", "deliver"}
	stage := p.Stage
	if p.Held != nil {
		stage = p.Held.From
	}
	returns := purchase.Definitions[p.Kind].Returns || stage == contract.PurchaseRefunding || !p.RefundedAt.IsZero()
	if returns {
		keys = append(keys, "give-back")
	}
	steps := StepsOf(keys, at[stage], p.Held != nil)
	if p.CompletedAt.IsZero() && at[stage] > 1 {
		steps[1].State = StepNotDone
	}
	if stage == contract.PurchaseRefunding && p.Held == nil {
		steps[2].State = StepRunning
	}
	if stage == contract.PurchaseFailed && p.RefundedAt.IsZero() { // no money was kept, so none was taken
		steps[0].State = StepNotDone
	}
	return steps
}

// StepsOfPortOut returns the stages of a port-out.
func StepsOfPortOut(p contract.PortOut) []Step {
	keys := []contract.PortOutStage{contract.PortOutChecking, contract.PortOutAgreed, contract.PortOutMoving, contract.PortOutLeft}
	return neverDone(StepsOf(keys, slices.Index(keys, p.Stage), p.Held != nil), p.Stage.Stays())
}

// StepsOfDeactivation returns the stages of a line's end.
func StepsOfDeactivation(d contract.Deactivation) []Step {
	keys := []contract.DeactivationStage{contract.DeactivationWaiting, contract.DeactivationEnding, contract.DeactivationEnded}
	stage := d.Stage
	if d.Held != nil {
		stage = d.Held.From
	}
	return neverDone(StepsOf(keys, slices.Index(keys, stage), d.Held != nil), stage == contract.DeactivationUndone)
}

// neverDone marks the steps that no longer come because the work is over.
func neverDone(steps []Step, over bool) []Step {
	for i := range steps {
		if over && steps[i].State == StepToCome {
			steps[i].State = StepNotDone
		}
	}
	return steps
}

// StepsOf returns the steps of a process at one of them. With an unknown position, none is done.
func StepsOf[K ~string](keys []K, at int, held bool) []Step {
	steps := make([]Step, len(keys))
	for i, key := range keys {
		state := StepRunning
		switch {
		case i < at || at == len(keys)-1 && i == at && !held:
			state = StepDone
		case i > at || at < 0:
			state = StepToCome
		case held:
			state = StepHeld
		}
		steps[i] = Step{Key: string(key), State: state}
	}
	return steps
}
