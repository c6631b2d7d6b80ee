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

func TestNationalAddresses_Workflow_DecidesAnswer(t *testing.T) {
	w := worker.New(engine, contract.TaskQueue, worker.Options{})
	w.RegisterWorkflowWithOptions(func(ctx workflow.Context, in contract.AddressQuestion) (contract.Address, error) {
		if in.ShortAddress != "RRRD2929" {
			return contract.Address{}, temporal.NewNonRetryableApplicationError("no", string(contract.FailShortAddressUnknown), nil)
		}
		return contract.Address{City: "riyadh", Street: workflow.GetInfo(ctx).WorkflowExecution.ID}, nil
	}, workflow.RegisterOptions{Name: contract.WorkflowNationalAddress})
	require.NoError(t, w.Start())
	t.Cleanup(w.Stop)

	addresses := flow.NewNationalAddresses(engine)
	found, err := addresses.Find(t.Context(), contract.AddressQuestion{ShortAddress: "RRRD2929", Language: "ar"})
	require.NoError(t, err)
	require.Equal(t, "riyadh", found.City)
	require.NotContains(t, found.Street, "RRRD2929", "no address is in the id of a workflow")
	_, err = addresses.Find(t.Context(), contract.AddressQuestion{ShortAddress: "XXXX0000", Language: "ar"})
	requireRefused(t, err, contract.FailShortAddressUnknown)
}
