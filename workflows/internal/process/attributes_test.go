package process_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/mock"
	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// waitsTwice has two waits with an end, one after the other.
func waitsTwice(ctx workflow.Context) error {
	p := process.Open(ctx, 0, nil, func(workflow.Context, int) []process.Attribute { return nil })
	p.Show = func(workflow.Context) {}
	for range 2 {
		if _, err := p.Await(ctx, process.Wait{For: "the customer", Limit: time.Hour, Then: "it goes on"}, func() bool { return false }); err != nil {
			return err
		}
	}
	return nil
}

// A filter for NeedsAttention = false finds no process without a value.
func TestAttention_FirstEnd_NeedsNoAttention(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	var written []map[string]any
	env.OnUpsertTypedSearchAttributes(mock.Anything).Return(nil).Run(func(args mock.Arguments) {
		shown := map[string]any{}
		for key, value := range args.Get(0).(temporal.SearchAttributes).GetUntypedValues() {
			shown[key.GetName()] = value
		}
		written = append(written, shown)
	})
	env.ExecuteWorkflow(waitsTwice)
	require.NoError(t, env.GetWorkflowError())
	require.NotEmpty(t, written)
	require.Contains(t, written[0], contract.AttrDueAt)
	require.Equal(t, false, written[0][contract.AttrNeedsAttention])
	for _, later := range written[1:] {
		require.NotContains(t, later, contract.AttrNeedsAttention, "it is written once")
	}
}
