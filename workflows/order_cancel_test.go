package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// compensations is what is taken back from an order whose card was allocated, newest first; a parcel was cancelled before.
var compensations = []string{
	"return-sim", "refund p1 11000", "refunded p1 11000", "release-number " + msisdn, "close cancelled_by_customer",
}

func TestOrder_CancelledInTheWizard(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.cancels(time.Minute)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
	require.Zero(t, end.Ended.Refunded)
	require.Equal(t, []string{"release-number " + msisdn, "close cancelled_by_customer"}, s.didSince("begin-cancel cancelled_by_customer"))
	require.Equal(t, []string{"order-cancelled-unpaid"}, s.messagesSent())
}

func TestOrder_CancelledBeforeTheCustomerCanBeReachedTellsNobody(t *testing.T) {
	s := newStory(t)
	s.choosesNumber(0, msisdn)
	s.cancels(time.Minute)

	require.Equal(t, contract.StageCancelled, s.run().Stage)
	require.Empty(t, s.messagesSent())
}

func TestOrder_CancelledAfterPaymentWhileItIsHeld(t *testing.T) {
	s := newStory(t)
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.isPaid()
	s.cancels(time.Minute)
	s.cancels(61 * time.Second)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.Ended{Reason: contract.EndedByCustomer, At: begin.Add(time.Minute), Refunded: total}, *end.Ended)
	require.Equal(t, []string{
		"hold sim_out_of_stock", "resume ", "begin-cancel cancelled_by_customer",
		"refund p1 11000", "refunded p1 11000", "release-number " + msisdn, "close cancelled_by_customer",
	}, s.didSince("payment-paid p1"))
	require.Equal(t, []string{"order-cancelled", "order-held", "order-placed"}, s.messagesSent())
}

func TestOrder_CancelledWhileItIsPrepared(t *testing.T) {
	for name, moment := range map[string]string{
		"while the card is taken from stock": "allocate-sim",
		"while the parcel is being booked":   "book-parcel",
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.while(moment, s.cancelsNow)
			s.isPaid()

			end := s.run()

			require.Empty(t, s.refusals)
			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Nil(t, end.SIM)
			require.Equal(t, compensations, s.didSince("begin-cancel cancelled_by_customer"))
		})
	}
}

func TestOrder_CancelledWithAParcelBookedAsksTheCourierFirst(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.cancels(time.Minute)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{"cancel-parcel", "parcel-cancelled", "begin-cancel cancelled_by_customer"}, s.didSince("parcel-booked")[:3])
	require.Equal(t, compensations, s.didSince("begin-cancel cancelled_by_customer"))
}

func TestOrder_TooLateToCancelOnceTheParcelWasPickedUp(t *testing.T) {
	tests := map[string]func(*story){
		"as we know":                func(s *story) { s.cancels(90 * time.Minute) },
		"as only the courier knows": func(s *story) { s.fails("cancel-parcel", no(contract.FailCancelTooLate)); s.cancels(30 * time.Minute) },
		"and the order is held": func(s *story) {
			s.fails("ask-courier", errOutage)
			s.cancels(20 * day)
			s.mends(21*day, "ask-courier")
			s.at(21*day, func() { s.outside.scan = contract.ShipmentDelivered })
			s.resolves(21*day, contract.ResolveRetry)
		},
	}
	for name, cancel := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.isPaid()
			s.scanned(time.Hour, contract.ShipmentPickedUp)
			cancel(s)
			s.scanned(22*day, contract.ShipmentDelivered)
			s.outside.scan = contract.ShipmentInTransit
			s.activates(23 * day)

			end := s.run()

			require.Equal(t, contract.FailCancelTooLate, s.refused(contract.UpdateCancel))
			require.Equal(t, contract.StageActive, end.Stage)
			require.Empty(t, s.did("refund", "begin-cancel"))
		})
	}
}

func TestOrder_CourierThatWasAskedToCancelIsAskedUntilItAnswers(t *testing.T) {
	s := newStory(t)
	s.fails("cancel-parcel", errOutage)
	s.isPaid()
	s.cancels(time.Minute)
	s.cancels(2 * time.Minute) // a twin
	s.mends(3*time.Minute, "cancel-parcel")

	end := s.run()

	require.Positive(t, s.happened("cancel-parcel"))
	require.Equal(t, contract.FailIdempotencyInProgress, s.refused(contract.UpdateCancel))
	require.Equal(t, contract.StageCancelling, s.answers[contract.UpdateCancel].Stage)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Len(t, s.did("cancel-parcel"), 1)
}

func TestOrder_CourierThatNeverAnswersACancellationIsSupports(t *testing.T) {
	for name, test := range map[string]struct {
		action string
		answer error // of the courier, once it is back
		want   contract.Stage
	}{
		"who asks again and hears yes":      {contract.ResolveRetry, nil, contract.StageCancelled},
		"who asks again and hears too late": {contract.ResolveRetry, no(contract.FailCancelTooLate), contract.StageActive},
		"who cancels by hand":               {contract.ResolveCancel, nil, contract.StageCancelled},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.fails("cancel-parcel", errOutage)
			s.isPaid()
			s.cancels(time.Minute)
			s.at(2*time.Hour, func() {
				require.Equal(t, contract.WorkCancelParcel, s.books.last().Held.Work)
				s.fails("cancel-parcel", test.answer)
			})
			s.resolves(3*time.Hour, test.action)
			s.scanned(4*time.Hour, contract.ShipmentPickedUp)
			s.scanned(5*time.Hour, contract.ShipmentDelivered)
			s.activates(6 * time.Hour)

			require.Equal(t, test.want, s.run().Stage)
			require.Equal(t, test.want == contract.StageCancelled, len(s.did("refund")) == 1)
		})
	}
}

func TestOrder_CancelledAMomentAfterTheParcelWasBookedIsRefusedWhereItHasLeft(t *testing.T) {
	s := newStory(t)
	s.fails("cancel-parcel", no(contract.FailCancelTooLate)) // picked up at once
	s.while("book-parcel", s.cancelsNow)
	s.isPaid()

	end := s.runToActive(time.Hour)

	require.Equal(t, contract.FailCancelTooLate, s.refused(contract.UpdateCancel))
	require.Equal(t, contract.StageActive, end.Stage)
	require.Empty(t, s.did("hold", "refund", "begin-cancel"))
}

func TestOrder_CancelledWhileThreeDSecureIsOpenReturnsMoneyThatArrivesLater(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.isPaid()
	s.cancels(time.Minute)
	s.reported(2*time.Minute, "p1")

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded}, s.paymentsAre())
	require.Equal(t, []string{
		"inquire p1", "payment-paid p1", "refund p1 11000", "refunded p1 11000", "release-number " + msisdn, "close cancelled_by_customer",
	}, s.didSince("begin-cancel cancelled_by_customer"))
}

func TestOrder_CancelledWhileThreeDSecureIsOpenAndNeverPassed(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.isPaid()
	s.cancels(time.Minute)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned}, s.paymentsAre())
	require.Empty(t, s.did("refund"))
}

func TestOrder_CancelAndPaymentAtTheSameInstantReturnTheMoneyOnce(t *testing.T) {
	tests := map[string]func(*story){
		"the payment's news first": func(s *story) { s.while("payment-paid", s.cancelsNow) },
		"the cancellation first":   func(s *story) { s.while("charge", s.cancelsNow) },
		"both at once": func(s *story) {
			s.outside.charges["p1"] = contract.PaymentChallenge
			s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.reported(5*time.Minute, "p1")
			s.cancels(5 * time.Minute)
		},
	}
	for name, meet := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			meet(s)
			s.isPaid()

			end := s.run()

			require.Empty(t, s.refusals)
			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded}, s.paymentsAre())
			require.Equal(t, []string{"refund p1 11000", "refunded p1 11000"}, s.did("refund", "refunded"))
			require.Len(t, s.did("release-number"), 1)
		})
	}
}

func TestOrder_CannotBeCancelledBeforeItIsOpen(t *testing.T) {
	s := newStory(t)
	s.cancels(0)
	s.choosesNumber(time.Minute, msisdn)
	s.at(2*time.Minute, func() {
		require.Equal(t, contract.FailStepOutOfOrder, s.refused(contract.UpdateCancel))
		require.Equal(t, contract.StageWizard, s.books.last().Stage)
	})
	s.cancels(3 * time.Minute)

	require.Equal(t, contract.StageCancelled, s.run().Stage)
}

func TestOrder_FailureOfWorkThatIsCalledOffHoldsNothing(t *testing.T) {
	s := newStory(t)
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.while("allocate-sim", s.cancelsNow)
	s.isPaid()

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Empty(t, s.did("hold"))
}
