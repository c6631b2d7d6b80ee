package deactivation_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

var undoFor = workflowtest.EndingRules.UndoFor

func TestDeactivation_UndoTimeOver_EndsLine(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.At(undoFor-time.Second, func() { require.Empty(t, s.Did("line-off", "end-line"), "nothing is taken before") })
	end := s.Runs()
	require.NoError(t, s.Refusal)
	require.Equal(t, contract.DeactivationWaiting, s.Answer.Stage)
	require.Equal(t, []string{"open-end", "begin-end", "line-off l1", "end-line l1", "complete-end"}, s.Did())
	require.Equal(t, contract.DeactivationEnded, end.Stage)
	require.True(t, end.UndoUntil.Equal(end.RequestedAt.Add(undoFor)))
	require.False(t, end.EndedAt.Before(end.UndoUntil))
}

func TestDeactivation_UndoInLastSecond_IsUndone(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	refusal := s.Undoes(undoFor - time.Second)
	end := s.Runs()
	require.NoError(t, *refusal)
	require.Equal(t, contract.DeactivationUndone, end.Stage)
	require.Equal(t, []string{"open-end", "undo-end"}, s.Did())
}

func TestDeactivation_UndoAtTheEnd_IsTooLate(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.Books.Fails("line-off", workflowtest.No(contract.FailNetworkRefused)) // so that the workflow still runs
	refusal := s.Undoes(undoFor)
	s.Decides(undoFor+time.Hour, contract.ResolveSkip)
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailEndTooLate, *refusal)
	require.Equal(t, contract.DeactivationEnded, end.Stage)
}

// An undo that was accepted in time counts, however long our database takes to write it.
func TestDeactivation_UndoUnderWayAtEnd_Counts(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	refusal := s.Undoes(undoFor - time.Millisecond)
	away := true
	s.Books.Fails("undo-end", workflowtest.ErrOutage)
	s.At(undoFor+time.Minute, func() { away = false; s.Books.Fails("undo-end", nil) })
	end := s.Runs()
	require.False(t, away)
	require.Positive(t, s.Happened("undo-end"))
	require.NoError(t, *refusal)
	require.Equal(t, contract.DeactivationUndone, end.Stage)
	require.Empty(t, s.Did("begin-end", "line-off", "end-line"))
}

// Two tabs undo the deactivation at the same moment: it happens once, and both get that answer.
func TestDeactivation_TwoUndosAtOnce_CountOnce(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	first, second := s.Undoes(time.Hour), s.Undoes(time.Hour)
	end := s.Runs()
	require.NoError(t, *first)
	workflowtest.RequireCode(t, contract.FailEndUndone, *second)
	require.Equal(t, []string{"undo-end"}, s.Did("undo-end"))
	require.Equal(t, contract.DeactivationUndone, end.Stage)
}

func TestDeactivation_SecondRequest_IsRefused(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	other := s.Input
	other.Deactivation.ID = "01900000-0000-7000-8000-00000000000e"
	refusal := s.Says(time.Hour, contract.UpdateOpenDeactivation, other)
	repeat := s.Says(time.Hour, contract.UpdateOpenDeactivation, s.Input)
	s.Runs()
	workflowtest.RequireCode(t, contract.FailEndUnderWay, *refusal)
	require.NoError(t, *repeat)
	require.Equal(t, []string{"open-end"}, s.Did("open-end"))
}

func TestDeactivation_Refused_LeavesNothing(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.Books.Fails("open-end", workflowtest.No(contract.FailEndExtraSIMs))
	s.Runs()
	workflowtest.RequireCode(t, contract.FailEndExtraSIMs, s.Refusal)
	require.Empty(t, s.Did())
}

func TestDeactivation_DatabaseAway_Waits(t *testing.T) {
	for effect, when := range map[string]time.Duration{"open-end": 0, "begin-end": undoFor, "end-line": undoFor, "complete-end": undoFor} {
		t.Run(effect, func(t *testing.T) {
			s := workflowtest.NewDeactivationStory(t)
			s.Books.Fails(effect, workflowtest.ErrOutage)
			s.At(when+50*time.Minute, func() { s.Books.Fails(effect, nil) }) // held after an hour
			end := s.Runs()
			require.Positive(t, s.Happened(effect))
			require.Equal(t, contract.DeactivationEnded, end.Stage)
			require.Empty(t, s.Did("hold"))
			require.Len(t, s.Did("end-line"), 1)
		})
	}
}

// The worker is lost after an effect and before its answer: the call is repeated and has its effect once.
func TestDeactivation_LostAnswer_HasOneEffect(t *testing.T) {
	for _, effect := range []string{"open-end", "begin-end", "line-off", "end-line", "complete-end"} {
		t.Run(effect, func(t *testing.T) {
			s := workflowtest.NewDeactivationStory(t)
			s.Books.Loses(effect)
			end := s.Runs()
			require.Equal(t, 1, s.Happened(effect))
			require.Equal(t, contract.DeactivationEnded, end.Stage)
			for _, once := range []string{"open-end", "begin-end", "end-line", "complete-end"} {
				require.Len(t, s.Did(once), 1, once)
			}
		})
	}
}

func TestDeactivation_LostUndoAnswer_IsAnswered(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.Books.Loses("undo-end")
	refusal := s.Undoes(time.Hour)
	end := s.Runs()
	require.Equal(t, 1, s.Happened("undo-end"))
	require.NoError(t, *refusal)
	require.Equal(t, []string{"undo-end"}, s.Did("undo-end"))
	require.Equal(t, contract.DeactivationUndone, end.Stage)
}

func TestDeactivation_NetworkDown_SupportDecides(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.Books.Fails("line-off", workflowtest.ErrOutage)
	s.At(undoFor+5*time.Hour, func() { s.Books.Fails("line-off", nil) })
	refusal := s.Decides(undoFor+6*time.Hour, contract.ResolveRetry)
	end := s.Runs()
	require.NoError(t, *refusal)
	require.Equal(t, []string{"hold outside_system_unavailable"}, s.Did("hold"))
	require.Equal(t, []string{"line-off l1"}, s.Did("line-off"))
	require.Equal(t, contract.DeactivationEnded, end.Stage)
}

func TestDeactivation_NetworkRefuses_RetryOrSkip(t *testing.T) {
	for action, off := range map[string]int{contract.ResolveRetry: 1, contract.ResolveSkip: 0} {
		t.Run(action, func(t *testing.T) {
			s := workflowtest.NewDeactivationStory(t)
			s.Books.Fails("line-off", workflowtest.No(contract.FailNetworkRefused))
			if action == contract.ResolveRetry {
				s.At(undoFor+time.Hour, func() { s.Books.Fails("line-off", nil) })
			}
			cancel := s.Decides(undoFor+2*time.Hour, contract.ResolveCancel)
			refusal := s.Decides(undoFor+3*time.Hour, action)
			end := s.Runs()
			workflowtest.RequireCode(t, contract.FailResolutionNotAllowed, *cancel)
			require.NoError(t, *refusal)
			require.Equal(t, []string{"hold network_refused", "resume " + action}, s.Did("hold", "resume"))
			require.Len(t, s.Did("line-off"), off)
			require.Equal(t, contract.DeactivationEnded, end.Stage)
		})
	}
}

func TestDeactivation_BooksRefuse_OnlyRetry(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.Books.Fails("end-line", workflowtest.No(contract.FailNumberAbsent))
	s.At(undoFor+time.Hour, func() { s.Books.Fails("end-line", nil) })
	skip := s.Decides(undoFor+2*time.Hour, contract.ResolveSkip)
	s.Decides(undoFor+3*time.Hour, contract.ResolveRetry)
	end := s.Runs()
	workflowtest.RequireCode(t, contract.FailResolutionNotAllowed, *skip)
	require.Equal(t, []string{"line-off l1"}, s.Did("line-off"), "it is off already")
	require.Equal(t, contract.DeactivationEnded, end.Stage)
}

func TestDeactivation_NotHeld_DecisionIsRefused(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	refusal := s.Decides(time.Hour, contract.ResolveRetry)
	s.Runs()
	workflowtest.RequireCode(t, contract.FailEndNotHeld, *refusal)
}

func TestDeactivation_Cancelled_GoesOn(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	s.At(time.Hour, s.CancelWorkflow)
	require.Equal(t, contract.DeactivationEnded, s.Runs().Stage)
}

// The server ends a run with 2,000 updates: openings beyond a limit are refused before they count, and the line still ends.
func TestDeactivation_Endless_IsBounded(t *testing.T) {
	s := workflowtest.NewDeactivationStory(t)
	other := s.Input
	other.Deactivation.ID = "01900000-0000-7000-8000-00000000000e"
	accepted, refused := 0, 0
	workflowtest.Repeat(s.TestWorkflowEnvironment, time.Minute, 2_000, func(n int) {
		s.UpdateWorkflow(contract.UpdateOpenDeactivation, fmt.Sprint(n), &testsuite.TestUpdateCallback{
			OnAccept: func() { accepted++ }, OnReject: func(error) { refused++ }, OnComplete: func(any, error) {},
		}, other)
	})
	require.Equal(t, contract.DeactivationEnded, s.Runs().Stage)
	require.Less(t, accepted, 700)
	require.Equal(t, 2_000, accepted+refused)
}
