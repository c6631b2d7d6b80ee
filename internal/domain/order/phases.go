package order

import (
	"slices"

	"selfcare/internal/contract"
)

// TakenBackBy is what takes a phase back, in the order it is noted; compensating runs the other way round. What does it is in
// workflows/order.
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

// atOnce are the phases that begin with what the one before them ends with: nobody outside is waited for in between.
var atOnce = []contract.Phase{
	contract.PhasePlaced, contract.PhaseOldSIMSuspended, contract.PhaseSIMAllocated, contract.PhaseParcelDelivered, contract.PhaseProfileReady,
}

// MayHaveBegun are the phases that a worker which died may have begun beside those that an order knows of, so many of which have begun.
func MayHaveBegun(o contract.Order, begun int) []contract.Phase {
	next := Of(o).Phases[begun:]
	for i, phase := range next {
		if !slices.Contains(atOnce, phase) {
			return next[:i]
		}
	}
	return next
}

// DoneBy is the work that is held where a phase cannot go on; nothing of a placed order can fail.
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

// PhaseNow is the place in its kind's phases at which an order is: the phase whose work is held, else the one after the last that
// shows. An order that nothing more happens to is past its last one, unless it was called off.
func PhaseNow(o contract.Order) int {
	phases := Of(o).Phases
	if o.Stage == contract.StageActive {
		return len(phases)
	}
	if at := heldPhase(o, phases); at >= 0 {
		return at
	}
	for i := len(phases) - 1; i >= 0; i-- {
		if shows(o, phases[i]) {
			return min(i+1, len(phases)-1)
		}
	}
	return 0
}

// heldPhase is the phase that held work belongs to, none where an undo is held. A request that another operator has is waited for in
// a phase of its own.
func heldPhase(o contract.Order, phases []contract.Phase) int {
	if o.Held == nil {
		return -1
	}
	return slices.IndexFunc(phases, func(p contract.Phase) bool {
		return DoneBy[p] == o.Held.Work && (p != contract.PhasePortSubmitted || !asked(o))
	})
}

// shows tells whether a phase has left its mark on an order. Those that leave none are past once a later one is.
func shows(o contract.Order, phase contract.Phase) bool {
	mark, leaves := marks[phase]
	return leaves && mark(o)
}

var marks = map[contract.Phase]func(contract.Order) bool{
	contract.PhasePaid:             func(o contract.Order) bool { return paidFor(o) || RefundTotal(o) > 0 },
	contract.PhasePlaced:           func(o contract.Order) bool { return CameTo(o, contract.StagePlaced) },
	contract.PhasePortSubmitted:    asked,
	contract.PhaseDonorApproved:    func(o contract.Order) bool { return o.Port != nil && slices.Contains(agreed, o.Port.Status) },
	contract.PhaseSIMAllocated:     func(o contract.Order) bool { return o.SIM != nil },
	contract.PhaseParcelDelivered:  func(o contract.Order) bool { return o.SIM != nil && CameTo(o, contract.StageDelivered) },
	contract.PhaseProfileReady:     func(o contract.Order) bool { return o.Profile != nil && o.Profile.Issued > 0 },
	contract.PhaseProfileInstalled: func(o contract.Order) bool { return o.Profile != nil && o.Profile.State == contract.ProfileInstalled },
	contract.PhaseNumberMoved:      func(o contract.Order) bool { return o.Port != nil && o.Port.Status == contract.PortCompleted },
}

// CameTo tells whether an order's way has led it to this stage, or beyond; a held one is where it goes on from.
func CameTo(o contract.Order, stage contract.Stage) bool {
	return slices.Index(forward, stageOf(o)) >= slices.Index(forward, stage)
}

// asked tells whether another operator has a request for the order's number.
func asked(o contract.Order) bool { return o.Port != nil && o.Port.Tries > 0 }

// agreed are the states of a port that the old operator has agreed to.
var agreed = []contract.PortStatus{
	contract.PortApproved, contract.PortScheduled, contract.PortCutOver, contract.PortCompleted, contract.PortRolledBack,
}

// Undoes is what is taken back where an order is called off, the first first: of the phases that have begun, the newest first, what
// has had an effect. Of an order that is being called off it is what is left.
func Undoes(o contract.Order) []contract.Work {
	phases := Of(o).Phases
	var works []contract.Work
	for i := min(PhaseNow(o), len(phases)-1); i >= 0; i-- {
		back := TakenBackBy[phases[i]]
		for j := len(back) - 1; j >= 0; j-- {
			if takes(o, back[j]) {
				works = append(works, back[j])
			}
		}
	}
	if o.Held != nil && CalledOff(o) {
		works = works[max(slices.Index(works, o.Held.Work), 0):]
	}
	return works
}

// takes tells whether there is anything for an undo to take back. What may have had an effect counts: an undo that is held, and what
// the work that is held may have done before it failed.
func takes(o contract.Order, work contract.Work) bool {
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
		return asked(o)
	default:
		return true
	}
}

// doneBefore is the work that may have reached a partner although it failed, by what takes it back.
var doneBefore = map[contract.Work]contract.Work{
	contract.WorkCancelParcel: contract.WorkShip, contract.WorkCancelProfile: contract.WorkOrderProfile, contract.WorkWithdrawPort: contract.WorkSubmitPort,
}

// Ahead are the phases that follow once the one an order is at is done.
func Ahead(o contract.Order) []contract.Phase {
	phases := Of(o).Phases
	if CalledOff(o) || PhaseNow(o)+1 >= len(phases) {
		return nil
	}
	return phases[PhaseNow(o)+1:]
}
