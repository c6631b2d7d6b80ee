package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_NoSIMInStock_HeldUntilThereIs(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.IsPaid()
	s.At(time.Minute, func() {
		require.Equal(t, &contract.Held{
			FailureCode: contract.FailOutOfStock, Work: contract.WorkAllocateSIM, From: contract.StagePlaced,
			Since: workflowtest.Begin.Add(40 * time.Second),
		}, s.Books.Last().Held)
	})
	s.Mends(2*time.Minute, "allocate-sim")
	s.Resolves(3*time.Minute, contract.ResolveRetry)

	end := s.RunToActive(time.Hour)

	require.Nil(t, end.Held)
	require.Nil(t, s.Answers[contract.UpdateResolve].Held)
	require.Equal(t, []string{"allocate-sim"}, s.Did("allocate-sim"))
}

func TestOrder_TroubleLasts_IsHeldAgain(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.IsPaid()
	s.Resolves(2*time.Minute, contract.ResolveRetry)
	s.Mends(3*time.Minute, "allocate-sim")
	s.Resolves(4*time.Minute, contract.ResolveRetry)

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, []string{"hold sim_out_of_stock", "resume retry", "hold sim_out_of_stock", "resume retry"}, s.Did("hold", "resume"))
}

// A worker died after the parcel was booked: the courier delivers it before the repeated order knows it.
func TestOrder_ScansBeforeParcel_Taken(t *testing.T) {
	for name, states := range map[string][]contract.ShipmentStatus{
		"all of its way":    {contract.ShipmentPickedUp, contract.ShipmentOutForDelivery, contract.ShipmentDelivered},
		"some out of order": {contract.ShipmentDelivered, contract.ShipmentPickedUp},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			for i, state := range states {
				s.Scanned(workflowtest.LastWizard+time.Duration(i+1)*time.Millisecond, state)
			}
			s.At(workflowtest.LastWizard, func() {
				s.Hears(contract.SignalParcelScanned, contract.ParcelScanned{EventID: "other", AirwayBill: "290000000099", Status: contract.ShipmentReturned})
			})
			s.IsPaid()
			s.Activates(time.Hour)

			s.Run()

			require.Equal(t, contract.StageActive, s.Books.Last().Stage)
			require.Empty(t, s.Did("ask-parcel"), "the courier was not asked")
		})
	}
}

func TestOrder_AddressAmended_ParcelGoesThere(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
	s.IsPaid()
	s.Mends(2*time.Minute, "book-parcel")
	s.Say(3*time.Minute, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1",
		Amendments: &contract.Amendments{Address: &contract.Address{City: "jeddah"}},
	})

	end := s.RunToActive(time.Hour)

	require.Equal(t, []string{"book-parcel jeddah"}, s.Did("book-parcel"))
	require.Equal(t, "jeddah", end.Delivery.Address.City)
}

func TestOrder_AddressCorrected_ParcelIsBooked(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
	s.IsPaid()
	s.Mends(2*time.Minute, "book-parcel")
	correction := contract.DeliveryCorrection{Address: contract.Address{City: "jeddah"}}
	s.Say(3*time.Minute, contract.UpdateCorrectDelivery, correction)
	s.Say(4*time.Minute, contract.UpdateCorrectDelivery, correction) // a repeat changes nothing
	s.At(5*time.Minute, func() { require.Empty(t, s.Refused(contract.UpdateCorrectDelivery)) })

	s.RunToActive(time.Hour)

	require.Equal(t, []string{"book-parcel jeddah"}, s.Did("book-parcel"))
}

func TestOrder_SilentParcel_HeldAndFollowed(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Scan = contract.ShipmentPickedUp // the courier's state; nothing new since
	s.IsPaid()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.At(15*workflowtest.Day, func() { require.Equal(t, contract.FailShipmentOverdue, s.Books.Last().Held.FailureCode) })
	s.Resolves(16*workflowtest.Day, contract.ResolveRetry)
	s.Scanned(17*workflowtest.Day, contract.ShipmentDelivered)
	s.Activates(18 * workflowtest.Day)

	end := s.Run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Len(t, s.Did("book-parcel"), 1)
	require.Equal(t, workflowtest.AirwayBill, end.Shipment.AirwayBill)
}

func TestOrder_DeliveredWhileHeld_FoundOnRetry(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Scan = contract.ShipmentPickedUp
	s.IsPaid()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(15*workflowtest.Day, contract.ShipmentDelivered) // no coroutine follows the parcel now, so this webhook is lost
	s.At(15*workflowtest.Day, func() { s.Outside.Scan = contract.ShipmentDelivered })
	s.Resolves(16*workflowtest.Day, contract.ResolveRetry)
	s.At(16*workflowtest.Day+time.Minute, func() { require.Equal(t, contract.StageDelivered, s.Books.Last().Stage) })
	s.Activates(17 * workflowtest.Day)

	require.Equal(t, contract.StageActive, s.Run().Stage)
}

func TestOrder_SilentParcelWithNews_IsNotHeld(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Scan = contract.ShipmentDelivered
	s.IsPaid()
	s.Activates(15 * workflowtest.Day)

	require.Equal(t, contract.StageActive, s.Run().Stage)
	require.Empty(t, s.Did("hold"))
}

// A lost webhook costs two days, not two weeks.
func TestOrder_SilentParcel_AsksEveryTwoDays(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Scan = contract.ShipmentPickedUp // the courier's state; nothing new since
	s.IsPaid()
	s.Scanned(workflowtest.Day, contract.ShipmentPickedUp)
	asked := map[int]int{}
	for _, day := range []int{2, 4, 6} { // a scan came on the first day
		s.At(time.Duration(day)*workflowtest.Day, func() { asked[day] = len(s.Did("ask-courier")) })
	}
	s.At(6*workflowtest.Day+time.Hour, func() { s.Fails("ask-courier", workflowtest.ErrOutage) }) // an inquiry without an answer is no reason to hold
	s.At(8*workflowtest.Day, func() {
		require.Empty(t, s.Did("hold"))
		s.Fails("ask-courier", nil)
		s.Outside.Scan = contract.ShipmentDelivered // the webhook is lost
	})
	s.At(9*workflowtest.Day+time.Hour, func() { require.Equal(t, contract.StageDelivered, s.Books.Last().Stage) })
	s.Activates(10 * workflowtest.Day)

	require.Equal(t, contract.StageActive, s.Run().Stage)
	require.Equal(t, map[int]int{2: 0, 4: 1, 6: 2}, asked)
	require.Positive(t, s.Happened("ask-courier"))
	require.Empty(t, s.Did("hold"))
}

func TestOrder_FailedAttempts_ToldThenDelivered(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.At(2*time.Hour, func() { s.ScansNow("first try", contract.ShipmentFailedAttempt) })
	s.At(3*time.Hour, func() { s.ScansNow("on the road again", contract.ShipmentOutForDelivery) })
	s.At(4*time.Hour, func() { s.ScansNow("second try", contract.ShipmentFailedAttempt) })
	s.Scanned(5*time.Hour, contract.ShipmentDelivered)
	s.Activates(6 * time.Hour)

	end := s.Run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, 2, end.Shipment.Attempts)
	require.Equal(t, []string{
		"delivery-failed", "delivery-failed", "line-active", "order-delivered", "order-dispatched", "order-placed",
	}, s.MessagesSent())
}

func TestOrder_ReturnedParcel_RefundsLessDelivery(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(workflowtest.Day, contract.ShipmentReturned)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.Ended{
		Reason: contract.EndedReturned, At: workflowtest.Begin.Add(workflowtest.Day), Refunded: workflowtest.Total - 2500,
	}, *end.Ended)
	require.Nil(t, end.SIM)
	require.Equal(t, []string{
		"return-sim", "refund p1 8500", "refunded p1 8500", "release-number " + workflowtest.Msisdn, "close parcel_returned",
	}, s.DidSince("begin-cancel parcel_returned"))
	require.Equal(t, []string{"order-cancelled", "order-dispatched", "order-placed"}, s.MessagesSent())
}

// A parcel that the courier itself cancels sends no message to the customer: support sends another.
func TestOrder_CourierCancels_HeldAndSentAgain(t *testing.T) {
	moments := map[string][]contract.ShipmentStatus{
		"before it was picked up": {contract.ShipmentCancelled},
		"on its way":              {contract.ShipmentPickedUp, contract.ShipmentCancelled},
	}
	for name, scans := range moments {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.IsPaid()
			for i, scan := range scans {
				s.Scanned(time.Hour+time.Duration(i)*time.Minute, scan)
			}
			s.At(2*time.Hour, func() {
				require.Equal(t, contract.FailCourierRefused, s.Books.Last().Held.FailureCode)
				require.Equal(t, contract.WorkShip, s.Books.Last().Held.Work)
				s.ScansNow("late", contract.ShipmentDelivered) // of a parcel that is over
			})
			s.Resolves(3*time.Hour, contract.ResolveRetry)
			s.At(4*time.Hour, func() {
				s.SignalWorkflow(contract.SignalParcelScanned, contract.ParcelScanned{
					EventID: "of another parcel", AirwayBill: "290019498491", Status: contract.ShipmentDelivered,
				})
			})
			s.Activates(5 * time.Hour)

			end := s.Run()

			require.Equal(t, contract.StageActive, end.Stage)
			require.Equal(t, "290019498491", end.Shipment.AirwayBill)
			require.Equal(t, map[string]string{workflowtest.OrderID: workflowtest.AirwayBill, workflowtest.OrderID + "-1": "290019498491"}, s.Outside.Parcels)
			require.Equal(t, []string{"parcel-cancelled", "hold courier_refused", "resume retry", "book-parcel riyadh"},
				s.Did("parcel-cancelled", "hold", "resume", "cancel-parcel", "book-parcel")[1:], "the courier need not be told to cancel it")
		})
	}
}

func TestOrder_RepeatedScans_ChangeNothing(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.At(time.Hour, func() { s.ScansNow("e1", contract.ShipmentOutForDelivery) })
	s.At(61*time.Minute, func() { s.ScansNow("e2", contract.ShipmentPickedUp) })
	s.At(62*time.Minute, func() { s.ScansNow("e3", contract.ShipmentFailedAttempt) })
	s.At(63*time.Minute, func() { s.ScansNow("e3", contract.ShipmentFailedAttempt) })
	s.At(64*time.Minute, func() {
		s.SignalWorkflow(contract.SignalParcelScanned, contract.ParcelScanned{
			EventID: "e4", AirwayBill: "of another customer", Status: contract.ShipmentReturned,
		})
	})
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
	s.Activates(3 * time.Hour)

	end := s.Run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, 1, end.Shipment.Attempts)
	require.Equal(t, []string{"parcel-out-for-delivery", "parcel-failed-attempt", "parcel-delivered"},
		s.Did("parcel-picked-up", "parcel-out-for-delivery", "parcel-failed-attempt", "parcel-delivered", "parcel-returned"))
}

func TestOrder_NetworkRefuses_HeldAndRetried(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
	s.IsDelivered()
	s.Activates(3 * time.Hour)
	s.Mends(4*time.Hour, "switch-on")
	s.Resolves(5*time.Hour, contract.ResolveRetry)

	end := s.Run()

	require.Equal(t, contract.FailActivation, s.Refused(contract.UpdateActivate))
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{"hold network_refused", "resume retry", "switch-on " + workflowtest.Msisdn, "complete"},
		s.Did("hold", "resume", "switch-on", "complete"))
}

func TestOrder_NetworkDownAnHour_IsHeld(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("switch-on", workflowtest.ErrOutage)
	s.IsDelivered()
	s.Activates(3 * time.Hour)
	s.Mends(5*time.Hour, "switch-on")
	s.Resolves(6*time.Hour, contract.ResolveRetry)

	require.Equal(t, contract.StageActive, s.Run().Stage)
	require.Equal(t, []string{"hold outside_system_unavailable", "resume retry"}, s.Did("hold", "resume"))
}

func TestOrder_ActivatedWithOtherCard_IsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsDelivered()
	s.ProvesPresence(3 * time.Hour)
	s.AsksToActivate(4*time.Hour, "8996601000000000025")
	s.AsksToActivate(5*time.Hour, workflowtest.Iccid)

	end := s.Run()

	require.Equal(t, contract.FailICCIDMismatch, s.Refused(contract.UpdateActivate))
	require.Equal(t, contract.StageActive, end.Stage)
	require.Len(t, s.Did("switch-on"), 1)
}

func TestOrder_ActivatedTooEarly_IsRefused(t *testing.T) {
	tests := map[string]struct {
		when time.Duration
		want contract.Code
	}{
		"on its way":                 {90 * time.Minute, contract.FailNotDelivered},
		"delivered without identity": {150 * time.Minute, contract.FailIdentityRequired},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.IsDelivered()
			s.AsksToActivate(test.when, workflowtest.Iccid)
			s.Activates(3 * time.Hour)

			s.Run()

			require.Equal(t, test.want, s.Refused(contract.UpdateActivate))
		})
	}
}

func TestOrder_NotActivated_RemindsOnce(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsDelivered()
	s.Activates(10 * workflowtest.Day)

	end := s.Run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{"activation-reminder", "line-active", "order-delivered", "order-dispatched", "order-placed"}, s.MessagesSent())
}

func TestOrder_NeverActivated_IsHeld(t *testing.T) {
	for name, test := range map[string]struct {
		action string
		want   contract.Stage
	}{
		"retried, customer activates": {contract.ResolveRetry, contract.StageActive},
		"cancelled and refunded":      {contract.ResolveCancel, contract.StageCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.IsDelivered()
			s.At(20*workflowtest.Day, func() {
				require.Equal(t, contract.FailActivationOverdue, s.Books.Last().Held.FailureCode)
				require.Equal(t, contract.WorkAwaitActivation, s.Books.Last().Held.Work)
			})
			s.Resolves(21*workflowtest.Day, test.action)
			s.Activates(22 * workflowtest.Day)

			require.Equal(t, test.want, s.Run().Stage)
			require.Equal(t, test.want == contract.StageCancelled, len(s.Did("refund")) == 1)
		})
	}
}

func TestOrder_AddressAmendedLate_SendsNewParcel(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Say(15*workflowtest.Day, contract.UpdateResolve, contract.Resolution{
		Action: contract.ResolveAmend, Actor: "support-1",
		Amendments: &contract.Amendments{Address: &contract.Address{City: "jeddah"}},
	})
	s.Scanned(16*workflowtest.Day, contract.ShipmentDelivered) // of the first parcel, which is no longer followed
	s.Cancels(17 * workflowtest.Day)

	end := s.Run()

	require.Equal(t, []string{"book-parcel riyadh", "book-parcel jeddah"}, s.Did("book-parcel"))
	require.Equal(t, []string{"cancel-parcel", "parcel-cancelled", "book-parcel jeddah"}, s.DidSince("resume amend")[:3], "the card is sent anew")
	require.Equal(t, map[string]string{workflowtest.OrderID: workflowtest.AirwayBill, workflowtest.OrderID + "-1": "290019498491"}, s.Outside.Parcels)
	require.Equal(t, "290019498491", end.Shipment.AirwayBill)
	require.Equal(t, contract.StageCancelled, end.Stage)
}

func TestOrder_ScanNotRecorded_ClearedByLaterOne(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	shown := s.KeepsAttributes()
	s.Fails("parcel-picked-up", workflowtest.No(contract.FailValidation))
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.At(time.Hour+time.Minute, func() {
		require.Equal(t, true, shown[contract.AttrNeedsAttention])
		s.Fails("parcel-picked-up", nil)
	})
	s.Scanned(2*time.Hour, contract.ShipmentOutForDelivery)
	s.At(3*time.Hour, func() { require.Equal(t, false, shown[contract.AttrNeedsAttention]) })
	s.Scanned(4*time.Hour, contract.ShipmentDelivered)
	s.Activates(5 * time.Hour)
	s.RunToActive(workflowtest.Day)
}
