package lineproof_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/lineproof"
)

const (
	push  = "suspend_line1"
	until = workflowtest.IdentityTTL
)

// story runs one proof under the virtual clock.
type story struct {
	*testsuite.TestWorkflowEnvironment
	*workflowtest.Journal
	t      *testing.T
	app    *workflowtest.Outside
	answer contract.LineProof
	err    error
}

func newStory(t *testing.T) *story {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	s := &story{TestWorkflowEnvironment: env, Journal: j, t: t, app: workflowtest.NewOutside(j, env.Now)}
	workflowtest.Register(env, s.app, workflowtest.NewProofBooks(j))
	s.asks(0, workflowtest.NewProof(), func(p contract.LineProof, err error) { s.answer, s.err = p, err })
	return s
}

func (s *story) asks(when time.Duration, in contract.LineProofInput, answered func(contract.LineProof, error)) {
	s.RegisterDelayedCallback(func() {
		s.UpdateWorkflow(contract.UpdateProveLine, "", &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnReject: func(err error) { answered(contract.LineProof{}, err) },
			OnComplete: func(answer any, err error) {
				p, _ := answer.(contract.LineProof)
				answered(p, err)
			},
		}, in)
	}, when)
}

// callsBack sends a webhook of the app; the holder's answer is set apart.
func (s *story) callsBack(when time.Duration) {
	s.RegisterDelayedCallback(func() {
		s.SignalWorkflow(contract.SignalIdentityAnswered, contract.IdentityAnswered{TransactionID: push, Status: contract.IdentityCompleted})
	}, when)
}

func (s *story) holderAnswers(when time.Duration, status contract.IdentityStatus) {
	s.RegisterDelayedCallback(func() { s.app.Answered(push, status) }, when)
	s.callsBack(when)
}

// runs takes the proof to its end and returns the recorded states and changes.
func (s *story) runs() []string {
	s.ExecuteWorkflow(lineproof.LineProof, workflowtest.NewProof())
	require.True(s.t, s.IsWorkflowCompleted())
	return s.Did("proof", "change-line")
}

func TestLineProof_Confirmed_ChangesLine(t *testing.T) {
	s := newStory(t)
	s.holderAnswers(time.Minute, contract.IdentityCompleted)
	require.Equal(t, []string{"proof waiting", "proof confirmed", "change-line suspend_line", "proof done"}, s.runs())
	require.NoError(t, s.GetWorkflowError())
	require.NoError(t, s.err)
	require.Equal(t, "42", s.answer.Random)
	require.Equal(t, contract.ProofWaiting, s.answer.Stage)
	require.Equal(t, []string{"push " + push}, s.Did("push"))
}

func TestLineProof_Push_NamesLineAndClient(t *testing.T) {
	s := newStory(t)
	s.runs()
	in := workflowtest.NewProof()
	require.Equal(t, contract.IdentityRequest{
		OrderID: in.Proof.ID, LineID: in.Proof.LineID, Purpose: in.Proof.Change, Try: 1, IDNumber: in.IDNumber, Language: in.Proof.Language,
		ClientAddress: in.ClientAddress,
	}, s.app.Pushed)
	require.NotEmpty(t, in.ClientAddress)
}

func TestLineProof_RejectedOrSilent_LeavesLine(t *testing.T) {
	for status, want := range map[contract.IdentityStatus]string{
		contract.IdentityRejected: "proof rejected", contract.IdentityExpired: "proof expired",
	} {
		s := newStory(t)
		s.holderAnswers(time.Minute, status)
		require.Equal(t, []string{"proof waiting", want}, s.runs())
	}
	silent := newStory(t)
	require.Equal(t, []string{"proof waiting", "proof expired"}, silent.runs())
	require.LessOrEqual(t, len(silent.Did("ask-app")), looks)
}

// looks is the highest number of inquiries about an open push without a webhook.
var looks = int(until/(3*time.Second)) + 1

func TestLineProof_AppAwayAtTheEnd_HeardLater(t *testing.T) {
	s := newStory(t)
	s.Fails("ask-app", workflowtest.ErrOutage)
	s.RegisterDelayedCallback(func() { s.app.Answered(push, contract.IdentityCompleted) }, time.Minute)
	s.RegisterDelayedCallback(func() { s.Fails("ask-app", nil) }, until+5*time.Minute)
	require.Equal(t, []string{"proof waiting", "proof unknown", "proof confirmed", "change-line suspend_line", "proof done"}, s.runs())
	require.NoError(t, s.GetWorkflowError())
}

func TestLineProof_AppAwayForLong_StaysUnknown(t *testing.T) {
	s := newStory(t)
	s.Fails("ask-app", workflowtest.ErrOutage)
	require.Equal(t, []string{"proof waiting", "proof unknown", "proof unknown"}, s.runs())
	require.NoError(t, s.GetWorkflowError())
}

func TestLineProof_WebhookLost_StillConfirms(t *testing.T) {
	s := newStory(t)
	s.RegisterDelayedCallback(func() { s.app.Answered(push, contract.IdentityCompleted) }, until-time.Second)
	require.Equal(t, "proof done", last(s.runs()))
}

// A stolen signing secret could forge webhooks: only the app's own status counts.
func TestLineProof_WebhookAlone_ProvesNothing(t *testing.T) {
	s := newStory(t)
	for n := range 30 {
		s.callsBack(time.Duration(n+1) * time.Second)
	}
	require.Equal(t, []string{"proof waiting", "proof expired"}, s.runs())
	require.LessOrEqual(t, len(s.Did("ask-app")), 10+looks, "ten hints, and looks at it while it is open")
}

func TestLineProof_AppAway_AsksAgainAtTheEnd(t *testing.T) {
	s := newStory(t)
	s.app.Fails("ask-app", workflowtest.ErrOutage)
	s.RegisterDelayedCallback(func() { s.app.Fails("ask-app", nil) }, 2*time.Minute)
	s.holderAnswers(time.Minute, contract.IdentityCompleted)
	require.Equal(t, "proof done", last(s.runs()))
	require.Positive(t, s.Happened("ask-app"))
}

func TestLineProof_SecondTab_GetsTheSameNumber(t *testing.T) {
	s := newStory(t)
	other := workflowtest.NewProof()
	other.Proof.UserID = "u2"
	var same contract.LineProof
	var joined, refused error
	s.asks(time.Second, workflowtest.NewProof(), func(p contract.LineProof, err error) { same, joined = p, err })
	s.asks(time.Second, other, func(_ contract.LineProof, err error) { refused = err })
	s.runs()
	require.NoError(t, joined)
	require.Equal(t, s.answer, same)
	workflowtest.RequireCode(t, contract.FailIdentityInProgress, refused)
	require.Len(t, s.Did("push"), 1)
}

func TestLineProof_PushNotSent_LeavesNothing(t *testing.T) {
	for effect, code := range map[string]contract.Code{"push": contract.FailIdentityUnknown, "proof": contract.FailIdentityInProgress} {
		s := newStory(t)
		s.Fails(effect, workflowtest.No(code))
		require.Empty(t, s.runs())
		require.NoError(t, s.GetWorkflowError())
		workflowtest.RequireCode(t, code, s.err)
		require.Positive(t, s.Happened(effect))
	}
}

func TestLineProof_LineRefuses_RecordsRefusal(t *testing.T) {
	s := newStory(t)
	s.Fails("change-line", workflowtest.No(contract.FailLineBlocked))
	s.holderAnswers(time.Minute, contract.IdentityCompleted)
	require.Equal(t, []string{"proof waiting", "proof confirmed", "proof refused line_blocked"}, s.runs())
	require.Positive(t, s.Happened("change-line"))
}

func TestLineProof_OutageAfterYes_Waits(t *testing.T) {
	s := newStory(t)
	s.Fails("change-line", workflowtest.ErrOutage)
	s.RegisterDelayedCallback(func() { s.Fails("change-line", nil) }, time.Minute+20*time.Second)
	s.holderAnswers(time.Minute, contract.IdentityCompleted)
	require.Equal(t, "proof done", last(s.runs()))
	require.Positive(t, s.Happened("change-line"))
}

func TestLineProof_Cancelled_OnlyKeepsConfirmed(t *testing.T) {
	before := newStory(t)
	before.RegisterDelayedCallback(before.CancelWorkflow, time.Minute)
	require.Equal(t, []string{"proof waiting"}, before.runs())
	require.Error(t, before.GetWorkflowError())

	after := newStory(t)
	after.HappensDuring("change-line", after.CancelWorkflow)
	after.holderAnswers(time.Minute, contract.IdentityCompleted)
	require.Equal(t, "proof done", last(after.runs()))
}

func TestLineProof_FirstStepLost_IsForgotten(t *testing.T) {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	workflowtest.Register(env, workflowtest.NewOutside(j, env.Now), workflowtest.NewProofBooks(j))
	env.ExecuteWorkflow(lineproof.LineProof, workflowtest.NewProof())
	require.NoError(t, env.GetWorkflowError())
	require.Empty(t, j.Did())
}

func last(effects []string) string { return effects[len(effects)-1] }

// The server ends a run with 2,000 updates: tabs and repeats beyond a limit are refused before they count.
func TestLineProof_Endless_IsBounded(t *testing.T) {
	s := newStory(t)
	answered, refused := 0, 0
	var why error
	workflowtest.Repeat(s.TestWorkflowEnvironment, time.Second, 2_000, func(n int) {
		s.UpdateWorkflow(contract.UpdateProveLine, fmt.Sprint(n), &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnComplete: func(any, error) { answered++ },
			OnReject: func(err error) { refused, why = refused+1, err },
		}, workflowtest.NewProof())
	})
	s.holderAnswers(time.Minute, contract.IdentityCompleted)
	require.Equal(t, []string{"proof waiting", "proof confirmed", "change-line suspend_line", "proof done"}, s.runs())
	require.Equal(t, 199, answered, "200 with the first")
	require.Equal(t, 1_801, refused)
	require.ErrorContains(t, why, string(contract.FailChangedTooOften))
}
