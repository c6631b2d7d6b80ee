package workflows_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func TestKinds_AnESIMThatIsNotReadyInTimeGivesEverythingBack(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		j := newJourney(t, key)
		if !j.has(contract.PhaseProfileReady) {
			return
		}
		j.fails("order-profile", no(contract.FailProfileRefused)) // held; nobody decides
		j.goes()

		end := j.runsTo(contract.StageCancelled)

		require.Equal(t, contract.EndedPromiseMissed, end.Ended.Reason)
		require.WithinDuration(t, begin.Add(settings().ESIM.ReadyWithin), end.Ended.At, 2*time.Minute)
		require.Equal(t, j.price(), end.Ended.Refunded)
		require.Equal(t, j.compensationsOf(contract.PhaseProfileReady), firstWords(j.didSince("begin-cancel "+string(contract.EndedPromiseMissed)), allCompensations()))
		require.Contains(t, j.messagesSent(), "esim-promise-missed")
	})
}

func TestKinds_AParcelThatComesBackCostsTheDeliveryOnly(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		j := newJourney(t, key)
		if !j.has(contract.PhaseParcelDelivered) {
			return
		}
		j.scanned(inHand-time.Minute, contract.ShipmentReturned)
		j.goes()

		end := j.runsTo(contract.StageCancelled)

		require.Equal(t, contract.EndedReturned, end.Ended.Reason)
		require.Equal(t, j.price()-end.Delivery.Fee, end.Ended.Refunded)
		require.Nil(t, end.SIM, "the card is back in stock")
		require.Len(t, j.did("withdraw-port", "restore"), len(j.did("submit-port", "suspend")))
	})
}

func TestKinds_WhoeverHoldsTheLineStopsAReplacement(t *testing.T) {
	forEveryKind(t, func(t *testing.T, key order.Key) {
		if !newJourney(t, key).has(contract.PhaseSIMTakenOver) {
			return
		}
		all := moments(t, key)
		asked, takenOver := slices.Index(all, "request-replacement"), slices.Index(all, "swap")
		for _, moment := range all[asked+1 : takenOver] { // before, nobody has the link; afterwards, support decides
			t.Run(moment, func(t *testing.T) {
				j := newJourney(t, key)
				j.while(moment, func() { j.sayNow(contract.UpdateDispute, "", nil) })
				j.goesThroughTheBank()

				end := j.runsTo(contract.StageCancelled)

				require.Equal(t, contract.EndedDisputed, end.Ended.Reason)
				j.isUndone(end)
			})
		}
	})
}
