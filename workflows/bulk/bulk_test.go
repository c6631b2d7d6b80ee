package bulk_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
)

// story runs one bulk under the virtual clock.
type story struct {
	*testsuite.TestWorkflowEnvironment
	*workflowtest.Journal
	t     *testing.T
	books *workflowtest.BulkBooks
	in    contract.BulkInput
}

func newStory(t *testing.T) *story {
	env, j := workflowtest.NewEnvironment(), workflowtest.NewJournal()
	env.SetStartWorkflowOptions(client.StartWorkflowOptions{ID: contract.BulkWorkflowID("b1")})
	s := &story{env, j, t, workflowtest.NewBulkBooks(j), contract.BulkInput{Bulk: contract.Bulk{ID: "b1", StartedBy: "u1", Note: "the courier is back"}}}
	workflowtest.Register(env, s.books)
	return s
}

// opens starts the bulk at once.
func (s *story) opens() (refusal *error) { return s.says(0, contract.UpdateOpenBulk, s.in) }

func (s *story) moves(when time.Duration, to contract.BulkState) (refusal *error) {
	return s.says(when, contract.UpdateMoveBulk, contract.BulkMove{To: to, By: "u2"})
}

func (s *story) says(when time.Duration, update string, arg any) (refusal *error) {
	refusal = new(error)
	s.at(when, func() {
		s.UpdateWorkflow(update, fmt.Sprint(update, when), &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnReject: func(err error) { *refusal = err }, OnComplete: func(_ any, err error) { *refusal = err },
		}, arg)
	})
	return refusal
}

func (s *story) at(when time.Duration, do func()) { s.RegisterDelayedCallback(do, when) }

func (s *story) runs() contract.Bulk {
	s.ExecuteWorkflow(contract.WorkflowBulkResolution, s.in)
	require.True(s.t, s.IsWorkflowCompleted())
	require.NoError(s.t, s.GetWorkflowError())
	return s.books.Last()
}

func TestBulk_Running_KeepsItsRate(t *testing.T) {
	s := newStory(t)
	s.books.PerMinute = 2
	s.opens()
	s.at(29*time.Second, func() { require.Equal(t, []string{"open-bulk", "resume-1"}, s.Did()) })
	s.at(31*time.Second, func() { require.Equal(t, []string{"open-bulk", "resume-1", "resume-2"}, s.Did()) })
	end := s.runs()
	require.Equal(t, contract.BulkCompleted, end.State)
	require.False(t, end.EndedAt.Before(end.StartedAt.Add(time.Minute)))
	require.Equal(t, []string{"open-bulk", "resume-1", "resume-2", "resume-3", "bulk-completed"}, s.Did())
}

func TestBulk_Paused_WaitsAndGoesOn(t *testing.T) {
	s := newStory(t)
	s.books.PerMinute = 1
	s.opens()
	paused := s.moves(30*time.Second, contract.BulkPaused)
	again := s.moves(40*time.Second, contract.BulkPaused)
	s.at(5*time.Hour, func() { require.Equal(t, []string{"open-bulk", "resume-1", "bulk-paused"}, s.Did()) })
	s.moves(6*time.Hour, contract.BulkRunning)
	require.Equal(t, contract.BulkCompleted, s.runs().State)
	require.NoError(t, *paused)
	require.NoError(t, *again)
	require.Equal(t, map[int]contract.BulkOutcome{1: contract.BulkResumed, 2: contract.BulkResumed, 3: contract.BulkResumed}, s.books.Outcomes())
}

func TestBulk_Stopped_LeavesOtherItems(t *testing.T) {
	for name, first := range map[string]contract.BulkState{"while it runs": contract.BulkRunning, "while it is paused": contract.BulkPaused} {
		t.Run(name, func(t *testing.T) {
			s := newStory(t)
			s.books.PerMinute = 1
			s.opens()
			s.moves(10*time.Second, first)
			s.moves(30*time.Second, contract.BulkStopped)
			end := s.runs()
			require.Equal(t, contract.BulkStopped, end.State)
			require.False(t, end.EndedAt.IsZero())
			require.Equal(t, map[int]contract.BulkOutcome{1: contract.BulkResumed}, s.books.Outcomes())
		})
	}
}

func TestBulk_SilentItem_DoesNotBlock(t *testing.T) {
	s := newStory(t)
	s.books.Fails("resume-2", errors.New("no answer"))
	s.opens()
	require.Equal(t, contract.BulkCompleted, s.runs().State)
	require.Equal(t, map[int]contract.BulkOutcome{1: contract.BulkResumed, 2: contract.BulkRefused, 3: contract.BulkResumed}, s.books.Outcomes())
	require.Contains(t, s.Did(), "give-up-2 outside_system_unavailable")
}

func TestBulk_DatabaseAway_Waits(t *testing.T) {
	s := newStory(t)
	s.books.Fails("resume-2", workflowtest.ErrOurDatabase)
	s.at(3*time.Hour, func() { s.books.Fails("resume-2", nil) })
	s.opens()
	s.runs()
	require.Equal(t, contract.BulkResumed, s.books.Outcomes()[2])
}

func TestBulk_LostAnswer_ResumesItemOnce(t *testing.T) {
	s := newStory(t)
	s.books.Loses("resume-2")
	s.opens()
	s.runs()
	require.Equal(t, 1, s.Happened("resume-2"))
	require.Equal(t, []string{"open-bulk", "resume-1", "resume-2", "resume-3", "bulk-completed"}, s.Did())
}

func TestBulk_Refused_LeavesNothing(t *testing.T) {
	s := newStory(t)
	s.books.Fails("open-bulk", workflowtest.No(contract.FailBulkNothing))
	refusal := s.opens()
	s.runs()
	workflowtest.RequireCode(t, contract.FailBulkNothing, *refusal)
	require.Empty(t, s.Did())
}

func TestBulk_StartLost_IsForgotten(t *testing.T) {
	s := newStory(t)
	early := s.moves(time.Second, contract.BulkPaused)
	s.runs()
	workflowtest.RequireCode(t, contract.FailBulkUnknown, *early)
	require.Empty(t, s.Did())
}

func TestBulk_StoppedAtRunEnd_HasNoNextRun(t *testing.T) {
	s := newStory(t)
	s.books.Items, s.books.PerMinute = 51, 6000
	s.books.HappensDuring("resume-50", func() {
		s.UpdateWorkflow(contract.UpdateMoveBulk, "stop", &testsuite.TestUpdateCallback{
			OnAccept: func() {}, OnReject: func(err error) { require.NoError(t, err) }, OnComplete: func(any, error) {},
		}, contract.BulkMove{To: contract.BulkStopped, By: "u2"})
	})
	s.opens()
	require.Equal(t, contract.BulkStopped, s.runs().State)
	require.Len(t, s.books.Outcomes(), 50)
}

func TestBulk_Thousands_ContinueAsNew(t *testing.T) {
	s := newStory(t)
	s.books.Items, s.books.PerMinute = 500, 6000
	s.opens()
	s.ExecuteWorkflow(contract.WorkflowBulkResolution, s.in)
	var next *workflow.ContinueAsNewError
	require.ErrorAs(t, s.GetWorkflowError(), &next)
	require.Len(t, s.books.Outcomes(), 50)

	rest := newStory(t)
	rest.books.Items = 500
	rest.in = contract.BulkInput{Bulk: s.books.Last(), Done: 470}
	require.Equal(t, contract.BulkCompleted, rest.runs().State)
	require.Len(t, rest.books.Outcomes(), 30)
	require.Contains(t, rest.books.Outcomes(), 471)
}

// The server ends a run with 2,000 updates: a bulk that is moved often continues as new, as it stands.
func TestBulk_MovedOften_ContinuesAsNew(t *testing.T) {
	s := newStory(t)
	s.books.PerMinute = 1
	s.opens()
	accepted := 0
	workflowtest.Repeat(s.TestWorkflowEnvironment, 10*time.Second, 2_000, func(n int) {
		s.UpdateWorkflow(contract.UpdateMoveBulk, fmt.Sprint(n), &testsuite.TestUpdateCallback{
			OnAccept: func() { accepted++ }, OnReject: func(error) {}, OnComplete: func(any, error) {},
		}, contract.BulkMove{To: contract.BulkPaused, By: "u2"})
	})
	s.ExecuteWorkflow(contract.WorkflowBulkResolution, s.in)
	var again *workflow.ContinueAsNewError
	require.ErrorAs(t, s.GetWorkflowError(), &again)
	require.Less(t, accepted, 700)
	require.Equal(t, contract.BulkPaused, s.books.Last().State)
	require.Equal(t, map[int]contract.BulkOutcome{1: contract.BulkResumed}, s.books.Outcomes())
}
