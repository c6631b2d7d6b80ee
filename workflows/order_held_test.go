package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestOrder_SupportCallsAHeldOrderOffAndAllIsUndoneNewestFirst(t *testing.T) {
	s := newStory(t)
	s.fails("switch-on", no(contract.FailNetworkRefused))
	s.isDelivered()
	s.activates(3 * time.Hour)
	s.resolves(4*time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.Ended{Reason: contract.EndedBySupport, At: begin.Add(4 * time.Hour), Refunded: total}, *end.Ended)
	require.NotNil(t, end.SIM, "the card is in the customer's hands")
	require.Equal(t, []string{
		"resume cancel", "begin-cancel cancelled_by_support",
		"switch-off " + msisdn, "refund p1 11000", "refunded p1 11000", "release-number " + msisdn, "close cancelled_by_support",
	}, s.didSince("hold network_refused"))
}

func TestOrder_SupportCallsOffAnOrderWhoseParcelWasNeverBooked(t *testing.T) {
	s := newStory(t)
	s.fails("book-parcel", no(contract.FailCourierRefused))
	s.isPaid()
	s.resolves(time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{
		"resume cancel", "begin-cancel cancelled_by_support", "cancel-parcel", "return-sim",
		"refund p1 11000", "refunded p1 11000", "release-number " + msisdn, "close cancelled_by_support",
	}, s.didSince("hold courier_refused"))
}

func TestOrder_UndoThatFailsIsHeldAndTheRestFollowsWhenSupportSkipsIt(t *testing.T) {
	s := newStory(t)
	s.fails("refund", no(contract.FailRefundRefused))
	s.isPaid()
	s.cancels(time.Minute)
	s.at(2*time.Minute, func() {
		require.Equal(t, &contract.Held{
			FailureCode: contract.FailRefundRefused, Work: contract.WorkRefund, From: contract.StageCancelling,
			Since: begin.Add(time.Minute), CanSkip: true,
		}, s.books.last().Held)
	})
	s.resolves(3*time.Minute, contract.ResolveSkip)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{
		"return-sim", "hold refund_refused", "resume skip", "refunded-by-hand p1 11000", "release-number " + msisdn, "close cancelled_by_customer",
	}, s.didSince("begin-cancel cancelled_by_customer"))
}

func TestOrder_ResolveIsRefusedWhereItMakesNoSense(t *testing.T) {
	tests := map[string]struct {
		tell func(*story)
		want contract.Code
	}{
		"an order that is not held": {func(s *story) {
			s.resolves(30*time.Second, contract.ResolveRetry)
			s.cancels(2 * time.Minute)
		}, contract.FailNotHeld},
		"skipping what the customer paid for": {func(s *story) {
			s.fails("allocate-sim", no(contract.FailOutOfStock))
			s.resolves(time.Minute, contract.ResolveSkip)
			s.cancels(2 * time.Minute)
		}, contract.FailResolutionNotAllowed},
		"amending without saying what": {func(s *story) {
			s.fails("allocate-sim", no(contract.FailOutOfStock))
			s.resolves(time.Minute, contract.ResolveAmend)
			s.cancels(2 * time.Minute)
		}, contract.FailResolutionNotAllowed},
		"calling off what is called off already": {func(s *story) {
			s.fails("refund", no(contract.FailRefundRefused))
			s.cancels(time.Minute)
			s.resolves(2*time.Minute, contract.ResolveCancel)
			s.mends(3*time.Minute, "refund")
			s.say(4*time.Minute, contract.UpdateResolve, contract.Resolution{Action: contract.ResolveRetry})
		}, contract.FailResolutionNotAllowed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.isPaid()
			test.tell(s)
			s.run()
			require.Equal(t, test.want, s.refused(contract.UpdateResolve))
		})
	}
}

func TestOrder_TwoDecisionsAtOnceCountOnce(t *testing.T) {
	s := newStory(t)
	s.fails("allocate-sim", no(contract.FailOutOfStock))
	s.isPaid()
	s.at(time.Minute, func() {
		s.sayNow(contract.UpdateResolve, "", contract.Resolution{Action: contract.ResolveRetry, Actor: "support-1"})
		s.sayNow(contract.UpdateResolve, "", contract.Resolution{Action: contract.ResolveCancel, Actor: "support-2"})
	})
	s.cancels(2 * time.Minute)

	end := s.run()

	require.Equal(t, contract.FailNotHeld, s.refused(contract.UpdateResolve))
	require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
	require.Equal(t, []string{"hold sim_out_of_stock", "resume retry", "hold sim_out_of_stock", "resume "}, s.did("hold", "resume"))
}

func TestOrder_OperatorCancelsItInTheTemporalUI(t *testing.T) {
	toRelease := []string{"release-number " + msisdn, "close cancelled_by_support"}
	toRefund := append([]string{"refund p1 11000", "refunded p1 11000"}, toRelease...)
	tests := map[string]struct {
		tell func(*story)
		when time.Duration
		want []string
	}{
		"in the wizard": {(*story).fillsWizard, time.Minute, toRelease},
		"while 3-D Secure is open and then passed": {func(s *story) {
			s.outside.charges["p1"] = contract.PaymentChallenge
			s.outside.outcomes["p1"] = []contract.PaymentStatus{contract.PaymentPaid}
			s.isPaid()
			s.reported(2*time.Minute, "p1")
		}, time.Minute, append([]string{"inquire p1", "payment-paid p1"}, toRefund...)},
		"while the outcome of a payment is unknown": {func(s *story) {
			s.outside.charges["p1"] = contract.PaymentPending
			s.outside.outcomes["p1"] = pendingFor(1, contract.PaymentDeclined)
			s.isPaid()
		}, 41 * time.Second, append([]string{"inquire p1", "inquire p1", "payment-declined p1"}, toRelease...)},
		"after the number was lost": {(*story).losesNumber, 2 * time.Hour, toRefund},
		"while it is held": {func(s *story) {
			s.fails("allocate-sim", no(contract.FailOutOfStock))
			s.isPaid()
		}, time.Minute, toRefund},
		"with a parcel booked": {(*story).isPaid, time.Minute, append([]string{"cancel-parcel", "parcel-cancelled", "return-sim"}, toRefund...)},
		"with a parcel on its way": {func(s *story) {
			s.isPaid()
			s.scanned(time.Hour, contract.ShipmentPickedUp)
		}, 2 * time.Hour, toRefund},
		"after delivery": {(*story).isDelivered, day, toRefund},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			test.tell(s)
			s.at(test.when, s.CancelWorkflow)

			end := s.run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, test.want, s.didSince("begin-cancel cancelled_by_support"))
		})
	}
}

func TestOrder_OperatorCancelsItBeforeItWasOpened(t *testing.T) {
	s := newStory(t)
	s.at(time.Minute, s.CancelWorkflow)

	s.ExecuteWorkflow("Order", newOrder())

	require.True(t, s.IsWorkflowCompleted())
	require.Error(t, s.GetWorkflowError())
	require.Empty(t, s.did())
}

func TestOrder_LineThatWasBeingSwitchedOnWhenTheOperatorCancelledIsSwitchedOff(t *testing.T) {
	s := newStory(t)
	s.isDelivered()
	s.while("switch-on", s.CancelWorkflow)
	s.activates(3 * time.Hour)

	end := s.run()

	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, []string{"switch-on " + msisdn, "switch-off " + msisdn}, s.did("switch-on", "switch-off"))
}

func TestOrder_UndoHeldAfterAnOperatorsCancelCanStillBeResolved(t *testing.T) {
	s := newStory(t)
	s.fails("refund", no(contract.FailRefundRefused))
	s.isPaid()
	s.at(time.Minute, s.CancelWorkflow)
	s.mends(2*time.Minute, "refund")
	s.resolves(3*time.Minute, contract.ResolveRetry)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Equal(t, contract.PaymentRefunded, end.Payments[0].Status)
}
