package order

import (
	"slices"
	"time"

	"selfcare/internal/contract"
)

// Actor acts next.
type Actor string

// Actors.
const (
	ActorUs       Actor = "us"
	ActorCustomer Actor = "customer"
	ActorDonor    Actor = "donor"
	ActorCourier  Actor = "courier"
	ActorPartner  Actor = "partner" // any other company
	ActorSupport  Actor = "support"
	ActorNone     Actor = "none"
)

// MilestoneState is the state of a milestone. A running milestone moves on without the customer; a waiting one stands still until
// its actor acts; a failed one will not be reached as planned.
type MilestoneState string

// Milestone states.
const (
	MilestoneDone      MilestoneState = "done"
	MilestoneRunning   MilestoneState = "running"
	MilestoneWaiting   MilestoneState = "waiting"
	MilestoneFailed    MilestoneState = "failed"
	MilestoneToCome    MilestoneState = "to-come"
	MilestoneNotNeeded MilestoneState = "not-needed"
)

// MilestoneKey names a milestone.
type MilestoneKey string

// Milestones of an order; its phases decide which ones it has.
const (
	MilestonePlaced     MilestoneKey = "placed"
	MilestoneDonor      MilestoneKey = "donor-agrees"
	MilestonePreparing  MilestoneKey = "preparing"
	MilestoneDispatched MilestoneKey = "dispatched"
	MilestoneDelivered  MilestoneKey = "delivered"
	MilestoneESIMCode   MilestoneKey = "esim-code"
	MilestoneInstalled  MilestoneKey = "esim-installed"
	MilestoneMoved      MilestoneKey = "number-moves"
	MilestoneActive     MilestoneKey = "active"
	MilestoneMoneyBack  MilestoneKey = "money-back" // of an order that is called off
)

// Milestone is one line of an order's progress. Actor and Until are empty when no action is needed.
type Milestone struct {
	Key   MilestoneKey
	State MilestoneState
	Actor Actor
	Until time.Time
}

// Progress is where an order stands, the same for its customer, for operators and in messages. It follows from the order's state alone:
// workflows write search attributes by it. The words for it are in domain/headline, which workflows do not import.
type Progress struct {
	Current    Milestone // the one that matters most now
	Milestones []Milestone
}

// ProgressOf returns an order's progress; it is empty in the wizard.
func ProgressOf(o contract.Order, limits contract.Limits) Progress {
	switch {
	case o.Stage == contract.StageWizard:
		return Progress{}
	case CalledOff(o):
		return progressOfEnd(o)
	}
	line := make([]Milestone, 0, 7)
	for _, key := range milestoneKeys(o) {
		m := milestoneRules[key](o, limits)
		m.Key = key
		line = append(line, m)
	}
	if stageOf(o) == contract.StageActive {
		line = allDone(line)
	}
	if o.Held != nil {
		at := heldAt(line, o.Held.Work)
		line[at] = heldMilestone(line[at], o)
		return Progress{Current: line[at], Milestones: line}
	}
	return Progress{Current: currentOf(line), Milestones: line}
}

// milestoneKeys lists an order's milestones in order. The donor's answer comes first, even while the eSIM is produced.
func milestoneKeys(o contract.Order) []MilestoneKey {
	var keys []MilestoneKey
	for _, phase := range DefinitionOf(o).Phases {
		keys = append(keys, milestonesOfPhase[phase]...)
	}
	return keys
}

// milestonesOfPhase omits phases that do not matter to the customer.
var milestonesOfPhase = map[contract.Phase][]MilestoneKey{
	contract.PhasePlaced:           {MilestonePlaced},
	contract.PhasePortSubmitted:    {MilestoneDonor},
	contract.PhaseSIMAllocated:     {MilestonePreparing},
	contract.PhaseParcelDelivered:  {MilestoneDispatched, MilestoneDelivered},
	contract.PhaseProfileReady:     {MilestoneESIMCode},
	contract.PhaseProfileInstalled: {MilestoneInstalled},
	contract.PhaseNumberMoved:      {MilestoneMoved},
	contract.PhaseCompleted:        {MilestoneActive},
}

func allDone(line []Milestone) []Milestone {
	for i := range line {
		line[i] = Milestone{Key: line[i].Key, State: MilestoneDone}
	}
	return line
}

// heldMilestone shows at the milestone that cannot go on who acts next: the customer if another address helps, otherwise support. A
// failed milestone stays failed meanwhile.
func heldMilestone(m Milestone, o contract.Order) Milestone {
	held := Milestone{Key: m.Key, State: MilestoneWaiting, Actor: ActorSupport}
	if CanCorrectAddress(o) {
		held.Actor = ActorCustomer
	}
	if m.State == MilestoneFailed {
		held.State = MilestoneFailed
	}
	return held
}

// heldAt returns the open milestone of the held work; otherwise the first open one, otherwise the last.
func heldAt(line []Milestone, work contract.Work) int {
	open := func(m Milestone) bool { return m.State != MilestoneDone }
	at := slices.IndexFunc(line, func(m Milestone) bool { return open(m) && slices.Contains(milestonesOfWork[work], m.Key) })
	if at < 0 {
		at = slices.IndexFunc(line, open)
	}
	if at < 0 {
		at = len(line) - 1
	}
	return at
}

var milestonesOfWork = map[contract.Work][]MilestoneKey{
	contract.WorkSubmitPort:      {MilestoneDonor},
	contract.WorkWithdrawPort:    {MilestoneDonor, MilestoneMoved},
	contract.WorkCutOver:         {MilestoneMoved},
	contract.WorkSuspendSIM:      {MilestonePreparing, MilestoneESIMCode},
	contract.WorkAllocateSIM:     {MilestonePreparing},
	contract.WorkShip:            {MilestonePreparing, MilestoneDispatched, MilestoneDelivered},
	contract.WorkCancelParcel:    {MilestonePreparing, MilestoneDispatched, MilestoneDelivered},
	contract.WorkOrderProfile:    {MilestoneESIMCode},
	contract.WorkFollowProfile:   {MilestoneInstalled},
	contract.WorkCancelProfile:   {MilestoneESIMCode, MilestoneInstalled},
	contract.WorkActivate:        {MilestoneActive},
	contract.WorkAwaitActivation: {MilestoneActive},
	contract.WorkTakeOver:        {MilestoneActive},
	contract.WorkAddExtraSIM:     {MilestoneActive},
	contract.WorkComplete:        {MilestoneActive},
}

// currentOf is what matters most: what failed, then what the customer or support has to do, then what we are at; else the last.
func currentOf(line []Milestone) Milestone {
	for _, matters := range byWeight {
		if at := slices.IndexFunc(line, matters); at >= 0 {
			return line[at]
		}
	}
	return line[len(line)-1]
}

var byWeight = []func(Milestone) bool{
	func(m Milestone) bool { return m.State == MilestoneFailed },
	func(m Milestone) bool { return m.State == MilestoneWaiting && m.Actor == ActorCustomer },
	func(m Milestone) bool { return m.State == MilestoneRunning && m.Actor == ActorUs },
	func(m Milestone) bool { return m.State == MilestoneWaiting },
	func(m Milestone) bool { return m.State == MilestoneRunning },
}

// failedByEnding maps the end of an order to the milestone that failed.
var failedByEnding = map[contract.Code]MilestoneKey{
	contract.EndedNumberLost:    MilestonePlaced,
	contract.EndedPortBusy:      MilestonePlaced,
	contract.EndedPortRejected:  MilestoneDonor,
	contract.EndedPromiseMissed: MilestoneESIMCode,
	contract.EndedReturned:      MilestoneDelivered,
}

// progressOfEnd shows only the facts that are still true of a called-off order: its failure, and the state of the refund. An
// unpaid order has no milestones.
func progressOfEnd(o contract.Order) Progress {
	var p Progress
	if Receipted(o) == nil {
		return p
	}
	for _, key := range milestoneKeys(o) {
		m := Milestone{Key: key, State: MilestoneNotNeeded}
		switch {
		case o.Ended != nil && failedByEnding[o.Ended.Reason] == key:
			m.State, m.Actor = MilestoneFailed, ActorNone
		case key == MilestonePlaced:
			m.State = MilestoneDone
		}
		p.Milestones = append(p.Milestones, m)
	}
	p.Current = moneyBack(o)
	p.Milestones = append(p.Milestones, p.Current)
	return p
}

func moneyBack(o contract.Order) Milestone {
	m := Milestone{Key: MilestoneMoneyBack}
	switch {
	case o.Stage == contract.StageHeld:
		m.State, m.Actor = MilestoneWaiting, ActorSupport
	case o.Stage == contract.StageCancelling:
		m.State, m.Actor = MilestoneRunning, ActorUs
	case o.Ended != nil && o.Ended.Refunded > 0:
		m.State = MilestoneDone
	default:
		m.State = MilestoneNotNeeded
	}
	return m
}
