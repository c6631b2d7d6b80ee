package flow_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestSweeps_EndedWorkflow_IsNotListed(t *testing.T) {
	sweeps, id := flow.NewSweeps(engine), "order/"+uuid.NewString()
	runs, err := sweeps.IsRunning(t.Context(), id)
	require.NoError(t, err)
	require.False(t, runs)

	_, err = engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: id, TaskQueue: "nobody"}, contract.WorkflowOrder)
	require.NoError(t, err)
	runs, err = sweeps.IsRunning(t.Context(), id)
	require.NoError(t, err)
	require.True(t, runs)
	listed := func() bool {
		running, err := sweeps.ListRunning(t.Context(), []string{id, "order/o'clock", "order/" + uuid.NewString()})
		return err == nil && slices.Equal(running, []string{id})
	}
	require.Eventually(t, listed, soon, tick)

	young, next, err := sweeps.Page(t.Context(), contract.WorkflowOrder, 100, nil)
	require.NoError(t, err)
	require.Empty(t, young, "it has run for moments")
	require.Empty(t, next)

	require.NoError(t, engine.TerminateWorkflow(t.Context(), id, "", "test"))
	runs, err = sweeps.IsRunning(t.Context(), id)
	require.NoError(t, err)
	require.False(t, runs)
}
