package order_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

func TestKinds_ESIMNotReadyInTime_RefundsAll(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		j := newJourney(t, key)
		if !j.has(contract.PhaseProfileReady) {
			return
		}
		j.Fails("order-profile", workflowtest.No(contract.FailProfileRefused)) // held; support does not decide
		j.goes()

		end := j.RunsTo(contract.StageCancelled)

		require.Equal(t, contract.EndedPromiseMissed, end.Ended.Reason)
		require.WithinDuration(t, workflowtest.Begin.Add(workflowtest.Settings().ESIM.ReadyWithin), end.Ended.At, 2*time.Minute)
		require.Equal(t, j.price(), end.Ended.Refunded)
		require.Equal(t, j.compensationsOf(contract.PhaseProfileReady), workflowtest.FirstWords(j.DidSince("begin-cancel "+string(contract.EndedPromiseMissed)), allCompensations()))
		require.Contains(t, j.MessagesSent(), "esim-promise-missed")
	})
}

func TestKinds_ParcelReturned_CostsDeliveryOnly(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		j := newJourney(t, key)
		if !j.has(contract.PhaseParcelDelivered) {
			return
		}
		j.Scanned(inHand-time.Minute, contract.ShipmentReturned)
		j.goes()

		end := j.RunsTo(contract.StageCancelled)

		require.Equal(t, contract.EndedReturned, end.Ended.Reason)
		require.Equal(t, j.price()-end.Delivery.Fee, end.Ended.Refunded)
		require.Nil(t, end.SIM, "the card is back in stock")
		require.Len(t, j.Did("withdraw-port", "restore"), len(j.Did("submit-port", "suspend")))
	})
}

func TestKinds_HolderDisputes_StopsReplacement(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		if !newJourney(t, key).has(contract.PhaseSIMTakenOver) {
			return
		}
		all := moments(t, key)
		asked, takenOver := slices.Index(all, "request-replacement"), slices.Index(all, "swap")
		for _, moment := range all[asked+1 : takenOver] { // before, the link is not sent yet; afterwards, support decides
			t.Run(moment, func(t *testing.T) {
				j := newJourney(t, key)
				j.While(moment, func() { j.SayNow(contract.UpdateDispute, "", nil) })
				j.goesThroughTheBank()

				end := j.RunsTo(contract.StageCancelled)

				require.Equal(t, contract.EndedDisputed, end.Ended.Reason)
				j.isUndone(end)
			})
		}
	})
}
