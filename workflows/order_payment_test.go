package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func (s *story) paymentsAre() map[string]contract.PaymentStatus {
	statuses := map[string]contract.PaymentStatus{}
	for _, p := range s.books.last().Payments {
		statuses[p.ID] = p.Status
	}
	return statuses
}

func TestOrder_DeclinedCardIsFollowedByAnother(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentDeclined
	s.isPaid()
	s.pays(time.Minute, "p2")

	end := s.runToActive(time.Hour)

	require.Empty(t, s.refusals)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentDeclined, "p2": contract.PaymentPaid}, s.paymentsAre())
	require.Equal(t, msisdn, end.Booking.MSISDN)
	require.Empty(t, s.did("expire", "refund"))
}

func TestOrder_SameClickTwiceIsOneCharge(t *testing.T) {
	for name, key := range map[string]string{"under the same key": "key-1", "under another key": ""} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.fillsWizard()
			s.at(40*time.Second, func() {
				s.paysNow("p1", key)
				s.paysNow("p1", key)
			})
			s.at(time.Minute, func() { s.paysNow("p1", key) })

			s.runToActive(time.Hour)

			require.Empty(t, s.refusals)
			require.Equal(t, contract.PaymentPaid, s.answers[contract.UpdatePay].Payments[0].Status)
			require.Equal(t, []string{"open-payment p1", "charge p1"}, s.did("open-payment", "charge"))
		})
	}
}

func TestOrder_TwoCardsAtOnceAreOneCharge(t *testing.T) {
	s := newStory(t)
	s.fillsWizard()
	s.at(40*time.Second, func() {
		s.paysNow("p1", "")
		s.paysNow("p2", "")
	})

	s.runToActive(time.Hour)

	require.Equal(t, contract.FailPaymentPending, s.refused(contract.UpdatePay))
	require.Equal(t, []string{"charge p1"}, s.did("charge"))
}

func TestOrder_PaidOrderTakesNoOtherCard(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.pays(time.Minute, "p2")

	s.runToActive(time.Hour)

	require.Equal(t, contract.FailAlreadyPaid, s.refused(contract.UpdatePay))
	require.Equal(t, []string{"charge p1"}, s.did("charge"))
}

func TestOrder_ThreeDSecurePassed(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.isPaid()
	s.reported(5*time.Minute, "p1")
	s.at(5*time.Minute+time.Second, func() { require.Equal(t, contract.StagePreparing, s.books.last().Stage) })

	s.runToActive(time.Hour)

	challenge := s.answers[contract.UpdatePay].Payments[0]
	require.Equal(t, contract.PaymentChallenge, challenge.Status)
	require.NotEmpty(t, challenge.ChallengeURL)
	require.Equal(t, []string{"inquire p1"}, s.did("inquire"))
}

func TestOrder_ThreeDSecureAbandonedLetsTheCustomerPayAnotherWay(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentAbandoned}
	s.isPaid()
	s.pays(16*time.Minute, "p2")

	s.runToActive(time.Hour)

	require.Empty(t, s.refusals)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned, "p2": contract.PaymentPaid}, s.paymentsAre())
}

func TestOrder_FirstCardThatSucceedsAfterASecondOneIsRefundedAndTold(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.isPaid()
	s.pays(2*time.Minute, "p2")
	s.reported(3*time.Minute, "p1")

	end := s.runToActive(time.Hour)

	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentPaid}, s.paymentsAre())
	require.True(t, end.Payments[0].Double)
	require.Equal(t, []string{"refund p1 11000", "refunded p1 11000"}, s.did("refund", "refunded"))
	require.Contains(t, s.messagesSent(), "payment-double")
}

func TestOrder_DoublePaymentThatCannotBeReturnedHoldsTheOrderUntilItCan(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.fails("refund", no(contract.FailRefundRefused))
	s.isPaid()
	s.pays(2*time.Minute, "p2") // held at once: no card in stock
	s.reported(3*time.Minute, "p1")
	s.mends(4*time.Minute, "allocate-sim")
	s.resolves(5*time.Minute, contract.ResolveRetry)  // the refund is held next
	s.resolves(6*time.Minute, contract.ResolveCancel) // would leave the money with us
	s.mends(7*time.Minute, "refund")
	s.resolves(8*time.Minute, contract.ResolveRetry)

	s.runToActive(time.Hour)

	require.Equal(t, contract.FailResolutionNotAllowed, s.refused(contract.UpdateResolve))
	require.Equal(t, []string{
		"hold sim_out_of_stock", "resume retry", "allocate-sim",
		"hold refund_refused", "resume retry", "refund p1 11000", "refunded p1 11000",
	}, s.did("hold", "resume", "refund", "refunded", "allocate-sim"))
}

func TestOrder_CancelledWhileADoublePaymentIsHeldStillReturnsBoth(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentChallenge
	s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.fails("refund", no(contract.FailRefundRefused))
	s.isPaid()
	s.pays(2*time.Minute, "p2")
	s.reported(3*time.Minute, "p1")
	s.cancels(4 * time.Minute)
	s.mends(5*time.Minute, "refund")
	s.resolves(6*time.Minute, contract.ResolveRetry)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentRefunded}, s.paymentsAre())
}

func TestOrder_UnknownOutcomeIsInquiredAtGrowingPausesUntilALateSuccess(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentPending
	s.outside.outcomes["p1"] = []contract.PaymentStatus{
		contract.PaymentPending, contract.PaymentPending, contract.PaymentPending, contract.PaymentPending, contract.PaymentPaid,
	}
	s.isPaid()
	s.pays(time.Minute, "p2")
	s.choosesNumber(61*time.Second, another)
	asked := map[time.Duration]int{}
	paid := 40 * time.Second
	for _, pause := range []time.Duration{2, 7, 22, 82, 382} {
		at := paid + pause*time.Second
		s.at(at-time.Second, func() { asked[pause-1] = len(s.did("inquire")) })
		s.at(at+time.Second, func() { asked[pause+1] = len(s.did("inquire")) })
	}

	s.runToActive(time.Hour)

	require.Equal(t, contract.PaymentPending, s.answers[contract.UpdatePay].Payments[0].Status)
	require.Equal(t, contract.FailPaymentPending, s.refused(contract.UpdatePay), "no second card while the first one's outcome is open")
	require.Equal(t, contract.FailPaymentPending, s.refused(contract.UpdateSelectNumber))
	require.Equal(t, map[time.Duration]int{1: 0, 3: 1, 6: 1, 8: 2, 21: 2, 23: 3, 81: 3, 83: 4, 381: 4, 383: 5}, asked)
	require.Equal(t, []string{"charge p1"}, s.did("charge"))
}

func TestOrder_ChargeWithoutAnAnswerIsPendingAndAPaymentTheProviderNeverSawIsAbandoned(t *testing.T) {
	s := newStory(t)
	s.fails("charge", errOutage)
	s.isPaid()
	s.mends(90*time.Second, "charge")
	s.pays(2*time.Minute, "p2")

	s.runToActive(time.Hour)

	require.Empty(t, s.refusals)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned, "p2": contract.PaymentPaid}, s.paymentsAre())
}

func TestOrder_LateSuccessBuysANumberWhoseHoldRanOutWhileItIsFree(t *testing.T) {
	s := newStory(t)
	s.outside.charges["p1"] = contract.PaymentPending
	s.outside.outcomes["p1"] = pendingFor(8, contract.PaymentPaid)
	s.isPaid()

	end := s.runToActive(2 * day)

	require.Len(t, s.did("expire"), 1)
	require.Equal(t, msisdn, end.Booking.MSISDN)
	require.False(t, end.Booking.Expired)
}

// pendingFor is an outcome that inquiries learn after so many in vain.
func pendingFor(inquiries int, outcome contract.PaymentStatus) []contract.PaymentStatus {
	var answers []contract.PaymentStatus
	for range inquiries {
		answers = append(answers, contract.PaymentPending)
	}
	return append(answers, outcome)
}

// losesNumber pays so late that somebody else has the number.
func (s *story) losesNumber() {
	s.outside.charges["p1"] = contract.PaymentPending
	s.outside.outcomes["p1"] = pendingFor(5, contract.PaymentPaid) // known after 37 minutes
	s.at(35*time.Minute, func() { s.books.somebodyTakes(msisdn) })
	s.isPaid()
}

func TestOrder_NumberLostAfterPaymentIsReplacedByAnother(t *testing.T) {
	s := newStory(t)
	s.losesNumber()
	s.choosesNumber(3*time.Hour, another)

	end := s.runToActive(4 * time.Hour)

	require.Empty(t, s.refusals)
	require.Equal(t, another, end.Booking.MSISDN)
	require.Contains(t, s.books.stages(), contract.StageNumberLost)
	require.Equal(t, []string{"hold-expired", "line-active", "number-lost", "order-delivered", "order-dispatched", "order-placed"}, s.messagesSent())
	require.Empty(t, s.did("refund"))
}

func TestOrder_NumberLostAfterPaymentAndNotReplacedWithinADayIsRefunded(t *testing.T) {
	s := newStory(t)
	s.losesNumber()

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.EndedNumberLost, end.Ended.Reason)
	require.Equal(t, contract.Halalas(total), end.Ended.Refunded)
	require.Equal(t, []string{"refund p1 11000", "refunded p1 11000", "release-number " + msisdn, "close no_other_number_chosen"},
		s.didSince("begin-cancel no_other_number_chosen"))
}

// Money that came cannot be written down as buying the number: nothing of it may be lost, and somebody has to see it.
func TestOrder_APaymentThatTheBooksRefuseIsHeldForSupport(t *testing.T) {
	ways := map[string]struct {
		decide func(*story)
		want   contract.Stage
	}{
		"whose cause support has mended": {func(s *story) {
			s.mends(time.Hour, "sell")
			s.resolves(2*time.Hour, contract.ResolveRetry)
			s.scanned(3*time.Hour, contract.ShipmentPickedUp)
			s.scanned(4*time.Hour, contract.ShipmentDelivered)
			s.activates(5 * time.Hour)
		}, contract.StageActive},
		"who calls the order off":        {func(s *story) { s.resolves(2*time.Hour, contract.ResolveCancel) }, contract.StageCancelled},
		"after the customer gave it up":  {func(s *story) { s.cancels(time.Hour); s.resolves(2*time.Hour, contract.ResolveRetry) }, contract.StageCancelled},
		"which the customer asked twice": {func(s *story) { s.pays(time.Minute, "p1"); s.resolves(2*time.Hour, contract.ResolveCancel) }, contract.StageCancelled},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.fails("sell", no(contract.FailNumberUnknown))
			s.isPaid()
			s.at(30*time.Minute, func() {
				require.Equal(t, &contract.Held{
					FailureCode: contract.FailNumberUnknown, Work: contract.WorkSellNumber, From: contract.StageWizard, Since: begin.Add(40 * time.Second),
				}, s.books.last().Held)
				require.Equal(t, contract.StageHeld, s.answers[contract.UpdatePay].Stage, "the customer is not left waiting")
			})
			way.decide(s)

			end := s.run()

			require.Equal(t, way.want, end.Stage)
			require.Equal(t, []string{"charge p1"}, s.did("charge"))
			want := map[contract.Stage]contract.PaymentStatus{contract.StageActive: contract.PaymentPaid, contract.StageCancelled: contract.PaymentRefunded}
			require.Equal(t, map[string]contract.PaymentStatus{"p1": want[way.want]}, s.paymentsAre())
		})
	}
}
