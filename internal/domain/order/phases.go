package order

import (
	"slices"

	"selfcare/internal/contract"
)

// TakenBackBy lists the compensations of a phase in the order of the work; compensation runs in reverse. The workflows in
// workflows/order execute them.
var TakenBackBy = map[contract.Phase][]contract.Work{
	contract.PhasePaid:            {contract.WorkReleaseNumber, contract.WorkRefund},
	contract.PhasePortSubmitted:   {contract.WorkWithdrawPort},
	contract.PhaseOldSIMSuspended: {contract.WorkRestoreSIM},
	contract.PhaseSIMAllocated:    {contract.WorkReturnSIM},
	contract.PhaseParcelDelivered: {contract.WorkCancelParcel},
	contract.PhaseProfileReady:    {contract.WorkCancelProfile},
	contract.PhaseLineOn:          {contract.WorkDeactivate},
	contract.PhaseExtraSIMAdded:   {contract.WorkRemoveExtraSIM},
}

// atOnce lists the phases that begin with the end of the phase before them, without waiting for a customer or a partner.
var atOnce = []contract.Phase{
	contract.PhasePlaced, contract.PhaseOldSIMSuspended, contract.PhaseSIMAllocated, contract.PhaseParcelDelivered, contract.PhaseProfileReady,
}

// PossiblyBegun lists the phases that a crashed worker may have begun in addition to the given number of begun ones.
func PossiblyBegun(o contract.Order, begun int) []contract.Phase {
	next := DefinitionOf(o).Phases[begun:]
	for i, phase := range next {
		if !slices.Contains(atOnce, phase) {
			return next[:i]
		}
	}
	return next
}

// DoneBy is the work that is held when a phase fails; a placed order itself cannot fail.
var DoneBy = map[contract.Phase]contract.Work{
	contract.PhasePaid: contract.WorkSellNumber, contract.PhaseSIMAllocated: contract.WorkAllocateSIM,
	contract.PhaseParcelDelivered: contract.WorkShip, contract.PhaseProfileReady: contract.WorkOrderProfile,
	contract.PhaseProfileInstalled: contract.WorkFollowProfile, contract.PhaseCustomerActivates: contract.WorkAwaitActivation,
	contract.PhaseLineOn: contract.WorkActivate, contract.PhasePortSubmitted: contract.WorkSubmitPort,
	contract.PhaseDonorApproved: contract.WorkSubmitPort, contract.PhaseNumberMoved: contract.WorkCutOver,
	contract.PhaseCompleted: contract.WorkComplete, contract.PhaseOldSIMSuspended: contract.WorkSuspendSIM,
	contract.PhaseSIMTakenOver: contract.WorkTakeOver, contract.PhaseExtraSIMAdded: contract.WorkAddExtraSIM,
	contract.PhaseHolderMayDispute: contract.WorkAnswerDispute,
}

// PhaseNow returns the index of an order's current phase: the phase with the held work, otherwise the one after the last visible
// phase. A finished order is past its last phase, unless it was called off.
func PhaseNow(o contract.Order) int {
	phases := DefinitionOf(o).Phases
	if o.Stage == contract.StageActive {
		return len(phases)
	}
	if at := heldPhase(o, phases); at >= 0 {
		return at
	}
	for i := len(phases) - 1; i >= 0; i-- {
		if isVisible(o, phases[i]) {
			return min(i+1, len(phases)-1)
		}
	}
	return 0
}

// heldPhase returns the phase of the held work, or -1 when a compensation is held. A request that another operator has received
// is awaited in its own phase.
func heldPhase(o contract.Order, phases []contract.Phase) int {
	if o.Held == nil {
		return -1
	}
	return slices.IndexFunc(phases, func(p contract.Phase) bool {
		return DoneBy[p] == o.Held.Work && (p != contract.PhasePortSubmitted || !isPortAsked(o))
	})
}

// isVisible tells whether a phase is visible in an order's data. A phase without data is past once a later one is visible.
func isVisible(o contract.Order, phase contract.Phase) bool {
	mark, leaves := marks[phase]
	return leaves && mark(o)
}

var marks = map[contract.Phase]func(contract.Order) bool{
	contract.PhasePaid:             func(o contract.Order) bool { return isPaid(o) || RefundTotal(o) > 0 },
	contract.PhasePlaced:           func(o contract.Order) bool { return HasReached(o, contract.StagePlaced) },
	contract.PhasePortSubmitted:    isPortAsked,
	contract.PhaseDonorApproved:    func(o contract.Order) bool { return o.Port != nil && slices.Contains(agreed, o.Port.Status) },
	contract.PhaseSIMAllocated:     func(o contract.Order) bool { return o.SIM != nil },
	contract.PhaseParcelDelivered:  func(o contract.Order) bool { return o.SIM != nil && HasReached(o, contract.StageDelivered) },
	contract.PhaseProfileReady:     func(o contract.Order) bool { return o.Profile != nil && o.Profile.Issued > 0 },
	contract.PhaseProfileInstalled: func(o contract.Order) bool { return o.Profile != nil && o.Profile.State == contract.ProfileInstalled },
	contract.PhaseNumberMoved:      func(o contract.Order) bool { return o.Port != nil && o.Port.Status == contract.PortCompleted },
}

// HasReached tells whether an order has reached this stage or a later one; a held order counts by its stage before the hold.
func HasReached(o contract.Order, stage contract.Stage) bool {
	return slices.Index(forward, stageOf(o)) >= slices.Index(forward, stage)
}

// isPortAsked tells whether another operator has received a request for the order's number.
func isPortAsked(o contract.Order) bool { return o.Port != nil && o.Port.Tries > 0 }

// agreed lists the states of a port after the donor's agreement.
var agreed = []contract.PortStatus{
	contract.PortApproved, contract.PortScheduled, contract.PortCutOver, contract.PortCompleted, contract.PortRolledBack,
}

// Compensations lists the compensations for calling an order off, in their order: of the begun phases with effects, the newest first.
// For an order that is being called off, it lists the remaining ones.
func Compensations(o contract.Order) []contract.Work {
	phases := DefinitionOf(o).Phases
	var works []contract.Work
	for i := min(PhaseNow(o), len(phases)-1); i >= 0; i-- {
		back := TakenBackBy[phases[i]]
		for j := len(back) - 1; j >= 0; j-- {
			if hasUndo(o, back[j]) {
				works = append(works, back[j])
			}
		}
	}
	if o.Held != nil && CalledOff(o) {
		works = works[max(slices.Index(works, o.Held.Work), 0):]
	}
	return works
}

// hasUndo tells whether a compensation has something to undo. Possible effects count: a held compensation, and held work that may
// have had an effect before it failed.
func hasUndo(o contract.Order, work contract.Work) bool {
	if o.Held != nil && (o.Held.Work == work || o.Held.Work == doneBefore[work]) {
		return true
	}
	switch work {
	case contract.WorkReleaseNumber:
		return MakesLine(o)
	case contract.WorkRefund:
		return PaidPayment(o) != nil
	case contract.WorkReturnSIM:
		return o.SIM != nil
	case contract.WorkCancelParcel:
		return o.Shipment != nil
	case contract.WorkCancelProfile:
		return o.Profile != nil
	case contract.WorkWithdrawPort:
		return isPortAsked(o)
	default:
		return true
	}
}

// doneBefore maps a compensation to the work that may have reached a partner although it failed.
var doneBefore = map[contract.Work]contract.Work{
	contract.WorkCancelParcel: contract.WorkShip, contract.WorkCancelProfile: contract.WorkOrderProfile, contract.WorkWithdrawPort: contract.WorkSubmitPort,
}

// RemainingPhases lists the phases after the current one.
func RemainingPhases(o contract.Order) []contract.Phase {
	phases := DefinitionOf(o).Phases
	if CalledOff(o) || PhaseNow(o)+1 >= len(phases) {
		return nil
	}
	return phases[PhaseNow(o)+1:]
}
