package portout_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/portout"
)

// story runs one request under the virtual clock.
type story struct {
	*testsuite.TestWorkflowEnvironment
	*workflowtest.Journal
	t      *testing.T
	books  *workflowtest.PortOutBooks
	input  contract.PortOutInput
	events int
}

func newStory(t *testing.T) *story {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.PortOutWorkflowID("PO00000001")})
	s := &story{TestWorkflowEnvironment: env, Journal: j, t: t, books: workflowtest.NewPortOutBooks(j), input: workflowtest.NewPortOut()}
	workflowtest.Register(env, s.books, workflowtest.NewDeactivationBooks(j))
	return s
}

// stands moves the request on at the clearing house, which reports it.
func (s *story) stands(at time.Duration, status contract.PortOutStatus) {
	s.RegisterDelayedCallback(func() {
		s.books.Stands(status)
		s.reports("")
	}, at)
}

// reports sends a webhook, with a new id if none is given.
func (s *story) reports(event string) {
	s.events++
	if event == "" {
		event = "evt-" + string(rune('a'+s.events))
	}
	s.SignalWorkflow(contract.SignalPortOutReported, contract.PortOutReported{EventID: event})
}

// says sends an update; its answer is known once the story is over.
func (s *story) says(at time.Duration, update string, arg ...any) (answer *contract.PortOut, refusal *error) {
	answer, refusal = new(contract.PortOut), new(error)
	s.RegisterDelayedCallback(func() {
		s.UpdateWorkflow(update, "", &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnReject: func(err error) { *refusal = err },
			OnComplete: func(said any, err error) {
				if *refusal = err; err == nil {
					*answer, _ = said.(contract.PortOut)
				}
			},
		}, arg...)
	}, at)
	return answer, refusal
}

func (s *story) runs() contract.PortOut {
	s.t.Helper()
	s.ExecuteWorkflow(portout.PortOut, s.input)
	require.NoError(s.t, s.GetWorkflowError())
	return s.books.Last()
}

const cutOver = 48 * time.Hour

func (s *story) moves() {
	s.stands(cutOver, contract.ClearingCutOver)
	s.stands(cutOver+time.Minute, contract.ClearingCompleted)
}

func TestPortOut_Approved_LeavesAtCutOver(t *testing.T) {
	s := newStory(t)
	s.moves()
	end := s.runs()
	require.Equal(t, contract.PortOutLeft, end.Stage)
	require.True(t, end.EndedAt.After(workflowtest.Begin.Add(cutOver)))
	require.Equal(t, []string{"check agreed", "answer accepted"}, s.Did()[:2], "it is answered by itself, at once")
	require.Equal(t, []string{"ask cut-over", "begin moving", "stop-serving", "let-go released"}, s.DidSince("answer accepted")[:4])
}

func TestPortOut_NotAllowed_RefusedWithReason(t *testing.T) {
	s := newStory(t)
	s.books.Refuse = contract.PortOutDues
	end := s.runs()
	require.Equal(t, contract.PortOutRejected, end.Stage)
	require.Equal(t, []string{"check rejected", "answer rejected", "because port_out_unpaid_dues"}, s.Did())
}

// A number must not leave unchecked: if our database cannot check it in time, the request is refused in time.
func TestPortOut_DatabaseAwayPastDeadline_Refused(t *testing.T) {
	s := newStory(t)
	s.Fails("check", errors.New("connection refused"))
	s.Fails("refuse", errors.New("connection refused"))
	var answered time.Time
	s.HappensDuring("answer", func() { answered = s.Now() })
	s.RegisterDelayedCallback(func() { s.Fails("check", nil); s.Fails("refuse", nil) }, 3*time.Hour)
	end := s.runs()
	require.Equal(t, contract.PortOutRejected, end.Stage)
	require.Equal(t, contract.PortOutUnchecked, end.Reason)
	require.Equal(t, []string{"answer rejected", "because port_out_unchecked", "refuse rejected"}, s.Did("answer", "because", "refuse"))
	require.WithinDuration(t, workflowtest.Begin.Add(119*time.Minute), answered, time.Second, "a minute is left for the answer")
	require.Positive(t, s.Happened("check"))
	require.Positive(t, s.Happened("refuse"))
}

// A worker agreed and died before Temporal recorded that; the next one came after the deadline of the answer.
func TestPortOut_AgreedLate_StillMoves(t *testing.T) {
	s := newStory(t)
	s.input.Port.AskedAt = workflowtest.Begin.Add(-3 * time.Hour)
	s.input.Port.AnswerBy = workflowtest.Begin.Add(-time.Hour)
	agreed := s.input.Port
	agreed.Stage, agreed.LineID, agreed.Language, agreed.Seq = contract.PortOutAgreed, workflowtest.LineID, "ar", 1
	s.books.Has(agreed)
	s.books.Stands(contract.ClearingAccepted)
	s.stands(cutOver, contract.ClearingCutOver)
	s.stands(cutOver+time.Minute, contract.ClearingCompleted)
	require.Equal(t, contract.PortOutLeft, s.runs().Stage)
	require.Empty(t, s.Did("refuse"), "the books do not say that the number stays")
}

func TestPortOut_RefusedLate_HasReason(t *testing.T) {
	s := newStory(t)
	s.input.Port.AskedAt = workflowtest.Begin.Add(-3 * time.Hour)
	s.input.Port.AnswerBy = workflowtest.Begin.Add(-time.Hour)
	refused := s.input.Port
	refused.Stage, refused.Reason, refused.EndedAt, refused.Seq = contract.PortOutRejected, contract.PortOutDues, workflowtest.Begin.Add(-2*time.Hour), 1
	s.books.Has(refused)
	s.books.Stands(contract.ClearingRejected)
	require.Equal(t, contract.PortOutDues, s.runs().Reason)
}

func TestPortOut_AgreementUnread_IsHeld(t *testing.T) {
	s := newStory(t)
	s.input.Port.AskedAt = workflowtest.Begin.Add(-3 * time.Hour)
	s.input.Port.AnswerBy = workflowtest.Begin.Add(-time.Hour)
	s.books.Stands(contract.ClearingAccepted)
	s.Fails("check", workflowtest.No(contract.FailNumberAbsent))
	s.RegisterDelayedCallback(func() {
		require.NotNil(s.t, s.books.Last().Held)
		require.Empty(s.t, s.Did("stop-serving", "let-go"))
		s.Fails("check", nil)
	}, 2*time.Hour)
	s.says(3*time.Hour, contract.UpdateResolve, contract.Resolution{Action: contract.ResolveRetry, Note: "read again", Actor: "support-1"})
	s.stands(cutOver, contract.ClearingCutOver)
	s.stands(cutOver+time.Minute, contract.ClearingCompleted)
	require.Equal(t, contract.PortOutLeft, s.runs().Stage)
}

func TestPortOut_DatabaseBackInTime_Answers(t *testing.T) {
	s := newStory(t)
	s.Fails("check", errors.New("connection refused"))
	s.RegisterDelayedCallback(func() { s.Fails("check", nil) }, 117*time.Minute)
	s.stands(cutOver, contract.ClearingWithdrawn)
	require.Equal(t, contract.PortOutWithdrawn, s.runs().Stage)
	require.Positive(t, s.Happened("check"))
	require.Equal(t, "answer accepted", s.Did("answer")[0])
}

// A decision written at the last moment, whose answer was lost, is undone: the clearing house was told no.
func TestPortOut_LateDecision_Withdrawn(t *testing.T) {
	s := newStory(t)
	s.Fails("check", errors.New("connection refused"))
	s.RegisterDelayedCallback(func() { // as if written by a try whose answer was lost
		s.Fails("check", nil)
		written := s.input.Port
		written.Stage, written.LineID, written.Seq = contract.PortOutAgreed, workflowtest.LineID, 1
		s.books.Has(written)
		s.Fails("check", errors.New("connection refused"))
	}, time.Hour)
	end := s.runs()
	require.Equal(t, contract.PortOutRejected, end.Stage)
	require.Equal(t, int64(2), end.Seq)
}

func TestPortOut_AnswerLate_NumberStays(t *testing.T) {
	for _, status := range []contract.PortOutStatus{contract.ClearingExpired, contract.ClearingWithdrawn} {
		s := newStory(t)
		s.books.Stands(status)
		require.Equal(t, contract.PortOutWithdrawn, s.runs().Stage, status)
		require.Empty(t, s.Did("stop-serving"))
	}
}

func TestPortOut_HolderObjects_Stopped(t *testing.T) {
	for name, at := range map[string]time.Duration{"at once": time.Second, "in the last second": cutOver - time.Second} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			answer, refusal := s.says(at, contract.UpdateDispute, struct{}{})
			end := s.runs()
			require.NoError(t, *refusal)
			require.Equal(t, contract.PortOutStopped, answer.Stage)
			require.Equal(t, contract.PortOutStopped, end.Stage)
			require.Empty(t, s.Did("stop-serving"))
			require.True(t, s.Now().Before(workflowtest.Begin.Add(cutOver)))
		})
	}
}

func TestPortOut_ObjectionDuringOutage_IsStopped(t *testing.T) {
	s := newStory(t)
	s.Fails("stop", workflowtest.ErrOutage)
	answer, refusal := s.says(time.Hour, contract.UpdateDispute, struct{}{})
	s.RegisterDelayedCallback(func() { s.Fails("stop", nil) }, time.Hour+5*time.Minute)
	end := s.runs()
	require.NoError(t, *refusal)
	require.Equal(t, contract.PortOutAgreed, answer.Stage, "it is told that it is being stopped")
	require.False(t, answer.ObjectedAt.IsZero())
	require.Equal(t, contract.PortOutStopped, end.Stage)
	require.Positive(t, s.Happened("stop"))
}

func TestPortOut_ObjectionAfterCutOver_IsHeld(t *testing.T) {
	for name, at := range map[string]time.Duration{
		"not reported yet": cutOver - time.Second, "while it moves": cutOver + 30*time.Second, "once it has left": cutOver + 70*time.Hour,
	} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			if name == "not reported yet" {
				s.RegisterDelayedCallback(func() { s.books.Stands(contract.ClearingCutOver) }, at-time.Second)
			}
			s.moves()
			_, refusal := s.says(at, contract.UpdateDispute, struct{}{})
			s.says(cutOver+80*time.Hour, contract.UpdateResolve, contract.Resolution{Action: contract.ResolveSkip, Actor: "a", Note: "called them"})
			end := s.runs()
			require.NoError(t, *refusal)
			require.Equal(t, contract.PortOutLeft, end.Stage)
			require.Len(t, s.Did("hold"), 1)
			require.Len(t, s.Did("resume"), 1)
		})
	}
}

func TestPortOut_ObjectionTooLate_IsRefused(t *testing.T) {
	s := newStory(t)
	s.stands(time.Hour, contract.ClearingWithdrawn)
	s.Loses("end") // written, and written again
	end := s.runs()
	require.Equal(t, contract.PortOutWithdrawn, end.Stage)
	require.Positive(t, s.Happened("end"))
}

func TestPortOut_WithdrawnByRecipient_NumberStays(t *testing.T) {
	s := newStory(t)
	s.stands(time.Hour, contract.ClearingWithdrawn)
	require.Equal(t, contract.PortOutWithdrawn, s.runs().Stage)
	require.Empty(t, s.Did("stop-serving", "stop"))
}

// Reports come twice, late and in any order: each only triggers an inquiry.
func TestPortOut_RepeatedReports_ChangeNothing(t *testing.T) {
	s := newStory(t)
	s.RegisterDelayedCallback(func() { s.reports("one"); s.reports("one") }, time.Hour)
	s.RegisterDelayedCallback(func() { s.reports("one") }, 2*time.Hour)
	s.moves()
	require.Equal(t, contract.PortOutLeft, s.runs().Stage)
	require.Equal(t, []string{"ask accepted", "ask cut-over"}, s.Did("ask")[:2])
	require.Len(t, s.Did("begin"), 1)
}

func TestPortOut_LostReports_AskedFor(t *testing.T) {
	s := newStory(t)
	s.RegisterDelayedCallback(func() { s.books.Stands(contract.ClearingCutOver) }, cutOver)
	s.RegisterDelayedCallback(func() { s.books.Stands(contract.ClearingCompleted) }, cutOver+16*time.Minute)
	end := s.runs()
	require.Equal(t, contract.PortOutLeft, end.Stage)
	require.WithinDuration(t, workflowtest.Begin.Add(cutOver+15*time.Minute), end.EndedAt, 5*time.Minute)
}

func TestPortOut_CutOverRolledBack_RestoresLine(t *testing.T) {
	s := newStory(t)
	s.stands(cutOver, contract.ClearingCutOver)
	s.stands(cutOver+time.Minute, contract.ClearingRolledBack)
	end := s.runs()
	require.Equal(t, contract.PortOutFailed, end.Stage)
	require.Equal(t, []string{"start-serving", "end failed"}, s.Did("start-serving", "end"))
}

func TestPortOut_SlowCutOver_IsHeld(t *testing.T) {
	for action, stands := range map[string]contract.PortOutStatus{
		contract.ResolveRetry: contract.ClearingCompleted, // the wait continues
		contract.ResolveSkip:  contract.ClearingReleased,  // support states that the number has moved
	} {
		t.Run(action, func(t *testing.T) {
			s := newStory(t)
			s.stands(cutOver, contract.ClearingCutOver)
			shown := workflowtest.KeepAttributes(s.TestWorkflowEnvironment)
			var asked int
			s.RegisterDelayedCallback(func() {
				require.Equal(t, true, shown[contract.AttrNeedsAttention])
				require.Equal(t, contract.FailCutOver, s.books.Last().Held.FailureCode)
				asked = len(s.Did("ask"))
			}, cutOver+70*time.Minute)
			s.RegisterDelayedCallback(func() {
				require.Len(t, s.Did("ask"), asked, "a history does not grow while it is held")
				s.books.Stands(stands)
			}, cutOver+30*24*time.Hour)
			_, refusal := s.says(cutOver+31*24*time.Hour, contract.UpdateResolve, contract.Resolution{Action: action, Actor: "a", Note: "asked them"})
			require.Equal(t, contract.PortOutLeft, s.runs().Stage)
			require.NoError(t, *refusal)
			require.Equal(t, false, shown[contract.AttrNeedsAttention])
		})
	}
}

func TestPortOut_NetworkRefuses_HeldAndRetried(t *testing.T) {
	s := newStory(t)
	s.moves()
	s.Fails("stop-serving", workflowtest.No(contract.FailNetworkRefused))
	s.RegisterDelayedCallback(func() {
		require.Equal(t, contract.WorkLetNumberGo, s.books.Last().Held.Work)
		s.Fails("stop-serving", nil)
	}, cutOver+30*time.Minute)
	_, refusal := s.says(cutOver+time.Hour, contract.UpdateResolve, contract.Resolution{Action: contract.ResolveRetry, Actor: "a", Note: "mended"})
	_, again := s.says(cutOver+2*time.Hour, contract.UpdateResolve, contract.Resolution{Action: contract.ResolveRetry, Actor: "a", Note: "mended"})
	require.Equal(t, contract.PortOutLeft, s.runs().Stage)
	require.NoError(t, *refusal)
	workflowtest.RequireCode(t, contract.FailPortOutNotHeld, *again)
	require.Positive(t, s.Happened("stop-serving"))
}

// forgets writes a state that a worker saved before it died.
func (s *story) forgets(step func(*contract.PortOut)) {
	saved := s.books.Last()
	step(&saved)
	saved.Seq++
	s.books.Has(saved)
}

// The worker that died had released the number: a line that the network no longer knows is not taken out of service again.
func TestPortOut_LeftInTheRow_DoesNotMoveAgain(t *testing.T) {
	s := newStory(t)
	s.moves()
	s.Fails("stop-serving", workflowtest.No(contract.FailNetworkRefused))
	s.HappensDuring("begin", func() {
		s.forgets(func(p *contract.PortOut) { p.Stage, p.EndedAt = contract.PortOutLeft, s.Now() })
	})
	require.Equal(t, contract.PortOutLeft, s.runs().Stage)
	require.Empty(t, s.Did("hold", "let-go", "complete"))
	require.Zero(t, s.Happened("stop-serving"))
}

// A worker that repeats the check must not refuse a number that is already moving.
func TestPortOut_MovesInTheRow_NotAnsweredAgain(t *testing.T) {
	s := newStory(t)
	s.moves()
	s.input.Settings.MoveWithin = 3 * workflowtest.Day // the move ends only then
	s.books.Stands(contract.ClearingCutOver)
	s.HappensDuring("check", func() {
		moving := s.input.Port
		moving.LineID, moving.Language, moving.Stage = workflowtest.LineID, "ar", contract.PortOutMoving
		s.books.Has(moving)
		s.forgets(func(*contract.PortOut) {})
	})
	require.Equal(t, contract.PortOutLeft, s.runs().Stage)
	require.Empty(t, s.Did("answer"))
}
