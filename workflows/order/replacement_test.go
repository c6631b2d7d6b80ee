package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// lineTotal is fee and delivery of a replacement, and of a further SIM.
const (
	lineTotal = 5000
	guardFor  = 24 * time.Hour
)

// lineStory is an order for an existing line.
type lineStory struct {
	*workflowtest.Story
	input contract.OrderInput
}

func newLineStory(t *testing.T, kind contract.Kind) *lineStory {
	s := &lineStory{workflowtest.NewStory(t), workflowtest.NewOrder()}
	s.input.Order.Kind, s.input.Order.NumberSource, s.input.Order.CreatedAt = kind, contract.NumberExisting, workflowtest.Begin
	s.input.Settings.GuardFor = guardFor
	if kind == contract.KindMultiSIM {
		s.input.Order.SIMType = contract.SIMPhysical
	}
	return s
}

func (s *lineStory) asksForReplacement() {
	s.Say(0, contract.UpdateOpen, nil)
	s.Say(5*time.Second, contract.UpdateRequestReplacement, workflowtest.LostSIM)
}

func (s *lineStory) describesExtraSIM() {
	s.Say(0, contract.UpdateOpen, nil)
	s.Say(5*time.Second, contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: workflowtest.LineID, Name: "Watch"})
}

// confirmsAndPays takes the other steps of the wizard, within a minute.
func (s *lineStory) confirmsAndPays() {
	s.AsksForPush(15 * time.Second)
	s.AppAnswers(17*time.Second, "order1", contract.IdentityCompleted)
	s.GivesContactAndAddress(25 * time.Second)
	s.Say(workflowtest.LastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: lineTotal})
	s.Pays(40*time.Second, "p1")
}

func (s *lineStory) isReplacedUpToDelivery() {
	s.asksForReplacement()
	s.confirmsAndPays()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
}

func (s *lineStory) run() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowOrder, s.input)
	require.True(s.T, s.IsWorkflowCompleted())
	require.NoError(s.T, s.GetWorkflowError())
	return s.Books.Last()
}

func (s *lineStory) disputes(when time.Duration) { s.Say(when, contract.UpdateDispute, nil) }

func TestReplacement_HappyPath_NewSIMWorks(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.isReplacedUpToDelivery()
	s.Activates(3 * time.Hour)

	end := s.run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{
		"open", "request-replacement lost", "push order1", "identity-waiting", "ask-app order1", "identity-completed", "contact", "delivery", "confirm",
		"open-payment p1", "charge p1", "payment-paid p1", "claim-line", "suspend " + workflowtest.OldICCID, "allocate-sim",
		"book-parcel riyadh", "parcel-booked", "parcel-picked-up", "parcel-delivered",
		"push activation1", "identity-waiting", "ask-app activation1", "identity-completed", "swap " + workflowtest.Iccid, "take-over guarded 24h0m0s", "complete",
		"release-line " + workflowtest.OrderID,
	}, s.Did())
	require.Equal(t, []string{
		"new-sim-active", "order-delivered", "order-dispatched", "order-placed", "replacement-requested", "replacement-requested",
		"sim-taken-over", "sim-taken-over",
	}, s.MessagesSent())
}

func TestReplacement_RuleForbids_IsRefused(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.Books.Fails("request-replacement", workflowtest.No(contract.FailLineBusy))
	s.asksForReplacement()
	s.Cancels(time.Minute)

	end := s.run()

	require.Equal(t, contract.FailLineBusy, s.Refused(contract.UpdateRequestReplacement))
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Empty(t, s.MessagesSent(), "no needless warning")
}

func TestReplacement_Cancelled_RestoresOldSIM(t *testing.T) {
	tests := map[string]struct {
		when     func(*lineStory)
		restored bool
	}{
		"in the wizard":                {func(s *lineStory) { s.Cancels(10 * time.Second) }, false},
		"while it is paid":             {func(s *lineStory) { s.While("charge", s.CancelsNow) }, false},
		"while the line is claimed":    {func(s *lineStory) { s.While("claim-line", s.CancelsNow) }, true},
		"while the SIM is suspended":   {func(s *lineStory) { s.While("suspend", s.CancelsNow) }, true},
		"while a card is taken":        {func(s *lineStory) { s.While("allocate-sim", s.CancelsNow) }, true},
		"while the parcel is prepared": {func(s *lineStory) { s.Cancels(30 * time.Minute) }, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newLineStory(t, contract.KindSIMReplacement)
			s.asksForReplacement()
			if name != "in the wizard" {
				s.confirmsAndPays()
			}
			tt.when(s)

			end := s.run()

			require.Equal(t, contract.StageCancelled, end.Stage)
			require.Equal(t, contract.EndedByCustomer, end.Ended.Reason)
			require.Equal(t, tt.restored, len(s.Did("restore", "old-sim-works")) == 2, s.Did())
			if name != "in the wizard" {
				require.Equal(t, []string{"refunded p1 5000"}, s.Did("refunded"))
			}
		})
	}
}

func TestReplacement_Returned_SIMBack(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.asksForReplacement()
	s.confirmsAndPays()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(2*time.Hour, contract.ShipmentReturned)

	end := s.run()

	require.Equal(t, contract.EndedReturned, end.Ended.Reason)
	require.Equal(t, []string{"restore " + workflowtest.OldICCID, "old-sim-works"}, s.Did("restore", "old-sim-works"))
	require.Equal(t, []string{"refund p1 2500"}, s.Did("refund"), "the delivery was used")
}

func TestReplacement_ClaimExpired_EndsOrder(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.Books.Fails("claim-line", workflowtest.No(contract.FailLineBusy))
	s.asksForReplacement()
	s.confirmsAndPays()

	end := s.run()

	require.Equal(t, contract.EndedLineBusy, end.Ended.Reason)
	require.Equal(t, []string{"refund p1 5000"}, s.Did("refund"))
	require.Empty(t, s.Did("suspend", "restore", "old-sim-works"), "the line belongs to another customer now")
}

func TestReplacement_SwapRefused_SupportRestores(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.Outside.Fails("swap", workflowtest.No(contract.FailNetworkRefused))
	s.isReplacedUpToDelivery()
	s.Activates(3 * time.Hour)
	s.At(4*time.Hour, func() { require.Equal(t, contract.WorkTakeOver, s.Books.Last().Held.Work) })
	s.Resolves(5*time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.FailActivation, s.Refused(contract.UpdateActivate))
	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{"restore " + workflowtest.OldICCID, "old-sim-works"}, s.Did("restore", "old-sim-works"))
}

func TestDispute_BeforeTakeOver_StopsOrder(t *testing.T) {
	tests := map[string]struct {
		when   time.Duration
		paid   bool
		refund []string
	}{
		"in the wizard":               {10 * time.Second, false, nil},
		"while it is prepared":        {30 * time.Minute, true, []string{"refund p1 5000"}},
		"on its way":                  {90 * time.Minute, true, []string{"refund p1 5000"}},
		"delivered to another person": {150 * time.Minute, true, []string{"refund p1 5000"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newLineStory(t, contract.KindSIMReplacement)
			s.asksForReplacement()
			if tt.paid {
				s.confirmsAndPays()
				s.Scanned(time.Hour, contract.ShipmentPickedUp)
				s.Scanned(2*time.Hour, contract.ShipmentDelivered)
			}
			s.disputes(tt.when)
			s.disputes(tt.when) // a double click

			end := s.run()

			require.Empty(t, s.Refused(contract.UpdateDispute))
			require.Equal(t, contract.EndedDisputed, end.Ended.Reason)
			require.Equal(t, tt.refund, s.Did("refund"))
			require.Equal(t, tt.paid, len(s.Did("restore")) == 1)
			require.Empty(t, s.Did("swap"))
		})
	}
}

func TestDispute_AfterTakeOver_IsHeld(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.isReplacedUpToDelivery()
	s.Activates(3 * time.Hour)
	s.disputes(5 * time.Hour)
	s.At(6*time.Hour, func() {
		held := s.Books.Last()
		require.Equal(t, contract.StageHeld, held.Stage)
		require.Equal(t, contract.FailDisputeLate, held.Held.FailureCode)
	})
	s.Resolves(7*time.Hour, contract.ResolveCancel)
	s.At(8*time.Hour, func() { require.Equal(t, contract.FailResolutionNotAllowed, s.Refused(contract.UpdateResolve)) })
	s.Resolves(9*time.Hour, contract.ResolveSkip)

	end := s.run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Empty(t, s.Did("refund", "restore"))
}

func TestDispute_TakeOverHeld_Waits(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.Outside.Fails("swap", workflowtest.No(contract.FailNetworkRefused))
	s.isReplacedUpToDelivery()
	s.Activates(3 * time.Hour)
	s.disputes(4 * time.Hour)
	s.Mends(5*time.Hour, "swap")
	s.Resolves(6*time.Hour, contract.ResolveRetry)
	s.At(7*time.Hour, func() { require.Equal(t, contract.FailDisputeLate, s.Books.Last().Held.FailureCode) })
	s.Resolves(8*time.Hour, contract.ResolveSkip)

	require.Equal(t, contract.StageActive, s.run().Stage)
}

func TestDispute_OperatorCancels_UndoesNothing(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.isReplacedUpToDelivery()
	s.Activates(3 * time.Hour)
	s.At(5*time.Hour, s.CancelWorkflow)

	require.Equal(t, contract.StageActive, s.run().Stage)
	require.Empty(t, s.Did("refund", "restore"))
}

func TestDispute_OtherKinds_AreRefused(t *testing.T) {
	s := workflowtest.NewStory(t)
	s.IsPaid()
	s.Say(time.Minute, contract.UpdateDispute, nil)
	s.RunToActive(time.Hour)
	require.Equal(t, contract.FailDisputeLink, s.Refused(contract.UpdateDispute))
}

func TestMultiSIM_HappyPath_SIMWorks(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.describesExtraSIM()
	s.confirmsAndPays()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
	s.Activates(3 * time.Hour)

	end := s.run()

	require.Empty(t, s.Refusals)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{"add-sim " + workflowtest.Iccid, "note-extra-sim", "complete"}, s.Did("add-sim", "note-extra-sim", "complete"))
	require.Contains(t, s.MessagesSent(), "extra-sim-active")
	require.Empty(t, s.Did("suspend"), "the line works on meanwhile")
	require.Len(t, s.Did("take-line"), 1)
}

func TestMultiSIM_LineTakenMeanwhile_Refunds(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.Books.Fails("take-line", workflowtest.No(contract.FailLineBusy))
	s.describesExtraSIM()
	s.confirmsAndPays()

	end := s.run()

	require.Equal(t, contract.EndedLineBusy, end.Ended.Reason)
	require.Equal(t, []string{"refund p1 5000"}, s.Did("refund"))
	require.Empty(t, s.Did("add-sim", "allocate-sim"))
}

func TestMultiSIM_OneTooMany_IsRefused(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.Books.Fails("describe-extra-sim", workflowtest.No(contract.FailMaxMultiSIMs))
	s.describesExtraSIM()
	s.Cancels(time.Minute)
	s.run()
	require.Equal(t, contract.FailMaxMultiSIMs, s.Refused(contract.UpdateDescribeExtraSIM))
}

func TestMultiSIM_NetworkRefuses_SupportUndoes(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.Outside.Fails("add-sim", workflowtest.No(contract.FailNetworkRefused))
	s.describesExtraSIM()
	s.confirmsAndPays()
	s.Scanned(time.Hour, contract.ShipmentPickedUp)
	s.Scanned(2*time.Hour, contract.ShipmentDelivered)
	s.Activates(3 * time.Hour)
	s.Resolves(5*time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{"remove-sim " + workflowtest.Iccid, "drop-extra-sim", "refund p1 5000"}, s.Did("remove-sim", "drop-extra-sim", "refund"))
}
