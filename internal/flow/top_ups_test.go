package flow_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/flow"
)

func TestTopUps_Workflow_DecidesAnswer(t *testing.T) {
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error) {
		if in.Mobile != "+919876543210" {
			return contract.TopUpOffer{}, temporal.NewNonRetryableApplicationError("no", string(contract.FailInternationalUnserved), nil)
		}
		return contract.TopUpOffer{OperatorID: "2151", Operator: workflow.GetInfo(ctx).WorkflowExecution.ID}, nil
	}, workflow.RegisterOptions{Name: contract.WorkflowTopUpOffer})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	topUps := flow.NewTopUps(engine)
	offer, err := topUps.Offer(t.Context(), contract.TopUpQuestion{Mobile: "+919876543210"})
	require.NoError(t, err)
	require.Equal(t, "2151", offer.OperatorID)
	require.NotContains(t, offer.Operator, "9876543210", "no number is in the id of a workflow")
	_, err = topUps.Offer(t.Context(), contract.TopUpQuestion{Mobile: "+819012345678"})
	requireRefused(t, err, contract.FailInternationalUnserved)
}
