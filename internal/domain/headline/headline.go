// Package headline names what screens say about an order. No workflow imports it: a changed headline must not change what a recorded
// history is replayed against.
package headline

import (
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Headline names what there is to say about an order in one sentence. Screens have the words.
type Headline string

// Headlines.
const (
	NumberLost      Headline = "number-lost"
	Held            Headline = "held"
	DonorAnswers    Headline = "donor-answers"
	DonorLate       Headline = "donor-late"
	PortRefused     Headline = "port-refused"
	PortOver        Headline = "port-over"
	SIMPrepared     Headline = "sim-prepared"
	ParcelOnItsWay  Headline = "parcel-on-its-way"
	DeliveryFailed  Headline = "delivery-failed"
	ParcelReturned  Headline = "parcel-returned"
	SIMToActivate   Headline = "sim-to-activate"
	ESIMMade        Headline = "esim-made"
	ESIMToInstall   Headline = "esim-to-install"
	ESIMInstalling  Headline = "esim-installing"
	InstallFailed   Headline = "install-failed"
	SwitchScheduled Headline = "switch-scheduled"
	Switching       Headline = "switching"
	SwitchPostponed Headline = "switch-postponed"
	SwitchingOn     Headline = "switching-on"
	Active          Headline = "active"
	Cancelling      Headline = "cancelling"
	Cancelled       Headline = "cancelled"
	Abandoned       Headline = "abandoned"
)

// Of is the headline of an order that stands as this progress says; empty in the wizard, where its steps say it.
func Of(o contract.Order, p order.Progress) Headline {
	switch {
	case o.Stage == contract.StageWizard:
		return ""
	case o.Held != nil || o.Stage == contract.StageHeld:
		return Held
	case order.CalledOff(o):
		return ofEnd(o.Stage)
	default:
		return ofMilestone(o, p.Current)
	}
}

func ofEnd(stage contract.Stage) Headline {
	switch stage {
	case contract.StageCancelled:
		return Cancelled
	case contract.StageAbandoned:
		return Abandoned
	default:
		return Cancelling
	}
}

// ofMilestone is the headline of a milestone that is under way; the last one of an order that is done is active.
func ofMilestone(o contract.Order, m order.Milestone) Headline {
	switch m.Key {
	case order.MilestoneDonor:
		return ofPort(o, m)
	case order.MilestoneInstalled:
		return ofProfile(m)
	case order.MilestoneMoved:
		return ofSwitch(o)
	default:
		return byState[m.Key][m.State]
	}
}

// byState are the headlines of milestones whose state says it all.
var byState = map[order.MilestoneKey]map[order.MilestoneState]Headline{
	order.MilestonePlaced:    {order.MilestoneFailed: NumberLost},
	order.MilestonePreparing: {order.MilestoneRunning: SIMPrepared},
	order.MilestoneDispatched: {
		order.MilestoneWaiting: DeliveryFailed, order.MilestoneFailed: ParcelReturned, order.MilestoneRunning: ParcelOnItsWay,
	},
	order.MilestoneESIMCode: {order.MilestoneRunning: ESIMMade},
	order.MilestoneActive:   {order.MilestoneWaiting: SIMToActivate, order.MilestoneRunning: SwitchingOn, order.MilestoneDone: Active},
}

func ofPort(o contract.Order, m order.Milestone) Headline {
	switch {
	case m.State == order.MilestoneFailed && m.Actor == order.ActorCustomer:
		return PortRefused
	case m.State == order.MilestoneFailed:
		return PortOver
	case o.Port != nil && o.Port.Escalated:
		return DonorLate
	default:
		return DonorAnswers
	}
}

func ofProfile(m order.Milestone) Headline {
	switch {
	case m.State == order.MilestoneFailed:
		return InstallFailed
	case m.State == order.MilestoneWaiting:
		return ESIMToInstall
	case m.Actor == order.ActorUs: // the SM-DP+ has agreed to a cancellation that is about to begin
		return Cancelling
	default:
		return ESIMInstalling
	}
}

func ofSwitch(o contract.Order) Headline {
	switch {
	case o.Port == nil:
		return SwitchScheduled
	case o.Port.Status == contract.PortCutOver:
		return Switching
	case o.Port.Status == contract.PortRolledBack:
		return SwitchPostponed
	default:
		return SwitchScheduled
	}
}
