package orderkinds

import (
	"iter"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Now is the present time of these orders.
var Now = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// OfKind is a paid order of a kind, at a stage.
func OfKind(key order.Key, stage contract.Stage) contract.Order {
	o := contract.Order{
		Kind: key.Kind, NumberSource: key.Source, SIMType: key.SIM, Stage: stage,
		Payments: []contract.Payment{{ID: "p1", Status: contract.PaymentPaid, Amount: 11000}},
	}
	if key.Source == contract.NumberPortIn {
		o.Port = &contract.Port{Status: contract.PortSubmitted, Tries: 1, ExpectedAt: Now.Add(time.Hour)}
	}
	return o
}

var paidStages = []contract.Stage{
	contract.StageNumberLost, contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered,
	contract.StagePorting, contract.StageActive, contract.StageCancelling, contract.StageCancelled,
}

// Standings lists every state of a paid order of a kind.
func Standings(key order.Key) iter.Seq[contract.Order] {
	return func(yield func(contract.Order) bool) {
		for _, stage := range paidStages {
			for _, port := range portsOf(key, stage) {
				for _, profile := range profilesOf(key, stage) {
					for _, shipment := range shipmentsOf(key, stage) {
						o := OfKind(key, stage)
						o.Port, o.Profile, o.Shipment = port, profile, shipment
						if !yield(o) || !heldBy(o, yield) {
							return
						}
					}
				}
			}
		}
	}
}

// heldBy holds an order by each work; an ended order is held by none, except one with a late objection.
func heldBy(o contract.Order, yield func(contract.Order) bool) bool {
	from := o.Stage
	for _, work := range works {
		o.Stage, o.Held = contract.StageHeld, &contract.Held{Work: work, From: from, FailureCode: contract.FailOutsideSystem}
		if from == contract.StageCancelled || from == contract.StageActive && work != contract.WorkAnswerDispute {
			continue
		}
		if !yield(o) {
			return false
		}
	}
	return true
}

var works = []contract.Work{
	contract.WorkSellNumber, contract.WorkAllocateSIM, contract.WorkShip, contract.WorkActivate, contract.WorkComplete,
	contract.WorkRefund, contract.WorkReleaseNumber, contract.WorkReturnSIM, contract.WorkCancelParcel, contract.WorkDeactivate,
	contract.WorkSubmitPort, contract.WorkWithdrawPort, contract.WorkCutOver, contract.WorkSuspendSIM, contract.WorkRestoreSIM,
	contract.WorkTakeOver, contract.WorkOrderProfile, contract.WorkFollowProfile, contract.WorkCancelProfile,
	contract.WorkAddExtraSIM, contract.WorkRemoveExtraSIM, contract.WorkAnswerDispute, contract.WorkAwaitActivation,
}

var portStates = []contract.PortStatus{
	contract.PortDraft, contract.PortSubmitted, contract.PortRejected, contract.PortApproved, contract.PortScheduled,
	contract.PortCutOver, contract.PortRolledBack, contract.PortCompleted, contract.PortWithdrawn, contract.PortFailed,
}

func portsOf(key order.Key, stage contract.Stage) (ports []*contract.Port) {
	if key.Source != contract.NumberPortIn {
		return []*contract.Port{nil}
	}
	for _, status := range portStates {
		if stage != contract.StageActive || status == contract.PortCompleted {
			ports = append(ports, &contract.Port{Status: status, Tries: 1}, &contract.Port{Status: status, Tries: 3, Escalated: true})
		}
	}
	return ports
}

func profilesOf(key order.Key, stage contract.Stage) []*contract.Profile {
	if key.SIM != contract.SIMEmbedded {
		return []*contract.Profile{nil}
	}
	profiles := []*contract.Profile{nil}
	for _, state := range []contract.ProfileState{
		contract.ProfileOrdered, contract.ProfileReleased, contract.ProfileDownloaded, contract.ProfileInstalled,
		contract.ProfileError, contract.ProfileCancelled,
	} {
		profiles = append(profiles, &contract.Profile{State: state, Issued: 1}, &contract.Profile{State: state, Issued: 3})
	}
	if stage == contract.StageNumberLost || stage == contract.StagePlaced {
		return profiles[:1]
	}
	return profiles
}

func shipmentsOf(key order.Key, stage contract.Stage) []*contract.Shipment {
	if key.SIM != contract.SIMPhysical || stage == contract.StageNumberLost || stage == contract.StagePlaced {
		return []*contract.Shipment{nil}
	}
	shipments := []*contract.Shipment{nil}
	for _, status := range []contract.ShipmentStatus{
		contract.ShipmentBooked, contract.ShipmentPickedUp, contract.ShipmentInTransit, contract.ShipmentOutForDelivery,
		contract.ShipmentFailedAttempt, contract.ShipmentDelivered, contract.ShipmentReturned, contract.ShipmentCancelled,
	} {
		shipments = append(shipments, &contract.Shipment{Status: status})
	}
	return shipments
}
