package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestParcelCameTo_LaterState_IsTrue(t *testing.T) {
	at := func(status contract.ShipmentStatus, attempts int) contract.Shipment {
		return contract.Shipment{AirwayBill: "290000000001", Status: status, Attempts: attempts}
	}
	known := at(contract.ShipmentFailedAttempt, 1)
	for to, want := range map[contract.Shipment]bool{
		at(contract.ShipmentBooked, 0): true, at(contract.ShipmentPickedUp, 0): true, at(contract.ShipmentFailedAttempt, 1): true,
		at(contract.ShipmentFailedAttempt, 2): false, at(contract.ShipmentOutForDelivery, 1): false, at(contract.ShipmentDelivered, 1): false,
		{AirwayBill: "290000000002", Status: contract.ShipmentBooked}: false,
	} {
		require.Equal(t, want, order.HasParcelReached(&known, to), to)
	}
	require.False(t, order.HasParcelReached(nil, known))
	delivered := at(contract.ShipmentDelivered, 0)
	require.True(t, order.HasParcelReached(&delivered, at(contract.ShipmentReturned, 0)))
}

// Work that is repeated after a worker's crash may meet a later state.
func TestWithSIM_LaterStage_IsKept(t *testing.T) {
	card := contract.SIM{ICCID: "8996605000000000019"}
	held := order.WithSIM(contract.Order{Stage: contract.StageHeld, Held: &contract.Held{From: contract.StageDelivered}}, card)
	require.Equal(t, contract.StageHeld, held.Stage)
	require.Equal(t, contract.StageDelivered, held.Held.From)
	for before, want := range map[contract.Stage]contract.Stage{
		contract.StagePlaced: contract.StagePreparing, contract.StagePreparing: contract.StagePreparing,
		contract.StageDelivered: contract.StageDelivered, contract.StageActive: contract.StageActive,
		contract.StageCancelled: contract.StageCancelled,
	} {
		after := order.WithSIM(contract.Order{Stage: before}, card)
		require.Equal(t, want, after.Stage, before)
		require.Equal(t, &card, after.SIM)
	}
}

func TestPromised_HasProfile_KeepsIt(t *testing.T) {
	ready := contract.Order{
		Stage: contract.StageDispatched, Profile: &contract.Profile{ICCID: "8996606000000000011", State: contract.ProfileReleased},
	}
	require.Equal(t, ready, order.Promised(ready, time.Now()))
}

func TestProfileCameTo_LaterState_IsTrue(t *testing.T) {
	at := func(state contract.ProfileState, code contract.Code) contract.Profile {
		return contract.Profile{ICCID: "8996606000000000011", State: state, ErrorCode: code}
	}
	downloaded, failed := at(contract.ProfileDownloaded, ""), at(contract.ProfileError, contract.FailProfileNoMemory)
	require.True(t, order.HasProfileReached(&downloaded, at(contract.ProfileReleased, "")))
	require.True(t, order.HasProfileReached(&downloaded, downloaded))
	require.True(t, order.HasProfileReached(&failed, failed))
	require.False(t, order.HasProfileReached(&downloaded, at(contract.ProfileInstalled, "")))
	require.False(t, order.HasProfileReached(&downloaded, failed))
	require.False(t, order.HasProfileReached(&failed, at(contract.ProfileReleased, "")), "made again after an error")
	require.False(t, order.HasProfileReached(&downloaded, contract.Profile{ICCID: "8996606000000000029", State: contract.ProfileReleased}))
	require.False(t, order.HasProfileReached(nil, downloaded))
}
