package order_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestCardInHand_Delivered_IsTrue(t *testing.T) {
	for stage, want := range map[contract.Stage]bool{
		contract.StageWizard: false, contract.StagePlaced: false, contract.StagePreparing: false, contract.StageDispatched: false,
		contract.StageDelivered: true, contract.StagePorting: true, contract.StageActive: true,
		contract.StageCancelling: false, contract.StageCancelled: false, contract.StageNumberLost: false, contract.StageAbandoned: false,
	} {
		o := contract.Order{Stage: stage, SIM: &contract.SIM{ICCID: "8996601000000000001"}}
		require.Equal(t, want, order.IsCardDelivered(o), stage)
		held := contract.Order{Stage: contract.StageHeld, SIM: o.SIM, Held: &contract.Held{From: stage}}
		require.Equal(t, want, order.IsCardDelivered(held), "held in %s", stage)
	}
	require.False(t, order.IsCardDelivered(contract.Order{Stage: contract.StageActive}), "there is no card")
}
