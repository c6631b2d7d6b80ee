package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// lineTotal is fee and delivery of a replacement, and of a further SIM.
const (
	lineTotal = 5000
	guardFor  = 24 * time.Hour
)

// lineStory is an order about a line that exists.
type lineStory struct {
	*story
	input contract.OrderInput
}

func newLineStory(t *testing.T, kind contract.Kind) *lineStory {
	s := &lineStory{newStory(t), newOrder()}
	s.input.Order.Kind, s.input.Order.NumberSource, s.input.Order.CreatedAt = kind, contract.NumberExisting, begin
	s.input.Settings.GuardFor = guardFor
	if kind == contract.KindMultiSIM {
		s.input.Order.SIMType = contract.SIMPhysical
	}
	return s
}

var lostSIM = contract.ReplacementRequest{LineID: lineID, IDNumber: "1000000008", Reason: contract.ReplaceLost, DisputeURL: "https://selfcare.example/not-me"}

func (s *lineStory) asksForReplacement() {
	s.say(0, contract.UpdateOpen, nil)
	s.say(5*time.Second, contract.UpdateRequestReplacement, lostSIM)
}

func (s *lineStory) describesExtraSIM() {
	s.say(0, contract.UpdateOpen, nil)
	s.say(5*time.Second, contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{LineID: lineID, Name: "Watch"})
}

// confirmsAndPays says the rest of the wizard, within a minute.
func (s *lineStory) confirmsAndPays() {
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.givesContactAndAddress(25 * time.Second)
	s.say(lastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: lineTotal})
	s.pays(40*time.Second, "p1")
}

func (s *lineStory) isReplacedUpToDelivery() {
	s.asksForReplacement()
	s.confirmsAndPays()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(2*time.Hour, contract.ShipmentDelivered)
}

func (s *lineStory) run() contract.Order {
	s.ExecuteWorkflow(contract.WorkflowOrder, s.input)
	require.True(s.t, s.IsWorkflowCompleted())
	require.NoError(s.t, s.GetWorkflowError())
	return s.books.last()
}

func (s *lineStory) disputes(when time.Duration) { s.say(when, contract.UpdateDispute, nil) }

func TestReplacement_FromRequestToNewSIM(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.isReplacedUpToDelivery()
	s.activates(3 * time.Hour)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{
		"open", "request-replacement lost", "push order1", "identity-waiting", "identity-completed", "contact", "delivery", "confirm",
		"open-payment p1", "charge p1", "payment-paid p1", "claim-line", "suspend " + oldICCID, "allocate-sim",
		"book-parcel riyadh", "parcel-booked", "parcel-picked-up", "parcel-delivered",
		"push activation1", "identity-waiting", "identity-completed", "swap " + iccid, "take-over guarded 24h0m0s", "complete",
		"release-line " + orderID,
	}, s.did())
	require.Equal(t, []string{
		"new-sim-active", "order-delivered", "order-dispatched", "order-placed", "replacement-requested", "replacement-requested",
		"sim-taken-over", "sim-taken-over",
	}, s.messagesSent())
}

func TestReplacement_IsRefusedWhereTheRuleSaysSo(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.books.fails("request-replacement", no(contract.FailLineBusy))
	s.asksForReplacement()
	s.cancels(time.Minute)

	end := s.run()

	require.Equal(t, contract.FailLineBusy, s.refused(contract.UpdateRequestReplacement))
	require.Equal(t, contract.StageCancelled, end.Stage)
	require.Empty(t, s.messagesSent(), "nobody is frightened for nothing")
}

func TestReplacement_CancelledAtAnyStepBringsTheOldSIMBack(t *testing.T) {
	tests := map[string]struct {
		when     func(*lineStory)
		restored bool
	}{
		"in the wizard":                {func(s *lineStory) { s.cancels(10 * time.Second) }, false},
		"while it is paid":             {func(s *lineStory) { s.while("charge", s.cancelsNow) }, false},
		"while the line is claimed":    {func(s *lineStory) { s.while("claim-line", s.cancelsNow) }, true},
		"while the SIM is suspended":   {func(s *lineStory) { s.while("suspend", s.cancelsNow) }, true},
		"while a card is taken":        {func(s *lineStory) { s.while("allocate-sim", s.cancelsNow) }, true},
		"while the parcel is prepared": {func(s *lineStory) { s.cancels(30 * time.Minute) }, true},
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
			require.Equal(t, tt.restored, len(s.did("restore", "old-sim-works")) == 2, s.did())
			if name != "in the wizard" {
				require.Equal(t, []string{"refunded p1 5000"}, s.did("refunded"))
			}
		})
	}
}

func TestReplacement_AParcelThatComesBackBringsTheOldSIMBack(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.asksForReplacement()
	s.confirmsAndPays()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(2*time.Hour, contract.ShipmentReturned)

	end := s.run()

	require.Equal(t, contract.EndedReturned, end.Ended.Reason)
	require.Equal(t, []string{"restore " + oldICCID, "old-sim-works"}, s.did("restore", "old-sim-works"))
	require.Equal(t, []string{"refund p1 2500"}, s.did("refund"), "the delivery was used")
}

func TestReplacement_AClaimThatRanOutEndsTheOrder(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.books.fails("claim-line", no(contract.FailLineBusy))
	s.asksForReplacement()
	s.confirmsAndPays()

	end := s.run()

	require.Equal(t, contract.EndedLineBusy, end.Ended.Reason)
	require.Equal(t, []string{"refund p1 5000"}, s.did("refund"))
	require.Empty(t, s.did("suspend", "restore", "old-sim-works"), "the line is somebody else's now")
}

func TestReplacement_ARefusedSwapIsHeldAndSupportBringsTheOldSIMBack(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.outside.fails("swap", no(contract.FailNetworkRefused))
	s.isReplacedUpToDelivery()
	s.activates(3 * time.Hour)
	s.at(4*time.Hour, func() { require.Equal(t, contract.WorkTakeOver, s.books.last().Held.Work) })
	s.resolves(5*time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.FailActivation, s.refused(contract.UpdateActivate))
	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{"restore " + oldICCID, "old-sim-works"}, s.did("restore", "old-sim-works"))
}

func TestDispute_StopsTheOrderWhereverItIs(t *testing.T) {
	tests := map[string]struct {
		when   time.Duration
		paid   bool
		refund []string
	}{
		"in the wizard":          {10 * time.Second, false, nil},
		"while it is prepared":   {30 * time.Minute, true, []string{"refund p1 5000"}},
		"on its way":             {90 * time.Minute, true, []string{"refund p1 5000"}},
		"delivered to somebody ": {150 * time.Minute, true, []string{"refund p1 5000"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newLineStory(t, contract.KindSIMReplacement)
			s.asksForReplacement()
			if tt.paid {
				s.confirmsAndPays()
				s.scanned(time.Hour, contract.ShipmentPickedUp)
				s.scanned(2*time.Hour, contract.ShipmentDelivered)
			}
			s.disputes(tt.when)
			s.disputes(tt.when) // a double click

			end := s.run()

			require.Empty(t, s.refused(contract.UpdateDispute))
			require.Equal(t, contract.EndedDisputed, end.Ended.Reason)
			require.Equal(t, tt.refund, s.did("refund"))
			require.Equal(t, tt.paid, len(s.did("restore")) == 1)
			require.Empty(t, s.did("swap"))
		})
	}
}

func TestDispute_AfterTheTakeOverIsHeldForSupport(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.isReplacedUpToDelivery()
	s.activates(3 * time.Hour)
	s.disputes(5 * time.Hour)
	s.at(6*time.Hour, func() {
		held := s.books.last()
		require.Equal(t, contract.StageHeld, held.Stage)
		require.Equal(t, contract.FailDisputeLate, held.Held.FailureCode)
	})
	s.resolves(7*time.Hour, contract.ResolveCancel)
	s.at(8*time.Hour, func() { require.Equal(t, contract.FailResolutionNotAllowed, s.refused(contract.UpdateResolve)) })
	s.resolves(9*time.Hour, contract.ResolveSkip)

	end := s.run()

	require.Equal(t, contract.StageActive, end.Stage)
	require.Empty(t, s.did("refund", "restore"))
}

func TestDispute_WhileTheTakeOverIsHeldWaitsForIt(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.outside.fails("swap", no(contract.FailNetworkRefused))
	s.isReplacedUpToDelivery()
	s.activates(3 * time.Hour)
	s.disputes(4 * time.Hour)
	s.mends(5*time.Hour, "swap")
	s.resolves(6*time.Hour, contract.ResolveRetry)
	s.at(7*time.Hour, func() { require.Equal(t, contract.FailDisputeLate, s.books.last().Held.FailureCode) })
	s.resolves(8*time.Hour, contract.ResolveSkip)

	require.Equal(t, contract.StageActive, s.run().Stage)
}

func TestDispute_WhatOperatorsEndIsNotUndone(t *testing.T) {
	s := newLineStory(t, contract.KindSIMReplacement)
	s.isReplacedUpToDelivery()
	s.activates(3 * time.Hour)
	s.at(5*time.Hour, s.CancelWorkflow)

	require.Equal(t, contract.StageActive, s.run().Stage)
	require.Empty(t, s.did("refund", "restore"))
}

func TestDispute_IsForReplacementsOnly(t *testing.T) {
	s := newStory(t)
	s.isPaid()
	s.say(time.Minute, contract.UpdateDispute, nil)
	s.runToActive(time.Hour)
	require.Equal(t, contract.FailDisputeLink, s.refused(contract.UpdateDispute))
}

func TestMultiSIM_FromNameToWorkingSIM(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.describesExtraSIM()
	s.confirmsAndPays()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(2*time.Hour, contract.ShipmentDelivered)
	s.activates(3 * time.Hour)

	end := s.run()

	require.Empty(t, s.refusals)
	require.Equal(t, contract.StageActive, end.Stage)
	require.Equal(t, []string{"add-sim " + iccid, "note-extra-sim", "complete"}, s.did("add-sim", "note-extra-sim", "complete"))
	require.Contains(t, s.messagesSent(), "extra-sim-active")
	require.Empty(t, s.did("suspend", "claim-line"), "the line works on meanwhile")
}

func TestMultiSIM_OneTooManyIsRefused(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.books.fails("describe-extra-sim", no(contract.FailMaxMultiSIMs))
	s.describesExtraSIM()
	s.cancels(time.Minute)
	s.run()
	require.Equal(t, contract.FailMaxMultiSIMs, s.refused(contract.UpdateDescribeExtraSIM))
}

func TestMultiSIM_ASIMTheNetworkRefusesIsTakenBackBySupport(t *testing.T) {
	s := newLineStory(t, contract.KindMultiSIM)
	s.outside.fails("add-sim", no(contract.FailNetworkRefused))
	s.describesExtraSIM()
	s.confirmsAndPays()
	s.scanned(time.Hour, contract.ShipmentPickedUp)
	s.scanned(2*time.Hour, contract.ShipmentDelivered)
	s.activates(3 * time.Hour)
	s.resolves(5*time.Hour, contract.ResolveCancel)

	end := s.run()

	require.Equal(t, contract.EndedBySupport, end.Ended.Reason)
	require.Equal(t, []string{"remove-sim " + iccid, "drop-extra-sim", "refund p1 5000"}, s.did("remove-sim", "drop-extra-sim", "refund"))
}
