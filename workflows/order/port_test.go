package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

func TestPortOrder_Delivered_NumberMoves(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsDelivered()
	s.At(3*time.Hour+10*time.Minute, func() {
		o := s.Books.Last()
		require.Equal(t, contract.StageDelivered, o.Stage)
		require.Equal(t, contract.PortScheduled, o.Port.Status)
		require.Equal(t, workflowtest.Begin.Add(3*time.Hour+15*time.Minute), o.Port.CutOverAt)
		require.Contains(t, s.MessagesSent(), "port-soon")
	})

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, contract.PortCompleted, end.Port.Status)
	require.Equal(t, []contract.Code{contract.HintCredit}, end.Port.Hints)
	require.Equal(t, []contract.Stage{
		contract.StageWizard, contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered,
		contract.StagePorting, contract.StageActive,
	}, s.Books.Stages())
	require.Equal(t, []string{
		"submit-port " + workflowtest.OrderID + "-1 stc " + workflowtest.BroughtAlong, "allocate-sim", "book-parcel riyadh",
		"release " + workflowtest.OrderID + "-1", "switch-on " + workflowtest.BroughtAlong, "broadcast", "complete",
	}, s.Did("submit-port", "allocate-sim", "book-parcel", "release", "switch-on", "broadcast", "complete"))
	require.Equal(t, []string{
		"line-active", "order-delivered-port", "order-dispatched", "order-placed", "port-approved", "port-soon", "port-submitted",
	}, s.MessagesSent())
}

func TestPortOrder_NotApproved_SendsNothing(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.At(50*time.Minute, func() {
		require.Equal(t, contract.PortSubmitted, s.Books.Last().Port.Status)
		require.Equal(t, workflowtest.WorkingDays.After(workflowtest.Begin.Add(40*time.Second), workflowtest.AnswerWithin), s.Books.Last().Port.ExpectedAt)
		require.Empty(t, s.Did("allocate-sim", "book-parcel"))
	})
	s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "")
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(3*time.Hour, contract.ShipmentDelivered)

	s.RunsTo(contract.StageActive)
}

func TestPortOrder_DuesPaid_IsSubmittedAgain(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.DonorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.At(90*time.Minute, func() {
		require.Equal(t, contract.PortUnpaidDues, s.Books.Last().Port.Rejection)
		require.Equal(t, contract.StagePlaced, s.Books.Last().Stage)
	})
	s.Corrects(2*time.Hour, contract.PortCorrection{})
	s.DonorSays(3*time.Hour, 2, 2, contract.PortApproved, "")
	s.Scanned(4*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(5*time.Hour, contract.ShipmentDelivered)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, 2, end.Port.Tries)
	require.Empty(t, end.Port.Rejection)
	require.Equal(t, []string{
		"submit-port " + workflowtest.OrderID + "-1 stc " + workflowtest.BroughtAlong, "submit-port " + workflowtest.OrderID + "-2 stc " + workflowtest.BroughtAlong,
	}, s.Did("submit-port"))
	require.Contains(t, s.MessagesSent(), "port-rejected")
	require.Empty(t, s.Refusals)
}

func TestPortOrder_Correction_OnlyFieldsThatHelp(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.Corrects(30*time.Minute, contract.PortCorrection{})
	s.At(40*time.Minute, func() { require.Equal(t, contract.FailPortNothing, s.Refused(contract.UpdateCorrectPort)) })
	s.DonorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortNotOfOperator)
	s.Corrects(2*time.Hour, contract.PortCorrection{Window: "2026-01-07"})
	s.At(150*time.Minute, func() { require.Equal(t, contract.FailPortField, s.Refused(contract.UpdateCorrectPort)) })
	s.Corrects(3*time.Hour, contract.PortCorrection{Operator: "zain"})
	s.Cancels(4 * time.Hour)

	s.RunsTo(contract.StageCancelled)

	require.Equal(t, []string{
		"submit-port " + workflowtest.OrderID + "-1 stc " + workflowtest.BroughtAlong, "submit-port " + workflowtest.OrderID + "-2 zain " + workflowtest.BroughtAlong,
	}, s.Did("submit-port"))
}

func TestPortOrder_ThirdRejection_Refunds(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	for try := 1; try <= 3; try++ {
		hours := time.Duration(try) * 2 * time.Hour
		s.DonorSays(hours, try, 2, contract.PortRejected, contract.PortContract)
		s.Corrects(hours+time.Hour, contract.PortCorrection{})
	}

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedPortRejected, end.Ended.Reason)
	require.EqualValues(t, workflowtest.PortTotal, end.Ended.Refunded)
	require.Equal(t, contract.PortFailed, end.Port.Status)
	require.Equal(t, contract.PortContract, end.Port.Rejection)
	require.Len(t, s.Did("submit-port"), 3)
	require.Equal(t, []string{
		"withdraw-port 4", "refund p1 8000", "refunded p1 8000", "release-number " + workflowtest.BroughtAlong, "close port_rejected",
	}, s.DidSince("begin-cancel port_rejected"))
	require.Contains(t, s.MessagesSent(), "order-cancelled-port")
}

func TestPortOrder_FinalRejection_EndsAtOnce(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.DonorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortRecently)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, workflowtest.Begin.Add(time.Hour), end.Ended.At)
	require.NotContains(t, s.MessagesSent(), "port-rejected", "there is nothing the customer could do")
}

func TestPortOrder_NotCorrected_Refunds(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.DonorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortIDMismatch)

	end := s.RunsTo(contract.StageCancelled)

	require.Equal(t, workflowtest.Begin.Add(time.Hour+7*workflowtest.Day), end.Ended.At)
	require.Equal(t, contract.EndedPortRejected, end.Ended.Reason)
}

func TestPortOrder_DonorSilent_AsksThenHolds(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	answerBy := workflowtest.WorkingDays.After(workflowtest.Begin.Add(40*time.Second), workflowtest.AnswerWithin)
	secondBy := workflowtest.WorkingDays.After(answerBy, workflowtest.AnswerWithin)
	s.At(answerBy.Sub(workflowtest.Begin)+time.Minute, func() {
		require.True(t, s.Books.Last().Port.Escalated)
		require.Equal(t, secondBy, s.Books.Last().Port.ExpectedAt)
		require.Contains(t, s.MessagesSent(), "port-delayed")
	})
	held := secondBy.Sub(workflowtest.Begin) + time.Minute
	s.At(held, func() {
		require.Equal(t, contract.StageHeld, s.Books.Last().Stage)
		require.Equal(t, contract.FailDonorSilent, s.Books.Last().Held.FailureCode)
		require.Equal(t, contract.WorkSubmitPort, s.Books.Last().Held.Work)
	})
	s.DonorSays(held+time.Hour, 1, 2, contract.PortApproved, "") // no coroutine listens now
	s.Resolves(held+2*time.Hour, contract.ResolveRetry)
	s.Scanned(held+3*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(held+4*time.Hour, contract.ShipmentDelivered)

	end := s.RunsTo(contract.StageActive)

	require.Len(t, s.Did("submit-port"), 1, "the same submission is followed on")
	require.Equal(t, contract.PortCompleted, end.Port.Status)
}

func TestPortOrder_WebhookLost_FoundByAsking(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.At(time.Hour, func() {
		s.Outside.Mu.Lock()
		defer s.Outside.Mu.Unlock()
		s.Outside.Ports.Known = contract.PortState{Reference: "NP1", Status: contract.PortApproved, Sequence: 2}
	})
	s.Scanned(3*workflowtest.Day, contract.ShipmentPickedUp)
	s.Scanned(4*workflowtest.Day, contract.ShipmentDelivered)

	s.RunsTo(contract.StageActive)

	require.NotContains(t, s.MessagesSent(), "port-delayed")
	require.Len(t, s.Did("ask-port"), 1)
}

func TestPortOrder_ForeignReports_ChangeNothing(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.DonorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.Corrects(2*time.Hour, contract.PortCorrection{})
	s.At(3*time.Hour, func() { // of the first submission, which is over
		s.Hears(contract.PortID(workflowtest.OrderID, 1), contract.PortState{Status: contract.PortApproved, Sequence: 3})
	})
	s.At(3*time.Hour+time.Minute, func() { // of another order
		s.Hears("another-order-1", contract.PortState{Status: contract.PortApproved, Sequence: 2})
	})
	s.At(3*time.Hour+2*time.Minute, func() { // a state older than the known one
		s.Hears(contract.PortID(workflowtest.OrderID, 2), contract.PortState{Status: contract.PortRejected, Reason: contract.PortContract, Sequence: 1})
	})
	s.At(4*time.Hour, func() { require.Equal(t, contract.PortSubmitted, s.Books.Last().Port.Status) })
	s.DonorSays(5*time.Hour, 2, 2, contract.PortApproved, "")
	s.DonorSays(5*time.Hour+time.Minute, 2, 2, contract.PortApproved, "")
	s.Scanned(6*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(7*time.Hour, contract.ShipmentDelivered)

	s.RunsTo(contract.StageActive)

	require.Empty(t, s.Did("ask-port"))
	require.Len(t, s.Did("port-approved"), 1)
}

func TestPortOrder_GapInReports_AsksClearingHouse(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.At(time.Hour, func() { // the clearing house itself still waits
		s.Hears(contract.PortID(workflowtest.OrderID, 1), contract.PortState{Status: contract.PortApproved, Sequence: 5})
	})
	s.At(90*time.Minute, func() {
		require.Len(t, s.Did("ask-port"), 1)
		require.Equal(t, contract.PortSubmitted, s.Books.Last().Port.Status)
	})
	s.Cancels(2 * time.Hour)

	s.RunsTo(contract.StageCancelled)
}

func TestPortOrder_RefusedAtOnce_CanBeCorrected(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Outside.PortAnswer = &contract.PortState{Status: contract.PortRejected, Reason: contract.PortInProgress}
	s.IsPaid()
	s.At(time.Hour, func() {
		require.Equal(t, contract.PortInProgress, s.Books.Last().Port.Rejection)
		s.Outside.PortAnswer = &contract.PortState{Reference: "NP1", Status: contract.PortApproved, Sequence: 2}
	})
	s.Corrects(2*time.Hour, contract.PortCorrection{})
	s.Scanned(3*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(4*time.Hour, contract.ShipmentDelivered)

	s.RunsTo(contract.StageActive)
}

func TestPortOrder_OurOwnNumber_Refused(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.Say(0, contract.UpdateOpen, nil)
	s.AsksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: workflowtest.Msisdn})
	s.Cancels(time.Minute)

	s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.FailNumberIsOurs, s.Refused(contract.UpdateRequestPort))
	require.Empty(t, s.Did("pre-check"), "our own number needs no pre-check")
}

func TestPortOrder_PreCheckRefuses_BeforePayment(t *testing.T) {
	tests := map[string]struct {
		err  error
		want contract.Code
	}{
		"moved a short time ago": {workflowtest.No(contract.PortRecently), contract.PortRecently},
		"not reachable":          {workflowtest.ErrOutage, contract.FailOutsideSystem},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.Fails("pre-check", tt.err)
			s.Say(0, contract.UpdateOpen, nil)
			s.AsksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: workflowtest.BroughtAlong})
			s.Cancels(time.Minute)

			end := s.RunsTo(contract.StageCancelled)

			require.Equal(t, tt.want, s.Refused(contract.UpdateRequestPort))
			require.Nil(t, end.Port)
		})
	}
}

func TestPortOrder_NumberInOtherOrder_IsNotPaid(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.FillsWizard(contract.WindowEarliest)
	s.At(36*time.Second, func() { s.Fails("open-payment", workflowtest.No(contract.FailPortBusy)) })
	s.Pays(40*time.Second, "p1")
	s.Cancels(time.Minute)

	s.RunsTo(contract.StageCancelled)

	require.Equal(t, contract.FailPortBusy, s.Refused(contract.UpdatePay))
	require.Empty(t, s.Did("charge", "submit-port", "withdraw-port"))
}

// Our database refuses a step of the port for good. The order is held within an hour, shows it, and continues after a retry.
func TestPortOrder_RefusedByBooks_IsHeldAndGoesOn(t *testing.T) {
	for name, step := range map[string]struct {
		from   time.Duration
		finish func(s *workflowtest.PortStory)
	}{
		"before it is submitted": {35 * time.Second, func(s *workflowtest.PortStory) { s.DonorSays(3*time.Hour, 1, 2, contract.PortApproved, "") }},
		"before it is switched":  {2 * time.Hour, func(*workflowtest.PortStory) {}},
	} {
		t.Run(name, func(t *testing.T) {
			s := workflowtest.NewPortStory(t)
			s.IsPaid()
			if step.from > time.Hour {
				s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "")
			}
			s.At(step.from, func() { s.Fails("plan-port", workflowtest.No(contract.FailRecord)) })
			s.Scanned(100*time.Minute, contract.ShipmentPickedUp)
			s.Scanned(130*time.Minute, contract.ShipmentDelivered)
			shown := s.KeepsAttributes()
			s.At(165*time.Minute, func() {
				require.NotNil(t, s.Books.Last().Held, "stage %s", s.Books.Last().Stage)
				require.Equal(t, contract.FailRecord, s.Books.Last().Held.FailureCode)
				require.Equal(t, true, shown[contract.AttrNeedsAttention])
			})
			s.Mends(166*time.Minute, "plan-port")
			s.Resolves(170*time.Minute, contract.ResolveRetry)
			step.finish(s)

			end := s.RunsTo(contract.StageActive)

			require.Positive(t, s.Happened("plan-port"))
			require.Equal(t, 1, end.Port.Tries)
			require.Len(t, s.Did("release"), 1)
		})
	}
}

// The server ends a run with 2,000 updates: reports of the clearing house beyond a limit are dropped, and the port asks by itself.
func TestPortOrder_Endless_IsBounded(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	workflowtest.Repeat(s.TestWorkflowEnvironment, 10*time.Minute, 2_000, func(int) {
		s.Hears(contract.PortID(workflowtest.OrderID, 1), contract.PortState{Reference: "NP1", Status: contract.PortSubmitted, Sequence: 1})
	})
	s.DonorSays(time.Hour, 1, 2, contract.PortApproved, "") // its report is dropped, too
	s.Scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(3*time.Hour, contract.ShipmentDelivered)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, contract.PortCompleted, end.Port.Status)
}

func TestPortOrder_CorrectionNotSent_IsHeld(t *testing.T) {
	s := workflowtest.NewPortStory(t)
	s.IsPaid()
	s.DonorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.At(90*time.Minute, func() { s.Fails("submit-port", workflowtest.ErrOutage) })
	s.Corrects(2*time.Hour, contract.PortCorrection{})
	s.At(4*time.Hour, func() { require.Equal(t, contract.FailOutsideSystem, s.Books.Last().Held.FailureCode) })
	s.Mends(5*time.Hour, "submit-port")
	s.Resolves(6*time.Hour, contract.ResolveRetry)
	s.DonorSays(7*time.Hour, 2, 2, contract.PortApproved, "")
	s.Scanned(8*time.Hour, contract.ShipmentPickedUp)
	s.Scanned(9*time.Hour, contract.ShipmentDelivered)

	end := s.RunsTo(contract.StageActive)

	require.Equal(t, 2, end.Port.Tries, "the customer is not asked a second time")
}
