package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestOrder_WithoutASIMInStockIsHeldAndGoesOnWhenThereIsOne(t *testing.T) {
	s := newStory(t)
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.isPaid()
	s.at(time.Minute, func() {
		require.Equal(t, &contract.Held{
			FailureCode: contract.FailOutOfStock, Work: contract.WorkAllocateSIM, From: contract.StagePlaced,
			Since: begin.Add(40 * time.Second),
		}, s.books.last().Held)
	})
	s.mends(2*time.Minute, "allocate-sim")
	s.resolves(3*time.Minute, contract.ResolveRetry)

	end := s.runToActive(time.Hour)

	require.Nil(t, end.Held)
	require.Nil(t, s.answers[contract.UpdateResolve].Held)
	require.Equal(t, []string{"allocate-sim"}, s.did("allocate-sim"))
}

func TestOrder_HeldAgainWhenTheTroubleIsNotOver(t *testing.T) {
	s := newStory(t)
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.isPaid()
	s.resolves(2*time.Minute, contract.ResolveRetry)
	s.mends(3*time.Minute, "allocate-sim")
	s.resolves(4*time.Minute, contract.ResolveRetry)

	s.runToActive(time.Hour)

	require.Empty(t, s.refusals)
	require.Equal(t, []string{"hold sim_out_of_stock", "resume retry", "hold sim_out_of_stock", "resume retry"}, s.did("hold", "resume"))
}

func TestOrder_AddressTheCourierRefusesIsAmendedAndTheParcelGoesThere(t *testing.T) {
	s := newStory(t)
	s.fails("book-parcel", no(contract.FailCourierRefused))
	s.isPaid()
	s.mends(2*time.Minute, "book-parcel")
	s.say(3*time.Minute, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1",
		Amendments: &contract.Amendments{Address: &contract.Address{City: "jeddah"}},
	})

	end := s.runToActive(time.Hour)

	require.Equal(t, []string{"book-parcel jeddah"}, s.did("book-parcel"))
	require.Equal(t, "jeddah", end.Delivery.Address.City)
}

func TestOrder_SilentParcelIsHeldAndARetryFollowsTheSameOne(t *testing.T) {
	s := newStory(t)
	s.outside.scan = contract.ShipmentPickedUp // what the courier knows; nothing new since
	s.isPaid()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.at(15*day, func() { require.Equal(t, contract.FailShipmentOverdue, s.books.last().Held.FailureCode) })
	s.resolves(16*day, contract.ResolveRetry)
	s.scanned(17*day, contract.ShipmentDelivered)
	s.activates(18 * day)

	end := s.run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Len(t, s.did("book-parcel"), 1)
	require.Equal(t, airwayBill, end.Shipment.AirwayBill)
}

func TestOrder_ParcelDeliveredWhileTheOrderIsHeldIsNoticedOnRetry(t *testing.T) {
	s := newStory(t)
	s.outside.scan = contract.ShipmentPickedUp
	s.isPaid()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(15*day, contract.ShipmentDelivered) // nobody follows the parcel: this call-back is lost
	s.at(15*day, func() { s.outside.scan = contract.ShipmentDelivered })
	s.resolves(16*day, contract.ResolveRetry)
	s.at(16*day+time.Minute, func() { require.Equal(t, contract.StageDelivered, s.books.last().Stage) })
	s.activates(17 * day)

	require.Equal(t, contract.StageActive, s.run().Stage)
}

func TestOrder_SilentParcelTheCourierHasNewsOfIsNotHeld(t *testing.T) {
	s := newStory(t)
	s.outside.scan = contract.ShipmentDelivered
	s.isPaid()
	s.activates(15 * day)

	require.Equal(t, contract.StageActive, s.run().Stage)
	require.Empty(t, s.did("hold"))
}

func TestOrder_FailedAttemptsAreToldAndThenItIsDelivered(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.at(2*time.Hour, func() { s.scansNow("first try", contract.ShipmentFailedAttempt) })
	s.at(3*time.Hour, func() { s.scansNow("on the road again", contract.ShipmentOutForDelivery) })
	s.at(4*time.Hour, func() { s.scansNow("second try", contract.ShipmentFailedAttempt) })
	s.scanned(5*time.Hour, contract.ShipmentDelivered)
	s.activates(6 * time.Hour)

	end := s.run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, 2, end.Shipment.Attempts)
	require.Equal(t, []string{
		"delivery-failed", "delivery-failed", "line-active", "order-delivered", "order-dispatched", "order-placed",
	}, s.messagesSent())
}

func TestOrder_ReturnedParcelIsRefundedLessItsDelivery(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(day, contract.ShipmentReturned)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.Ended{
		Reason: contract.EndedReturned, At: begin.Add(day), Refunded: total - 2500,
	}, *end.Ended)
	require.Nil(t, end.SIM)
	require.Equal(t, []string{
		"return-sim", "refund p1 8500", "refunded p1 8500", "release-number " + msisdn, "close parcel_returned",
	}, s.didSince("begin-cancel parcel_returned"))
	require.Equal(t, []string{"order-cancelled", "order-dispatched", "order-placed"}, s.messagesSent())
}

func TestOrder_DoubledAndDisorderedScansChangeNothing(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.at(time.Hour, func() { s.scansNow("e1", contract.ShipmentOutForDelivery) })
	s.at(61*time.Minute, func() { s.scansNow("e2", contract.ShipmentPickedUp) })
	s.at(62*time.Minute, func() { s.scansNow("e3", contract.ShipmentFailedAttempt) })
	s.at(63*time.Minute, func() { s.scansNow("e3", contract.ShipmentFailedAttempt) })
	s.at(64*time.Minute, func() {
		s.SignalWorkflow(contract.SignalParcelScanned, contract.ParcelScanned{
			EventID: "e4", AirwayBill: "of somebody else", Status: contract.ShipmentReturned,
		})
	})
	s.scanned(2*time.Hour, contract.ShipmentDelivered)
	s.activates(3 * time.Hour)

	end := s.run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, 1, end.Shipment.Attempts)
	require.Equal(t, []string{"parcel-out-for-delivery", "parcel-failed-attempt", "parcel-delivered"},
		s.did("parcel-picked-up", "parcel-out-for-delivery", "parcel-failed-attempt", "parcel-delivered", "parcel-returned"))
}

func TestOrder_NetworkThatRefusesHoldsTheOrderAndARetryFinishesIt(t *testing.T) {
	s := newStory(t)
	s.fails("switch-on", no(contract.FailNetworkRefused))
	s.isDelivered()
	s.activates(3 * time.Hour)
	s.mends(4*time.Hour, "switch-on")
	s.resolves(5*time.Hour, contract.ResolveRetry)

	end := s.run()

	require.Equal(t, contract.FailActivation, s.refused(contract.UpdateActivate))
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{"hold network_refused", "resume retry", "switch-on " + msisdn, "complete"},
		s.did("hold", "resume", "switch-on", "complete"))
}

func TestOrder_NetworkThatIsDownForAnHourHoldsTheOrder(t *testing.T) {
	s := newStory(t)
	s.fails("switch-on", errOutage)
	s.isDelivered()
	s.activates(3 * time.Hour)
	s.mends(5*time.Hour, "switch-on")
	s.resolves(6*time.Hour, contract.ResolveRetry)

	require.Equal(t, contract.StageActive, s.run().Stage)
	require.Equal(t, []string{"hold outside_system_unavailable", "resume retry"}, s.did("hold", "resume"))
}

func TestOrder_ActivationIsRefusedWithAnotherCard(t *testing.T) {
	s := newStory(t)
	s.isDelivered()
	s.provesPresence(3 * time.Hour)
	s.asksToActivate(4*time.Hour, "8996601000000000025")
	s.asksToActivate(5*time.Hour, iccid)

	end := s.run()

	require.Equal(t, contract.FailICCIDMismatch, s.refused(contract.UpdateActivate))
	require.Equal(t, contract.StageActive, end.Stage)
	require.Len(t, s.did("switch-on"), 1)
}

func TestOrder_ActivationIsRefusedBeforeDeliveryAndWithoutIdentity(t *testing.T) {
	tests := map[string]struct {
		when time.Duration
		want contract.Code
	}{
		"on its way":                   {90 * time.Minute, contract.FailNotDelivered},
		"delivered but nobody vouched": {150 * time.Minute, contract.FailIdentityRequired},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.isDelivered()
			s.asksToActivate(test.when, iccid)
			s.activates(3 * time.Hour)

			s.run()

			require.Equal(t, test.want, s.refused(contract.UpdateActivate))
		})
	}
}

func TestOrder_CustomerIsRemindedOnceToActivate(t *testing.T) {
	s := newStory(t)
	s.isDelivered()
	s.activates(10 * day)

	end := s.run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{"activation-reminder", "line-active", "order-delivered", "order-dispatched", "order-placed"}, s.messagesSent())
}

func TestOrder_PaidDeliveredAndNeverActivatedIsSupports(t *testing.T) {
	for name, test := range map[string]struct {
		action string
		want   contract.Stage
	}{
		"who has the customer activate it after all": {contract.ResolveRetry, contract.StageActive},
		"who ends the order and returns the money":   {contract.ResolveCancel, contract.StageCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.isDelivered()
			s.at(20*day, func() {
				require.Equal(t, contract.FailActivationOverdue, s.books.last().Held.FailureCode)
				require.Equal(t, contract.WorkAwaitActivation, s.books.last().Held.Work)
			})
			s.resolves(21*day, test.action)
			s.activates(22 * day)

			require.Equal(t, test.want, s.run().Stage)
			require.Equal(t, test.want == contract.StageCancelled, len(s.did("refund")) == 1)
		})
	}
}

func TestOrder_AddressAmendedAfterBookingNeedsAnotherParcel(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.say(15*day, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1",
		Amendments: &contract.Amendments{Address: &contract.Address{City: "jeddah"}},
	})
	s.scanned(16*day, contract.ShipmentDelivered) // the first parcel, which nobody follows any more
	s.cancels(17 * day)

	end := s.run()

	require.Equal(t, []string{"book-parcel riyadh", "book-parcel jeddah"}, s.did("book-parcel"))
	require.Equal(t, []string{"cancel-parcel", "parcel-cancelled", "book-parcel jeddah"}, s.didSince("resume amend")[:3], "the card is sent anew")
	require.Equal(t, map[string]string{orderID: airwayBill, orderID + "-1": "290019498491"}, s.outside.parcels)
	require.Equal(t, "290019498491", end.Shipment.AirwayBill)
	require.Equal(t, contract.StageCancelled, end.Stage)
}
