package order

import (
	"slices"
	"time"

	"selfcare/internal/contract"
	rules "selfcare/internal/domain/port"
)

// milestoneRules return the state of each milestone of a running order, independent of the others.
var milestoneRules = map[MilestoneKey]func(contract.Order, contract.Limits) Milestone{
	MilestonePlaced:     placedMilestone,
	MilestoneDonor:      donorMilestone,
	MilestonePreparing:  preparingMilestone,
	MilestoneDispatched: dispatchedMilestone,
	MilestoneDelivered:  deliveredMilestone,
	MilestoneESIMCode:   codeMilestone,
	MilestoneInstalled:  installedMilestone,
	MilestoneMoved:      movedMilestone,
	MilestoneActive:     activeMilestone,
}

var (
	done   = Milestone{State: MilestoneDone}
	toCome = Milestone{State: MilestoneToCome}
)

func running(actor Actor, until time.Time) Milestone {
	return Milestone{State: MilestoneRunning, Actor: actor, Until: until}
}

func waiting(actor Actor, until time.Time) Milestone {
	return Milestone{State: MilestoneWaiting, Actor: actor, Until: until}
}

func failed(actor Actor, until time.Time) Milestone {
	return Milestone{State: MilestoneFailed, Actor: actor, Until: until}
}

var noEnd time.Time

// reached tells whether an order has reached a stage; a held order stays at its stage before the hold.
func reached(o contract.Order, stage contract.Stage) bool {
	return slices.Index(forward, stageOf(o)) >= slices.Index(forward, stage)
}

func placedMilestone(o contract.Order, _ contract.Limits) Milestone {
	switch {
	case stageOf(o) == contract.StageNumberLost:
		return failed(ActorCustomer, chooseUntil(o))
	case reached(o, contract.StagePlaced):
		return done
	default: // held in the wizard
		return toCome
	}
}

// chooseUntil returns the deadline for another number after the first one was lost; a ported number has no replacement.
func chooseUntil(o contract.Order) time.Time {
	if o.Booking == nil {
		return noEnd
	}
	return o.Booking.ChooseUntil
}

func donorMilestone(o contract.Order, limits contract.Limits) Milestone {
	switch p := portOf(o); p.Status {
	case contract.PortApproved, contract.PortScheduled, contract.PortCutOver, contract.PortRolledBack, contract.PortCompleted:
		return done
	case contract.PortRejected:
		if rules.Correctable(p, limits.PortTries) {
			return failed(ActorCustomer, p.ExpectedAt)
		}
		return failed(ActorUs, noEnd)
	case contract.PortFailed, contract.PortWithdrawn:
		return failed(ActorUs, noEnd)
	default:
		return donorIsAsked(o, p)
	}
}

func donorIsAsked(o contract.Order, p contract.Port) Milestone {
	switch {
	case !reached(o, contract.StagePlaced):
		return toCome
	default:
		return waiting(ActorDonor, p.ExpectedAt)
	}
}

func portOf(o contract.Order) contract.Port {
	if o.Port == nil {
		return contract.Port{}
	}
	return *o.Port
}

// handedOver tells whether the port continues, which it does only after the customer has the SIM.
func handedOver(o contract.Order) bool {
	switch portOf(o).Status {
	case contract.PortScheduled, contract.PortCutOver, contract.PortRolledBack, contract.PortCompleted:
		return true
	default:
		return false
	}
}

func preparingMilestone(o contract.Order, limits contract.Limits) Milestone {
	switch {
	case reached(o, contract.StageDispatched) || handedOver(o):
		return done
	case !reached(o, contract.StagePlaced):
		return toCome
	case HasPhase(o, contract.PhaseDonorApproved) && donorMilestone(o, limits).State != MilestoneDone:
		return toCome
	default:
		return running(ActorUs, noEnd)
	}
}

func dispatchedMilestone(o contract.Order, _ contract.Limits) Milestone {
	switch {
	case reached(o, contract.StageDelivered) || handedOver(o):
		return done
	case !reached(o, contract.StageDispatched):
		return toCome
	case o.Shipment != nil && o.Shipment.Status == contract.ShipmentFailedAttempt:
		return waiting(ActorCourier, noEnd)
	case o.Shipment != nil && ParcelWithUs(o):
		return failed(ActorUs, noEnd)
	default:
		return running(ActorCourier, noEnd)
	}
}

func deliveredMilestone(o contract.Order, _ contract.Limits) Milestone {
	if reached(o, contract.StageDelivered) || handedOver(o) {
		return done
	}
	return toCome
}

func codeMilestone(o contract.Order, _ contract.Limits) Milestone {
	switch {
	case handedOver(o) || o.Profile != nil && o.Profile.State != contract.ProfileOrdered:
		return done
	case !reached(o, contract.StagePlaced):
		return toCome
	case o.Profile == nil:
		return running(ActorUs, noEnd)
	default:
		return running(ActorUs, o.Profile.PromisedBy)
	}
}

// installedMilestone waits for the customer while the customer can request another profile, and otherwise for support.
func installedMilestone(o contract.Order, limits contract.Limits) Milestone {
	switch {
	case handedOver(o):
		return done
	case o.Profile == nil:
		return toCome
	}
	switch o.Profile.State {
	case contract.ProfileInstalled:
		return done
	case contract.ProfileReleased:
		return waiting(ActorCustomer, noEnd)
	case contract.ProfileDownloaded:
		return running(ActorCustomer, noEnd)
	case contract.ProfileError:
		if ReissuesLeft(o, limits.Reissues) > 0 {
			return failed(ActorCustomer, noEnd)
		}
		return failed(ActorSupport, noEnd)
	case contract.ProfileCancelled: // the SM-DP+ has agreed to a cancellation that is about to begin
		return running(ActorUs, noEnd)
	default:
		return toCome
	}
}

func movedMilestone(o contract.Order, limits contract.Limits) Milestone {
	switch p := portOf(o); p.Status {
	case contract.PortCompleted:
		return done
	case contract.PortScheduled:
		return running(ActorUs, p.CutOverAt)
	case contract.PortCutOver:
		return running(ActorUs, p.ExpectedAt)
	case contract.PortRolledBack:
		return waiting(ActorUs, noEnd)
	case contract.PortApproved:
		if inCustomersHands(o, limits) {
			return running(ActorUs, noEnd)
		}
		return toCome
	default:
		return toCome
	}
}

// inCustomersHands tells whether the customer has everything that the line needs to be switched on.
func inCustomersHands(o contract.Order, limits contract.Limits) bool {
	if HasPhase(o, contract.PhaseProfileInstalled) {
		return installedMilestone(o, limits).State == MilestoneDone
	}
	return deliveredMilestone(o, limits).State == MilestoneDone
}

func activeMilestone(o contract.Order, limits contract.Limits) Milestone {
	switch {
	case reached(o, contract.StageActive):
		return done
	case !inCustomersHands(o, limits):
		return toCome
	case HasPhase(o, contract.PhaseNumberMoved) && portOf(o).Status != contract.PortCompleted:
		return toCome
	case HasPhase(o, contract.PhaseCustomerActivates):
		return waiting(ActorCustomer, noEnd)
	default:
		return running(ActorUs, noEnd)
	}
}
