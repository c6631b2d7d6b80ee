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

func TestLabels_Workflow_DecidesAnswer(t *testing.T) {
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(func(_ workflow.Context, in contract.LabelQuestion) (contract.ParcelLabel, error) {
		if in.AirwayBill != "290019498498" {
			return contract.ParcelLabel{}, temporal.NewNonRetryableApplicationError("no", string(contract.FailLabelMissing), nil)
		}
		return contract.ParcelLabel{PDF: make([]byte, contract.LargestLabel)}, nil
	}, workflow.RegisterOptions{Name: contract.WorkflowParcelLabel})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	labels := flow.NewLabels(engine)
	label, err := labels.Of(t.Context(), "290019498498")
	require.NoError(t, err)
	require.Len(t, label, contract.LargestLabel, "the largest label fits into the answer of a workflow")
	_, err = labels.Of(t.Context(), "290019498499")
	requireRefused(t, err, contract.FailLabelMissing)
}
