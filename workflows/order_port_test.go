package workflows_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

const (
	broughtAlong = "0551234567"
	portTotal    = 8000 // a number brought along costs nothing
)

// portStory is a SIM ordered with a number from another operator. Stories begin on Sunday at noon in Riyadh.
type portStory struct {
	*story
	windows []contract.Port // answers to another time that was chosen
}

func newPortStory(t *testing.T) *portStory {
	s := newStory(t)
	s.input.Order.NumberSource = contract.NumberPortIn
	return &portStory{story: s}
}

func (s *portStory) asksFor(when time.Duration, in contract.PortRequest) {
	in.AcceptTerms = true
	s.say(when, contract.UpdateRequestPort, in)
}

// fillsWizard says every step within the first minute.
func (s *portStory) fillsWizard(window string) {
	s.say(0, contract.UpdateOpen, nil)
	s.asksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: broughtAlong, Window: window})
	s.choosesPlan(5 * time.Second)
	s.claims(10*time.Second, "1000000008")
	s.asksForPush(15 * time.Second)
	s.appAnswers(20*time.Second, "order1", contract.IdentityCompleted)
	s.givesContactAndAddress(25 * time.Second)
	s.say(lastWizard, contract.UpdateConfirm, contract.Confirmation{AcceptTerms: true, Total: portTotal})
}

func (s *portStory) isPaid() {
	s.fillsWizard(contract.WindowEarliest)
	s.pays(40*time.Second, "p1")
}

// donorSays is the clearing house's call-back about a submission.
func (s *portStory) donorSays(when time.Duration, try, sequence int, status contract.PortStatus, reason contract.Code) {
	s.at(when, func() { s.donorSaysNow(try, sequence, status, reason) })
}

func (s *portStory) donorSaysNow(try, sequence int, status contract.PortStatus, reason contract.Code) {
	state := contract.PortState{Reference: "NP1", Status: status, Reason: reason, Sequence: sequence}
	s.outside.mu.Lock()
	s.outside.ports.known = state
	s.outside.mu.Unlock()
	s.hears(contract.PortID(orderID, try), state)
}

// hears is a call-back that need not be true.
func (s *portStory) hears(portID string, state contract.PortState) {
	_ = s.SignalWorkflowByID(contract.PortInWorkflowID(orderNumber), contract.SignalPortReported, // lost where nobody listens
		contract.PortReported{EventID: "e", PortID: portID, State: state})
}

// isApproved pays and has the old operator agree within the hour.
func (s *portStory) isApproved() {
	s.isPaid()
	s.donorSays(time.Hour, 1, 2, contract.PortApproved, "")
}

// isDelivered brings the parcel within three hours: Sunday, 15:00 in Riyadh.
func (s *portStory) isDelivered() {
	s.isApproved()
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(3*time.Hour, contract.ShipmentDelivered)
}

func (s *portStory) corrects(when time.Duration, in contract.PortCorrection) {
	s.say(when, contract.UpdateCorrectPort, in)
}

// runsTo demands how the story ends.
func (s *portStory) runsTo(stage contract.Stage) contract.Order {
	end := s.run()
	require.Equal(s.t, stage, end.Stage, "refusals %v, effects %q", s.refusals, s.effects)
	return end
}

func TestPortOrder_NumberMovesOnceTheParcelIsDelivered(t *testing.T) {
	s := newPortStory(t)
	s.isDelivered()
	s.at(3*time.Hour+10*time.Minute, func() {
		o := s.books.last()
		require.Equal(t, contract.StageDelivered, o.Stage)
		require.Equal(t, contract.PortScheduled, o.Port.Status)
		require.Equal(t, begin.Add(3*time.Hour+15*time.Minute), o.Port.CutOverAt)
		require.Contains(t, s.messagesSent(), "port-soon")
	})

	end := s.runsTo(contract.StageActive)

	require.Equal(t, contract.PortCompleted, end.Port.Status)
	require.Equal(t, []contract.Code{contract.HintCredit}, end.Port.Hints)
	require.Equal(t, []contract.Stage{
		contract.StageWizard, contract.StagePlaced, contract.StagePreparing, contract.StageDispatched, contract.StageDelivered,
		contract.StagePorting, contract.StageActive,
	}, s.books.stages())
	require.Equal(t, []string{
		"submit-port " + orderID + "-1 stc " + broughtAlong, "allocate-sim", "book-parcel riyadh",
		"release " + orderID + "-1", "switch-on " + broughtAlong, "broadcast", "complete",
	}, s.did("submit-port", "allocate-sim", "book-parcel", "release", "switch-on", "broadcast", "complete"))
	require.Equal(t, []string{
		"line-active", "order-delivered-port", "order-dispatched", "order-placed", "port-approved", "port-soon", "port-submitted",
	}, s.messagesSent())
}

func TestPortOrder_NothingIsSentBeforeTheOldOperatorAgrees(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.at(50*time.Minute, func() {
		require.Equal(t, contract.PortSubmitted, s.books.last().Port.Status)
		require.Equal(t, workingDays.After(begin.Add(40*time.Second), answerWithin), s.books.last().Port.ExpectedAt)
		require.Empty(t, s.did("allocate-sim", "book-parcel"))
	})
	s.donorSays(time.Hour, 1, 2, contract.PortApproved, "")
	s.scanned(2*time.Hour, contract.ShipmentPickedUp)
	s.scanned(3*time.Hour, contract.ShipmentDelivered)

	s.runsTo(contract.StageActive)
}

func TestPortOrder_UnpaidDuesArePaidAndTheRequestGoesOutAgain(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.donorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.at(90*time.Minute, func() {
		require.Equal(t, contract.PortUnpaidDues, s.books.last().Port.Rejection)
		require.Equal(t, contract.StagePlaced, s.books.last().Stage)
	})
	s.corrects(2*time.Hour, contract.PortCorrection{})
	s.donorSays(3*time.Hour, 2, 2, contract.PortApproved, "")
	s.scanned(4*time.Hour, contract.ShipmentPickedUp)
	s.scanned(5*time.Hour, contract.ShipmentDelivered)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, 2, end.Port.Tries)
	require.Empty(t, end.Port.Rejection)
	require.Equal(t, []string{
		"submit-port " + orderID + "-1 stc " + broughtAlong, "submit-port " + orderID + "-2 stc " + broughtAlong,
	}, s.did("submit-port"))
	require.Contains(t, s.messagesSent(), "port-rejected")
	require.Empty(t, s.refusals)
}

func TestPortOrder_OnlyTheFieldsThatHelpCanBeCorrected(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.corrects(30*time.Minute, contract.PortCorrection{})
	s.at(40*time.Minute, func() { require.Equal(t, contract.FailPortNothing, s.refused(contract.UpdateCorrectPort)) })
	s.donorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortNotOfOperator)
	s.corrects(2*time.Hour, contract.PortCorrection{Window: "2026-01-07"})
	s.at(150*time.Minute, func() { require.Equal(t, contract.FailPortField, s.refused(contract.UpdateCorrectPort)) })
	s.corrects(3*time.Hour, contract.PortCorrection{Operator: "zain"})
	s.cancels(4 * time.Hour)

	s.runsTo(contract.StageCancelled)

	require.Equal(t, []string{
		"submit-port " + orderID + "-1 stc " + broughtAlong, "submit-port " + orderID + "-2 zain " + broughtAlong,
	}, s.did("submit-port"))
}

func TestPortOrder_TheThirdRejectionEndsItWithARefund(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	for try := 1; try <= 3; try++ {
		hours := time.Duration(try) * 2 * time.Hour
		s.donorSays(hours, try, 2, contract.PortRejected, contract.PortContract)
		s.corrects(hours+time.Hour, contract.PortCorrection{})
	}

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.EndedPortRejected, end.Ended.Reason)
	require.EqualValues(t, portTotal, end.Ended.Refunded)
	require.Equal(t, contract.PortFailed, end.Port.Status)
	require.Equal(t, contract.PortContract, end.Port.Rejection)
	require.Len(t, s.did("submit-port"), 3)
	require.Equal(t, []string{
		"withdraw-port 4", "refund p1 8000", "refunded p1 8000", "release-number " + broughtAlong, "close port_rejected",
	}, s.didSince("begin-cancel port_rejected"))
	require.Contains(t, s.messagesSent(), "order-cancelled-port")
}

func TestPortOrder_ARejectionNothingHelpsAgainstEndsItAtOnce(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.donorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortRecently)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, begin.Add(time.Hour), end.Ended.At)
	require.NotContains(t, s.messagesSent(), "port-rejected", "there is nothing the customer could do")
}

func TestPortOrder_WhoeverDoesNotCorrectGetsTheMoneyBack(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.donorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortIDMismatch)

	end := s.runsTo(contract.StageCancelled)

	require.Equal(t, begin.Add(time.Hour+7*day), end.Ended.At)
	require.Equal(t, contract.EndedPortRejected, end.Ended.Reason)
}

func TestPortOrder_SilenceIsLookedIntoThenASupportPersonIs(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	answerBy := workingDays.After(begin.Add(40*time.Second), answerWithin)
	secondBy := workingDays.After(answerBy, answerWithin)
	s.at(answerBy.Sub(begin)+time.Minute, func() {
		require.True(t, s.books.last().Port.Escalated)
		require.Equal(t, secondBy, s.books.last().Port.ExpectedAt)
		require.Contains(t, s.messagesSent(), "port-delayed")
	})
	held := secondBy.Sub(begin) + time.Minute
	s.at(held, func() {
		require.Equal(t, contract.StageHeld, s.books.last().Stage)
		require.Equal(t, contract.FailDonorSilent, s.books.last().Held.FailureCode)
		require.Equal(t, contract.WorkSubmitPort, s.books.last().Held.Work)
	})
	s.donorSays(held+time.Hour, 1, 2, contract.PortApproved, "") // nobody listens any more
	s.resolves(held+2*time.Hour, contract.ResolveRetry)
	s.scanned(held+3*time.Hour, contract.ShipmentPickedUp)
	s.scanned(held+4*time.Hour, contract.ShipmentDelivered)

	end := s.runsTo(contract.StageActive)

	require.Len(t, s.did("submit-port"), 1, "the same submission is followed on")
	require.Equal(t, contract.PortCompleted, end.Port.Status)
}

func TestPortOrder_AnAnswerWhoseCallBackWasLostIsFoundByAsking(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.at(time.Hour, func() {
		s.outside.mu.Lock()
		defer s.outside.mu.Unlock()
		s.outside.ports.known = contract.PortState{Reference: "NP1", Status: contract.PortApproved, Sequence: 2}
	})
	s.scanned(3*day, contract.ShipmentPickedUp)
	s.scanned(4*day, contract.ShipmentDelivered)

	s.runsTo(contract.StageActive)

	require.NotContains(t, s.messagesSent(), "port-delayed")
	require.Len(t, s.did("ask-port"), 1)
}

func TestPortOrder_DoubledDisorderedAndForeignReportsChangeNothing(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.donorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.corrects(2*time.Hour, contract.PortCorrection{})
	s.at(3*time.Hour, func() { // of the first submission, which is over
		s.hears(contract.PortID(orderID, 1), contract.PortState{Status: contract.PortApproved, Sequence: 3})
	})
	s.at(3*time.Hour+time.Minute, func() { // of somebody else
		s.hears("another-order-1", contract.PortState{Status: contract.PortApproved, Sequence: 2})
	})
	s.at(3*time.Hour+2*time.Minute, func() { // a state that is older than what is known
		s.hears(contract.PortID(orderID, 2), contract.PortState{Status: contract.PortRejected, Reason: contract.PortContract, Sequence: 1})
	})
	s.at(4*time.Hour, func() { require.Equal(t, contract.PortSubmitted, s.books.last().Port.Status) })
	s.donorSays(5*time.Hour, 2, 2, contract.PortApproved, "")
	s.donorSays(5*time.Hour+time.Minute, 2, 2, contract.PortApproved, "")
	s.scanned(6*time.Hour, contract.ShipmentPickedUp)
	s.scanned(7*time.Hour, contract.ShipmentDelivered)

	s.runsTo(contract.StageActive)

	require.Empty(t, s.did("ask-port"))
	require.Len(t, s.did("port-approved"), 1)
}

func TestPortOrder_AReportWithoutItsPredecessorIsNotBelievedByItself(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.at(time.Hour, func() { // the clearing house itself still waits
		s.hears(contract.PortID(orderID, 1), contract.PortState{Status: contract.PortApproved, Sequence: 5})
	})
	s.at(90*time.Minute, func() {
		require.Len(t, s.did("ask-port"), 1)
		require.Equal(t, contract.PortSubmitted, s.books.last().Port.Status)
	})
	s.cancels(2 * time.Hour)

	s.runsTo(contract.StageCancelled)
}

func TestPortOrder_RefusedByTheClearingHouseAtOnceCanBeCorrected(t *testing.T) {
	s := newPortStory(t)
	s.outside.portAnswer = &contract.PortState{Status: contract.PortRejected, Reason: contract.PortInProgress}
	s.isPaid()
	s.at(time.Hour, func() {
		require.Equal(t, contract.PortInProgress, s.books.last().Port.Rejection)
		s.outside.portAnswer = &contract.PortState{Reference: "NP1", Status: contract.PortApproved, Sequence: 2}
	})
	s.corrects(2*time.Hour, contract.PortCorrection{})
	s.scanned(3*time.Hour, contract.ShipmentPickedUp)
	s.scanned(4*time.Hour, contract.ShipmentDelivered)

	s.runsTo(contract.StageActive)
}

func TestPortOrder_ANumberThatIsOursIsRefused(t *testing.T) {
	s := newPortStory(t)
	s.say(0, contract.UpdateOpen, nil)
	s.asksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: msisdn})
	s.cancels(time.Minute)

	s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.FailNumberIsOurs, s.refused(contract.UpdateRequestPort))
	require.Empty(t, s.did("pre-check"), "nobody is asked about a number of ours")
}

func TestPortOrder_TheClearingHouseRefusesANumberBeforeAnybodyPays(t *testing.T) {
	tests := map[string]struct {
		err  error
		want contract.Code
	}{
		"moved a short time ago": {no(contract.PortRecently), contract.PortRecently},
		"not reachable":          {errOutage, contract.FailOutsideSystem},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newPortStory(t)
			s.fails("pre-check", tt.err)
			s.say(0, contract.UpdateOpen, nil)
			s.asksFor(time.Second, contract.PortRequest{Operator: "stc", MSISDN: broughtAlong})
			s.cancels(time.Minute)

			end := s.runsTo(contract.StageCancelled)

			require.Equal(t, tt.want, s.refused(contract.UpdateRequestPort))
			require.Nil(t, end.Port)
		})
	}
}

func TestPortOrder_ANumberAnotherOrderTookIsNotPaidFor(t *testing.T) {
	s := newPortStory(t)
	s.fillsWizard(contract.WindowEarliest)
	s.at(36*time.Second, func() { s.fails("open-payment", no(contract.FailPortBusy)) })
	s.pays(40*time.Second, "p1")
	s.cancels(time.Minute)

	s.runsTo(contract.StageCancelled)

	require.Equal(t, contract.FailPortBusy, s.refused(contract.UpdatePay))
	require.Empty(t, s.did("charge", "submit-port", "withdraw-port"))
}

func TestPortOrder_ACorrectedRequestThatCannotBeSentIsHeldAndSentOnRetry(t *testing.T) {
	s := newPortStory(t)
	s.isPaid()
	s.donorSays(time.Hour, 1, 2, contract.PortRejected, contract.PortUnpaidDues)
	s.at(90*time.Minute, func() { s.fails("submit-port", errOutage) })
	s.corrects(2*time.Hour, contract.PortCorrection{})
	s.at(4*time.Hour, func() { require.Equal(t, contract.FailOutsideSystem, s.books.last().Held.FailureCode) })
	s.mends(5*time.Hour, "submit-port")
	s.resolves(6*time.Hour, contract.ResolveRetry)
	s.donorSays(7*time.Hour, 2, 2, contract.PortApproved, "")
	s.scanned(8*time.Hour, contract.ShipmentPickedUp)
	s.scanned(9*time.Hour, contract.ShipmentDelivered)

	end := s.runsTo(contract.StageActive)

	require.Equal(t, 2, end.Port.Tries, "the customer is not asked a second time")
}
