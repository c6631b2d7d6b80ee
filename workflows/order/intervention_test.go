package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// Support has decided: until new work fails the order needs no attention, however long the partner takes.
func TestOrder_Resumed_NeedsNoAttention(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
	s.IsPaid()
	shown := s.KeepsAttributes()
	s.At(2*time.Minute, func() {
		require.Equal(t, true, shown[contract.AttrNeedsAttention])
		s.Fails("book-parcel", workflowtest.ErrOutage)
	})
	s.Resolves(3*time.Minute, contract.ResolveRetry)
	s.At(4*time.Minute, func() {
		require.Equal(t, false, shown[contract.AttrNeedsAttention])
		require.NotEqual(t, "held", shown[contract.AttrStage])
		require.Empty(t, s.Did("book-parcel"), "still asked")
		s.Fails("book-parcel", nil)
	})

	s.RunToActive(time.Hour)
}

func TestOrder_SupportCancels_UndoesNewestFirst(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("switch-on", workflowtest.No(contract.FailNetworkRefused))
	s.IsDelivered()
	s.Activates(3 * time.Hour)
	s.Resolves(4*time.Hour, contract.ResolveCancel)

	end := s.Run()

	require.Equal(t, contract.Ended{Reason: contract.EndedBySupport, At: workflowtest.Begin.Add(4 * time.Hour), Refunded: workflowtest.Total}, *end.Ended)
	require.NotNil(t, end.SIM, "the card is in the customer's hands")
	require.Equal(t, []string{
		"resume cancel", "begin-cancel cancelled_by_support",
		"switch-off " + workflowtest.Msisdn, "refund p1 11000", "refunded p1 11000", "release-number " + workflowtest.Msisdn, "close cancelled_by_support",
	}, s.DidSince("hold network_refused"))
}

func TestOrder_SupportCancels_IsUndone(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("book-parcel", workflowtest.No(contract.FailCourierRefused))
	s.IsPaid()
	s.Resolves(time.Hour, contract.ResolveCancel)

	end := s.Run()

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{
		"resume cancel", "begin-cancel cancelled_by_support", "cancel-parcel", "return-sim",
		"refund p1 11000", "refunded p1 11000", "release-number " + workflowtest.Msisdn, "close cancelled_by_support",
	}, s.DidSince("hold courier_refused"))
}

func TestOrder_UndoFails_SkippedAndRestFollows(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
	s.IsPaid()
	s.Cancels(time.Minute)
	s.At(2*time.Minute, func() {
		require.Equal(t, &contract.Held{
			FailureCode: contract.FailRefundRefused, Work: contract.WorkRefund, From: contract.StageCancelling,
			Since: workflowtest.Begin.Add(time.Minute), CanSkip: true, Refund: &contract.HeldRefund{PaymentID: "p1", Amount: 11000},
		}, s.Books.Last().Held)
	})
	s.Resolves(3*time.Minute, contract.ResolveSkip)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{
		"return-sim", "hold refund_refused", "resume skip", "refunded-by-hand p1 11000", "release-number " + workflowtest.Msisdn, "close cancelled_by_customer",
	}, s.DidSince("begin-cancel cancelled_by_customer"))
}

// A declined payment turns out to be paid while the refund of the order's own payment is held.
func TestOrder_TwoRefunds_HandBookingIsTheHeldOne(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Outside.Charges["p1"] = contract.PaymentDeclined
	s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
	s.IsPaid()
	s.Pays(time.Minute, "p2")
	s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
	s.Cancels(2 * time.Minute) // the refund of p2 is held
	s.Mends(3*time.Minute, "refund")
	s.Reported(4*time.Minute, "p1")
	s.Resolves(10*time.Minute, contract.ResolveSkip)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{"refunded-by-hand p2 11000"}, s.Did("refunded-by-hand"))
	require.Equal(t, []string{"refund p1 11000"}, s.Did("refund"))
	require.Equal(t, map[string]contract.PaymentStatus{"p1": contract.PaymentRefunded, "p2": contract.PaymentRefunded}, s.PaymentsAre())
}

func TestOrder_ResolveNotHeld_IsRefused(t *testing.T) {
	tests := map[string]struct {
		tell func(*workflowtest.Story)
		want contract.Code
	}{
		"an order that is not held": {func(s *workflowtest.Story) {
			s.Resolves(30*time.Second, contract.ResolveRetry)
			s.Cancels(2 * time.Minute)
		}, contract.FailNotHeld},
		"skipping what the customer paid for": {func(s *workflowtest.Story) {
			s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
			s.Resolves(time.Minute, contract.ResolveSkip)
			s.Cancels(2 * time.Minute)
		}, contract.FailResolutionNotAllowed},
		"amending without saying what": {func(s *workflowtest.Story) {
			s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
			s.Resolves(time.Minute, contract.ResolveAmend)
			s.Cancels(2 * time.Minute)
		}, contract.FailResolutionNotAllowed},
		"calling off what is called off already": {func(s *workflowtest.Story) {
			s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
			s.Cancels(time.Minute)
			s.Resolves(2*time.Minute, contract.ResolveCancel)
			s.Mends(3*time.Minute, "refund")
			s.Say(4*time.Minute, contract.UpdateResolve, contract.Resolution{Action: contract.ResolveRetry})
		}, contract.FailResolutionNotAllowed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			s.IsPaid()
			test.tell(s)
			s.Run()
			require.Equal(t, test.want, s.Refused(contract.UpdateResolve))
		})
	}
}

func TestOrder_TwoDecisionsAtOnce_CountOnce(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.IsPaid()
	s.At(time.Minute, func() {
		s.SayNow(contract.UpdateResolve, "", contract.Resolution{Action: contract.ResolveRetry, Actor: "support-1"})
		s.SayNow(contract.UpdateResolve, "", contract.Resolution{Action: contract.ResolveCancel, Actor: "support-2"})
	})
	s.Cancels(2 * time.Minute)

	end := s.Run()

	require.Equal(t, contract.FailNotHeld, s.Refused(contract.UpdateResolve))
	require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
	require.Equal(t, []string{"hold sim_out_of_stock", "resume retry", "hold sim_out_of_stock", "resume "}, s.Did("hold", "resume"))
}

func TestOrder_OperatorCancels_IsUndone(t *testing.T) {
	toRelease := []string{"release-number " + workflowtest.Msisdn, "close cancelled_by_support"}
	toRefund := append([]string{"refund p1 11000", "refunded p1 11000"}, toRelease...)
	tests := map[string]struct {
		tell func(*workflowtest.Story)
		when time.Duration
		want []string
	}{
		"in the wizard": {(*workflowtest.Story).FillsWizard, time.Minute, toRelease},
		"while 3-D Secure is open and then passed": {func(s *workflowtest.Story) {
			s.Outside.Charges["p1"] = contract.PaymentChallenge
			s.Outside.Outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.IsPaid()
			s.Reported(2*time.Minute, "p1")
		}, time.Minute, append([]string{"inquire p1", "payment-paid p1"}, toRefund...)},
		"while the outcome of a payment is unknown": {func(s *workflowtest.Story) {
			s.Outside.Charges["p1"] = contract.PaymentPending
			s.Outside.Outcomes["p1"] = workflowtest.PendingFor(1, contract.PaymentDeclined)
			s.IsPaid()
		}, 41 * time.Second, append([]string{"inquire p1", "inquire p1", "payment-declined p1"}, toRelease...)},
		"after the number was lost": {(*workflowtest.Story).LosesNumber, 2 * time.Hour, toRefund},
		"while it is held": {func(s *workflowtest.Story) {
			s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
			s.IsPaid()
		}, time.Minute, toRefund},
		"with a parcel booked": {(*workflowtest.Story).IsPaid, time.Minute, append([]string{"cancel-parcel", "parcel-cancelled", "return-sim"}, toRefund...)},
		"with a parcel on its way": {func(s *workflowtest.Story) {
			s.IsPaid()
			s.Scanned(time.Hour, contract.ShipmentPickedUp)
		}, 2 * time.Hour, toRefund},
		"after delivery": {(*workflowtest.Story).IsDelivered, workflowtest.Day, toRefund},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewStory(t)
			test.tell(s)
			s.At(test.when, s.CancelWorkflow)

			end := s.Run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, test.want, s.DidSince("begin-cancel cancelled_by_support"))
		})
	}
}

func TestOrder_OperatorCancelsBeforeOpen_Ends(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.At(time.Minute, s.CancelWorkflow)

	s.ExecuteWorkflow("Order", workflowtest.NewOrder())

	require.True(t, s.IsWorkflowCompleted())
	require.Error(t, s.GetWorkflowError())
	require.Empty(t, s.Did())
}

func TestOrder_OperatorCancelsActivation_LineOff(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsDelivered()
	s.While("switch-on", s.CancelWorkflow)
	s.Activates(3 * time.Hour)

	end := s.Run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{"switch-on " + workflowtest.Msisdn, "switch-off " + workflowtest.Msisdn}, s.Did("switch-on", "switch-off"))
}

func TestOrder_OperatorCancels_UndoIsResolvable(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.Fails("refund", workflowtest.No(contract.FailRefundRefused))
	s.IsPaid()
	s.At(time.Minute, s.CancelWorkflow)
	s.Mends(2*time.Minute, "refund")
	s.Resolves(3*time.Minute, contract.ResolveRetry)

	end := s.Run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.PaymentRefunded, end.Payments[0].Status)
}

// Two workers died during work that the network does once. The next worker knows less than the row, and the network refuses
// the repeat. With the row's state the work counts as done.
func TestOrder_WorkFailsWhileBehind_IsDoneAgain(t *testing.T) {
	s := newForgetful(t)
	s.Fails("allocate-sim", workflowtest.No(contract.FailOutOfStock))
	s.HappensDuring("allocate-sim", func() {
		s.Books.Forgets(func(*contract.Order) {})
		s.HappensDuring("allocate-sim", func() { s.Fails("allocate-sim", nil) })
	})
	s.IsPaid()

	s.RunToActive(time.Hour)

	require.Empty(t, s.Did("hold"))
}
