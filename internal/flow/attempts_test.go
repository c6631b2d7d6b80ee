package flow_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// stuck calls a partner that refuses again and again.
func stuck(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute, RetryPolicy: &temporal.RetryPolicy{InitialInterval: time.Hour},
	})
	return workflow.ExecuteActivity(ctx, "BookParcel").Get(ctx, nil)
}

func bookParcel() error {
	return temporal.NewApplicationError("no", string(contract.FailOutsideSystem))
}

func TestAttempts_Failing_NameTheCode(t *testing.T) {
	queue := "attempts-" + uuid.NewString()
	w := worker.New(engine, queue, worker.Options{})
	w.RegisterWorkflow(stuck)
	w.RegisterActivityWithOptions(bookParcel, activity.RegisterOptions{Name: "BookParcel"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	run, err := engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{ID: queue, TaskQueue: queue}, stuck)
	require.NoError(t, err)
	attempts := flow.NewAttempts(engine)
	require.Eventually(t, func() bool {
		_, tried := attempts.Of(t.Context(), run.GetID())
		return len(tried) == 1 && tried[0].Failed
	}, 20*time.Second, 50*time.Millisecond)
	standing, tried := attempts.Of(t.Context(), run.GetID())
	require.Equal(t, flow.StandingRunning, standing)
	require.Equal(t, []any{"BookParcel", "backing-off", 2, contract.FailOutsideSystem}, []any{tried[0].Activity, tried[0].State, tried[0].Attempt, tried[0].Code})
	require.True(t, tried[0].NextAt.After(time.Now()))

	require.NoError(t, engine.TerminateWorkflow(t.Context(), run.GetID(), "", "over"))
	standing, _ = attempts.Of(t.Context(), run.GetID())
	require.Equal(t, flow.StandingOver, standing)
	standing, _ = attempts.Of(t.Context(), "order/SC00000000")
	require.Equal(t, flow.StandingUnknown, standing)
}

func TestAttempts_TemporalDown_AreAway(t *testing.T) {
	unreachable, err := client.NewLazyClient(client.Options{HostPort: "127.0.0.1:1"})
	require.NoError(t, err)
	t.Cleanup(unreachable.Close)
	standing, tried := flow.NewAttempts(unreachable).Of(t.Context(), "order/SC00000000")
	require.Equal(t, flow.StandingAway, standing)
	require.Empty(t, tried)
}
