package flow_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	platform "selfcare/internal/platform/temporal"
)

func TestAutoRecharges_StartRepeated_RunsOnce(t *testing.T) {
	ctx, c := t.Context(), testkit.Temporal(t, nil)
	require.NoError(t, platform.EnsureSearchAttributes(ctx, c, client.DefaultNamespace))
	w := worker.New(c, contract.QueueOf(contract.WorkflowAutoRecharge), worker.Options{WorkerStopTimeout: time.Second})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context, in contract.AutoRechargeInput) (time.Time, error) {
		workflow.GetSignalChannel(ctx, "paid").Receive(ctx, nil)
		return in.Due, nil
	}, workflow.RegisterOptions{Name: contract.WorkflowAutoRecharge})
	require.NoError(t, w.Start())
	defer w.Stop()

	lineID := uuid.NewString()
	due := time.Date(2026, 11, 30, 22, 0, 0, 0, time.UTC) // the next day in Riyadh
	id := contract.AutoRechargeID(lineID, "2026-12-01")
	runID := func() string {
		described, err := c.DescribeWorkflowExecution(ctx, id, "")
		require.NoError(t, err)
		return described.GetWorkflowExecutionInfo().GetExecution().GetRunId()
	}
	starts := flow.NewAutoRecharges(c)
	require.NoError(t, starts.Start(ctx, lineID, due))
	first := runID()
	require.NoError(t, starts.Start(ctx, lineID, due))
	require.Equal(t, first, runID())

	require.NoError(t, c.SignalWorkflow(ctx, id, "", "paid", nil))
	var begun time.Time
	require.NoError(t, c.GetWorkflow(ctx, id, first).Get(ctx, &begun))
	require.Equal(t, due, begun)
	require.NoError(t, starts.Start(ctx, lineID, due))
	require.NotEqual(t, first, runID(), "its workflow was lost")
}
