package portout_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/converter"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/workflowtest"
	"selfcare/workflows/portout"
)

// runsOn takes the request through its first run and starts the next one.
func (s *story) runsOn() *story {
	s.t.Helper()
	s.ExecuteWorkflow(portout.PortOut, s.input)
	var again *workflow.ContinueAsNewError
	require.ErrorAs(s.t, s.GetWorkflowError(), &again)
	following := newStory(s.t)
	require.NoError(s.t, converter.GetDefaultDataConverter().FromPayloads(again.Input, &following.input))
	following.Journal, following.books = s.Journal, s.books
	workflowtest.Register(following.TestWorkflowEnvironment, s.books, workflowtest.NewDeactivationBooks(s.Journal))
	return following
}

func TestPortOut_LongWhileMoving_ContinuesAsNew(t *testing.T) {
	s := newStory(t)
	s.stands(cutOver, contract.ClearingCutOver)
	s.RegisterDelayedCallback(func() { s.SetContinueAsNewSuggested(true) }, cutOver+time.Hour)
	following := s.runsOn()
	require.Equal(t, contract.PortOutMoving, following.input.Port.Stage)
	following.stands(time.Hour, contract.ClearingCompleted)
	require.Equal(t, contract.PortOutLeft, following.runs().Stage)
	require.Len(t, s.Did("answer"), 1, "the clearing house was answered by the first run")
}

func TestPortOut_LongWhileAwaited_ContinuesAsNew(t *testing.T) {
	s := newStory(t)
	s.RegisterDelayedCallback(func() {
		s.SetContinueAsNewSuggested(true)
		s.reports("")
	}, time.Hour)
	following := s.runsOn()
	require.Equal(t, contract.PortOutAgreed, following.input.Port.Stage)
	following.moves()
	require.Equal(t, contract.PortOutLeft, following.runs().Stage)
	require.Len(t, s.Did("answer"), 1)
}
