package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/workflows/internal/workflowtest"
)

// compensations are the undos of an order whose card was allocated, newest first; its parcel was cancelled before.
var compensations = []string{
	"return-sim", "refund p1 11000", "refunded p1 11000", "release-number " + workflowtest.Msisdn, "close cancelled_by_customer",
}

func TestOrder_CancelledInWizard_ReleasesNumber(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.Cancels(time.Minute)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
	require.Zero(t, end.Ended.Refunded)
	require.Equal(t, []string{"release-number " + workflowtest.Msisdn, "close cancelled_by_customer"}, s.DidSince("begin-cancel cancelled_by_customer"))
	require.Equal(t, []string{"order-cancelled-unpaid"}, s.MessagesSent())
}

func TestOrder_CancelledWithoutContact_TellsNoOne(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.ChoosesNumber(0, workflowtest.Msisdn)
	s.Cancels(time.Minute)

	require.Equal(t, contract.StageCancelled, s.Run().Stage)
	require.Empty(t, s.MessagesSent())
}

func TestOrder_CancelledWhileHeld_IsUndone(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.IsPaid()
	s.Cancels(time.Minute)
	s.Cancels(61 * time.Second)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.Ended{Reason: contract.EndedByCustomer, At: workflowtest.Begin.Add(time.Minute), Refunded: workflowtest.Total}, *end.Ended)
	require.Equal(t, []string{
		"hold sim_out_of_stock", "resume ", "begin-cancel cancelled_by_customer",
		"refund p1 11000", "refunded p1 11000", "release-number " + workflowtest.Msisdn, "close cancelled_by_customer",
	}, s.DidSince("payment-paid p1"))
	require.Equal(t, []string{"order-cancelled", "order-held", "order-placed"}, s.MessagesSent())
}

func TestOrder_CancelledInPreparation_IsUndone(t *testing.T) {
	for name, moment := range map[string]string{
		"while the card is taken from stock": "allocate-sim",
		"while the parcel is being booked":   "book-parcel",
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.While(moment, s.CancelsNow)
			s.IsPaid()

			end := s.Run()

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Nil(t, end.SIM)
			require.Equal(t, compensations, s.DidSince("begin-cancel cancelled_by_customer"))
		})
	}
}

func TestOrder_CancelledWithParcel_AsksCourier(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Cancels(time.Minute)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{"cancel-parcel", "parcel-cancelled", "begin-cancel cancelled_by_customer"}, s.DidSince("parcel-booked")[:3])
	require.Equal(t, compensations, s.DidSince("begin-cancel cancelled_by_customer"))
}

func TestOrder_CancelAfterPickup_IsTooLate(t *testing.T) {
	tests := map[string]func(*workflowtest.Story){
		"as we know": func(s *workflowtest.Story) { s.Cancels(90 * time.Minute) },
		"as only the courier knows": func(s *workflowtest.Story) {
			s.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
			s.Cancels(30 * time.Minute)
		},
		"and the order is held": func(s *workflowtest.Story) {
			s.Fails("ask-courier", workflowtest.ErrOutage)
			s.Cancels(20 * workflowtest.Day)
			s.Mends(21*workflowtest.Day, "ask-courier")
			s.At(21*workflowtest.Day, func() { s.Outside.Scan = contract.ShipmentDelivered })
			s.Resolves(21*workflowtest.Day, contract.ResolveRetry)
		},
	}
	for name, cancel := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.IsPaid()
			s.Scanned(time.Hour, contract.ShipmentPickedUp)
			cancel(s)
			s.Scanned(22*workflowtest.Day, contract.ShipmentDelivered)
			s.At(12*workflowtest.Day, func() { s.Outside.Scan = contract.ShipmentInTransit })
			s.Activates(23 * workflowtest.Day)

			end := s.Run()

			require.Equal(t, contract.FailCancelTooLate, s.Refused(contract.UpdateCancel))
			require.Equal(t, contract.StageActive, end.Stage)
			require.Empty(t, s.Did("refund", "begin-cancel"))
		})
	}
}

func TestOrder_CourierSilentOnCancel_IsAskedAgain(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("cancel-parcel", workflowtest.ErrOutage)
	s.IsPaid()
	s.Cancels(time.Minute)
	s.Cancels(2 * time.Minute) // a second, simultaneous update
	s.Mends(3*time.Minute, "cancel-parcel")

	end := s.Run()

	require.Positive(t, s.Happened("cancel-parcel"))
	require.Equal(t, contract.FailIdempotencyInProgress, s.Refused(contract.UpdateCancel))
	require.Equal(t, contract.StageCancelling, s.Answers[contract.UpdateCancel].Stage)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Len(t, s.Did("cancel-parcel"), 1)
}

func TestOrder_CourierNeverAnswersCancel_IsHeld(t *testing.T) {
	for name, test := range map[string]struct {
		action string
		answer error // the courier's answer, once it is back
		want   contract.Stage
	}{
		"retried, courier agrees": {contract.ResolveRetry, nil, contract.StageCancelled},
		"retried, too late":       {contract.ResolveRetry, workflowtest.No(contract.FailCancelTooLate), contract.StageActive},
		"cancelled by support":    {contract.ResolveCancel, nil, contract.StageCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Fails("cancel-parcel", workflowtest.ErrOutage)
			s.IsPaid()
			s.Cancels(time.Minute)
			s.At(2*time.Hour, func() {
				require.Equal(t, contract.WorkCancelParcel, s.Books.Last().Held.Work)
				s.Fails("cancel-parcel", test.answer)
			})
			s.Resolves(3*time.Hour, test.action)
			s.Scanned(4*time.Hour, contract.ShipmentPickedUp)
			s.Scanned(5*time.Hour, contract.ShipmentDelivered)
			s.Activates(6 * time.Hour)

			require.Equal(t, test.want, s.Run().Stage)
			require.Equal(t, test.want == contract.StageCancelled, len(s.Did("refund")) == 1)
		})
	}
}

func TestOrder_CancelAfterParcelLeft_IsRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate)) // picked up at once
	s.While("book-parcel", s.CancelsNow)
	s.IsPaid()

	end := s.RunToActive(time.Hour)

	require.Equal(t, contract.FailCancelTooLate, s.Refused(contract.UpdateCancel))
	require.Equal(t, contract.StageActive, end.Stage)
	require.Empty(t, s.Did("hold", "refund", "begin-cancel"))
}

func TestOrder_CancelledIn3DS_RefundsLateMoney(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()
	s.Cancels(time.Minute)
	s.Reported(2*time.Minute, "p1")

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded}, s.PaymentsAre())
	require.Equal(t, []string{
		"inquire p1", "payment-paid p1", "refund p1 11000", "refunded p1 11000", "release-number " + workflowtest.Msisdn, "close cancelled_by_customer",
	}, s.DidSince("begin-cancel cancelled_by_customer"))
}

func TestOrder_CancelledIn3DSNotPassed_NoRefund(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.IsPaid()
	s.Cancels(time.Minute)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned}, s.PaymentsAre())
	require.Empty(t, s.Did("refund"))
}

func TestOrder_CancelMeetsPayment_RefundsOnce(t *testing.T) {
	tests := map[string]func(*workflowtest.Story){
		"the payment's news first": func(s *workflowtest.Story) { s.While("payment-paid", s.CancelsNow) },
		"the cancellation first":   func(s *workflowtest.Story) { s.While("charge", s.CancelsNow) },
		"both at once": func(s *workflowtest.Story) {
			s.Outside.Charges["p1"] = contract.PaymentChallenge
			s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.Reported(5*time.Minute, "p1")
			s.Cancels(5 * time.Minute)
		},
	}
	for name, meet := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			meet(s)
			s.IsPaid()

			end := s.Run()

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded}, s.PaymentsAre())
			require.Equal(t, []string{"refund p1 11000", "refunded p1 11000"}, s.Did("refund", "refunded"))
			require.Len(t, s.Did("release-number"), 1)
		})
	}
}

func TestOrder_CancelBeforeOpen_Refused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Cancels(0)
	s.ChoosesNumber(time.Minute, workflowtest.Msisdn)
	s.At(2*time.Minute, func() {
		require.Equal(t, contract.FailStepOutOfOrder, s.Refused(contract.UpdateCancel))
		require.Equal(t, contract.StageWizard, s.Books.Last().Stage)
	})
	s.Cancels(3 * time.Minute)

	require.Equal(t, contract.StageCancelled, s.Run().Stage)
}

func TestOrder_CancelledWorkFails_HoldsNothing(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.While("allocate-sim", s.CancelsNow)
	s.IsPaid()

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Empty(t, s.Did("hold"))
}

// Workers died after the order was paid and its parcel booked, and the customer cancelled before another worker knew: that
// worker has no record of the parcel.
func TestOrder_CancelledAfterCrash_UndoesAll(t *testing.T) {
	for name, known := range map[string]*contract.Shipment{
		"not noted": nil, "noted": {AirwayBill: workflowtest.AirwayBill, Status: contract.ShipmentBooked},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.IsPaid()
			s.While("charge", func() {
				s.Books.Forgets(func(o *contract.Order) {
					*o = order.WithPayment(*o, contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: workflowtest.Total})
					o.Stage, o.SIM, o.Shipment = contract.StagePreparing, &contract.SIM{ICCID: workflowtest.Iccid}, known
				})
				s.CancelsNow()
			})

			end := s.Run()

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Empty(t, s.Did("payment-paid", "allocate-sim", "book-parcel"), "the fault came: all of it was done before")
			require.Equal(t, []string{"cancel-parcel", "return-sim", "refund p1 11000", "release-number " + workflowtest.Msisdn},
				s.Did("cancel-parcel", "return-sim", "refund", "release-number"))
		})
	}
}

// The courier was faster: the card must not go back to stock.
func TestOrder_CancelledAfterCrash_ParcelGoesOn(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Fails("cancel-parcel", workflowtest.No(contract.FailCancelTooLate))
	s.While("charge", func() {
		s.Books.Forgets(func(o *contract.Order) {
			*o = order.WithPayment(*o, contract.Payment{ID: "p1", Status: contract.PaymentPaid, Amount: workflowtest.Total})
			o.Stage, o.SIM = contract.StagePreparing, &contract.SIM{ICCID: workflowtest.Iccid}
		})
		s.CancelsNow()
	})

	end := s.Run()

	require.Positive(t, s.Happened("cancel-parcel"))
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.ShipmentPickedUp, end.Shipment.Status)
	require.Empty(t, s.Did("return-sim"))
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
}
