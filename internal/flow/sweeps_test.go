package flow_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"

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

func TestSweeps_RefusedWrites_AreListedByType(t *testing.T) {
	sweeps, needs, code := flow.NewSweeps(engine), temporal.NewSearchAttributeKeyBool(contract.AttrNeedsAttention), temporal.NewSearchAttributeKeyKeyword(contract.AttrFailureCode)
	start := func(workflow string, failed contract.Code) string {
		id := uuid.NewString()
		_, err := engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{
			ID: id, TaskQueue: "none", TypedSearchAttributes: temporal.NewSearchAttributes(needs.ValueSet(true), code.ValueSet(string(failed))),
		}, workflow)
		require.NoError(t, err)
		t.Cleanup(func() { _ = engine.TerminateWorkflow(context.Background(), id, "", "the test is over") })
		return id
	}
	refund, change := start(contract.WorkflowRefund, contract.FailRecord), start(contract.WorkflowSettingChange, contract.FailRecord)
	start(contract.WorkflowOrder, contract.FailRecord)         // support holds it
	start(contract.WorkflowRefund, contract.FailOutsideSystem) // another cause
	ended := start(contract.WorkflowRefund, contract.FailRecord)
	require.NoError(t, engine.TerminateWorkflow(t.Context(), ended, "", "test"))
	want := map[string][]string{contract.WorkflowRefund: {refund}, contract.WorkflowSettingChange: {change}}
	require.Eventually(t, func() bool {
		found, err := sweeps.ListRefused(t.Context(), 100)
		return err == nil && reflect.DeepEqual(found, want)
	}, soon, tick)
}
