package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestOrder_CardDeclined_AnotherPays(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentDeclined
	s.IsPaid()
	s.Pays(time.Minute, "p2")

	end := s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentDeclined, "p2": contract.PaymentPaid}, s.PaymentsAre())
	require.Equal(t, workflowtest.Msisdn, end.Booking.MSISDN)
	require.Empty(t, s.Did("expire", "refund"))
}

func TestOrder_SameClickTwice_OneCharge(t *testing.T) {
	for name, key := range map[string]string{"under the same key": "key-1", "under another key": ""} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.FillsWizard()
			s.At(40*time.Second, func() {
				s.PaysNow("p1", key)
				s.PaysNow("p1", key)
			})
			s.At(time.Minute, func() { s.PaysNow("p1", key) })

			s.RunToActive(time.Hour)

			require.Empty(t, s.Refusals)
			require.Equal(t, contract.PaymentPaid, s.Answers[contract.UpdatePay].Payments[0].Status)
			require.Equal(t, []string{"open-payment p1", "charge p1"}, s.Did("open-payment", "charge"))
		})
	}
}

func TestOrder_TwoCardsAtOnce_OneCharge(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.FillsWizard()
	s.At(40*time.Second, func() {
		s.PaysNow("p1", "")
		s.PaysNow("p2", "")
	})

	s.RunToActive(time.Hour)

	require.Equal(t, contract.FailPaymentPending, s.Refused(contract.UpdatePay))
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
}

func TestOrder_PaidOrder_TakesNoOtherCard(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Pays(time.Minute, "p2")

	s.RunToActive(time.Hour)

	require.Equal(t, contract.FailAlreadyPaid, s.Refused(contract.UpdatePay))
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
}

func TestOrder_3DSPassed_IsPaid(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()
	s.Reported(5*time.Minute, "p1")
	s.At(5*time.Minute+time.Second, func() { require.Equal(t, contract.StagePreparing, s.Books.Last().Stage) })

	s.RunToActive(time.Hour)

	challenge := s.Answers[contract.UpdatePay].Payments[0]
	require.Equal(t, contract.PaymentChallenge, challenge.Status)
	require.NotEmpty(t, challenge.ChallengeURL)
	require.Equal(t, []string{"inquire p1"}, s.Did("inquire"))
}

func TestOrder_3DSAbandoned_CustomerPaysAnew(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentAbandoned}
	s.IsPaid()
	s.Pays(16*time.Minute, "p2")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned, "p2": contract.PaymentPaid}, s.PaymentsAre())
}

func TestOrder_FirstCardSucceedsLate_IsRefunded(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()
	s.Pays(2*time.Minute, "p2")
	s.Reported(3*time.Minute, "p1")

	end := s.RunToActive(time.Hour)

	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentPaid}, s.PaymentsAre())
	require.True(t, end.Payments[0].Double)
	require.Equal(t, []string{"refund p1 11000", "refunded p1 11000"}, s.Did("refund", "refunded"))
	require.Contains(t, s.MessagesSent(), "payment-double")
}

func TestOrder_DoublePaymentNotRefunded_IsHeld(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
	s.IsPaid()
	s.Pays(2*time.Minute, "p2") // held at once: no card in stock
	s.Reported(3*time.Minute, "p1")
	s.Mends(4*time.Minute, "allocate-sim")
	s.Resolves(5*time.Minute, contract.ResolveRetry)  // the refund is held next
	s.Resolves(6*time.Minute, contract.ResolveCancel) // would leave the money with us
	s.Mends(7*time.Minute, "refund")
	s.Resolves(8*time.Minute, contract.ResolveRetry)

	s.RunToActive(time.Hour)

	require.Equal(t, contract.FailResolutionNotAllowed, s.Refused(contract.UpdateResolve))
	require.Equal(t, []string{
		"hold sim_out_of_stock", "resume retry", "allocate-sim",
		"hold refund_refused", "resume retry", "refund p1 11000", "refunded p1 11000",
	}, s.Did("hold", "resume", "refund", "refunded", "allocate-sim"))
}

func TestOrder_CancelledWithTwoPaid_RefundsBoth(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentChallenge
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
	s.IsPaid()
	s.Pays(2*time.Minute, "p2")
	s.Reported(3*time.Minute, "p1")
	s.Cancels(4 * time.Minute)
	s.Mends(5*time.Minute, "refund")
	s.Resolves(6*time.Minute, contract.ResolveRetry)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentRefunded}, s.PaymentsAre())
}

func TestOrder_UnknownOutcome_AsksAtGrowingPauses(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentPending
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{
		contract.PaymentPending, contract.PaymentPending, contract.PaymentPending, contract.PaymentPending, contract.PaymentPaid,
	}
	s.IsPaid()
	s.Pays(time.Minute, "p2")
	s.ChoosesNumber(61*time.Second, workflowtest.Another)
	asked := map[time.Duration]int{}
	paid := 40 * time.Second
	for _, pause := range []time.Duration{2, 7, 22, 82, 382} {
		at := paid + pause*time.Second
		s.At(at-time.Second, func() { asked[pause-1] = len(s.Did("inquire")) })
		s.At(at+time.Second, func() { asked[pause+1] = len(s.Did("inquire")) })
	}

	s.RunToActive(time.Hour)

	require.Equal(t, contract.PaymentPending, s.Answers[contract.UpdatePay].Payments[0].Status)
	require.Equal(t, contract.FailPaymentPending, s.Refused(contract.UpdatePay), "no second card while the first one's outcome is open")
	require.Equal(t, contract.FailPaymentPending, s.Refused(contract.UpdateSelectNumber))
	require.Equal(t, map[time.Duration]int{1: 0, 3: 1, 6: 1, 8: 2, 21: 2, 23: 3, 81: 3, 83: 4, 381: 4, 383: 5}, asked)
	require.Equal(t, []string{"charge p1"}, s.Did("charge"))
}

func TestOrder_ChargeUnanswered_Pending(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("charge", workflowtest.ErrOutage)
	s.IsPaid()
	s.Mends(90*time.Second, "charge")
	s.Pays(2*time.Minute, "p2")

	s.RunToActive(time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentAbandoned, "p2": contract.PaymentPaid}, s.PaymentsAre())
}

func TestOrder_LateSuccessNumberFree_BuysIt(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentPending
	s.Outside.Outcomes["p1"] = workflowtest.PendingFor(8, contract.PaymentPaid)
	s.IsPaid()

	end := s.RunToActive(2 * workflowtest.Day)

	require.Len(t, s.Did("expire"), 1)
	require.Equal(t, workflowtest.Msisdn, end.Booking.MSISDN)
	require.False(t, end.Booking.Expired)
}

func TestOrder_NumberLostAfterPayment_IsReplaced(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.LosesNumber()
	s.ChoosesNumber(3*time.Hour, workflowtest.Another)

	end := s.RunToActive(4 * time.Hour)

	require.Empty(t, s.Refusals)
	require.Equal(t, workflowtest.Another, end.Booking.MSISDN)
	require.Contains(t, s.Books.Stages(), contract.StageNumberLost)
	require.Equal(t, []string{"hold-expired", "line-active", "number-lost", "order-delivered", "order-dispatched", "order-placed"}, s.MessagesSent())
	require.Empty(t, s.Did("refund"))
}

func TestOrder_NumberLostNotReplaced_IsRefunded(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.LosesNumber()

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.EndedNumberLost, end.Ended.Reason)
	require.Equal(t, end.Booking.ChooseUntil, end.Ended.At, "as late as the customer was told")
	require.Equal(t, contract.Halalas(workflowtest.Total), end.Ended.Refunded)
	require.Equal(t, []string{"refund p1 11000", "refunded p1 11000", "release-number " + workflowtest.Msisdn, "close no_other_number_chosen"},
		s.DidSince("begin-cancel no_other_number_chosen"))
}

// The money cannot be recorded as a payment for the number: none of it may be lost, and support must see it.
func TestOrder_PaymentRefusedByBooks_IsHeld(t *testing.T) {
	ways := map[string]struct {
		decide func(*workflowtest.Story)
		want   contract.Stage
	}{
		"retried after the fix": {func(s *workflowtest.Story) {
			s.Mends(time.Hour, "sell")
			s.Resolves(2*time.Hour, contract.ResolveRetry)
			s.Scanned(3*time.Hour, contract.ShipmentPickedUp)
			s.Scanned(4*time.Hour, contract.ShipmentDelivered)
			s.Activates(5 * time.Hour)
		}, contract.StageActive},
		"cancelled by support":          {func(s *workflowtest.Story) { s.Resolves(2*time.Hour, contract.ResolveCancel) }, contract.StageCancelled},
		"after the customer gave it up": {func(s *workflowtest.Story) { s.Cancels(time.Hour); s.Resolves(2*time.Hour, contract.ResolveRetry) }, contract.StageCancelled},
		"paid twice, then cancelled": {func(s *workflowtest.Story) {
			s.Pays(time.Minute, "p1")
			s.Resolves(2*time.Hour, contract.ResolveCancel)
		}, contract.StageCancelled},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.Fails("sell", workflowtest.No(contract.FailNumberUnknown))
			s.IsPaid()
			s.At(30*time.Minute, func() {
				require.Equal(t, &contract.Held{
					FailureCode: contract.FailNumberUnknown, Work: contract.WorkSellNumber, From: contract.StageWizard, Since: workflowtest.Begin.Add(40 * time.Second),
				}, s.Books.Last().Held)
				require.Equal(t, contract.StageHeld, s.Answers[contract.UpdatePay].Stage, "the customer is not left waiting")
			})
			way.decide(s)

			end := s.Run()

			require.Equal(t, way.want, end.Stage)
			require.Equal(t, []string{"charge p1"}, s.Did("charge"))
			want := map[contract.Stage]contract.PaymentStatus{contract.StageActive: contract.PaymentPaid, contract.StageCancelled: contract.PaymentRefunded}
			require.Equal(t, map[string]contract.PaymentStatus{"p1": want[way.want]}, s.PaymentsAre())
		})
	}
}
