package flow_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

// wornOut is a workflow that refuses more news.
func wornOut(ctx workflow.Context) error {
	refuse := func(contract.PaymentReported) error {
		return temporal.NewNonRetryableApplicationError("too much", string(contract.FailChangedTooOften), nil)
	}
	take := func(workflow.Context, contract.PaymentReported) error { return nil }
	err := workflow.SetUpdateHandlerWithOptions(ctx, contract.SignalPaymentReported, take, workflow.UpdateHandlerOptions{Validator: refuse})
	if err == nil {
		workflow.GetSignalChannel(ctx, "end").Receive(ctx, nil)
	}
	return err
}

func TestTell_WornOutWorkflow_LeftAlone(t *testing.T) {
	queue := uuid.NewString()
	w := worker.New(engine, queue, worker.Options{})
	w.RegisterWorkflowWithOptions(wornOut, workflow.RegisterOptions{Name: "WornOut"})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)
	run, err := engine.ExecuteWorkflow(t.Context(), client.StartWorkflowOptions{TaskQueue: queue}, "WornOut")
	require.NoError(t, err)
	require.NoError(t, flow.New(engine).Tell(t.Context(), run.GetID(), contract.SignalPaymentReported, contract.PaymentReported{EventID: "e"}))
	require.Empty(t, noted(t, run.GetID()), "no signal either")
	require.NoError(t, engine.SignalWorkflow(t.Context(), run.GetID(), "", "end", nil))
}
