package process_test

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// refuses is a process that refuses each update on its seventh state.
func refuses(ctx workflow.Context) error {
	p := process.Open(ctx, int64(7), nil, func(workflow.Context, int64) []process.Attribute { return nil })
	p.Seq = func() int64 { return p.State }
	params := map[string]string{"until": "tomorrow"}
	may := func(struct{}) error { return process.Refusal(contract.RefuseWith(contract.FailStepOutOfOrder, params)) }
	done := func(workflow.Context, struct{}) (int64, error) { return p.State, nil }
	err := errors.Join(
		process.RegisterUpdate(p, ctx, "customer", may, done),
		process.RegisterSlowUpdate(p, ctx, "partner", may, done),
		process.RegisterDecision(p, ctx, "support", may, done),
	)
	if err != nil {
		return err
	}
	return p.Drain(ctx, workflow.Sleep(ctx, time.Hour))
}

func TestUpdate_Refused_NamesItsState(t *testing.T) {
	for _, name := range []string{"customer", "partner", "support"} {
		var suite testsuite.WorkflowTestSuite
		env := suite.NewTestWorkflowEnvironment()
		var why error
		env.RegisterDelayedCallback(func() {
			env.UpdateWorkflow(name, "", &testsuite.TestUpdateCallback{
				OnAccept: func() {}, OnReject: func(err error) { why = err }, OnComplete: func(any, error) {},
			}, struct{}{})
		}, time.Minute)

		env.ExecuteWorkflow(refuses)

		require.NoError(t, env.GetWorkflowError())
		var refused *temporal.ApplicationError
		require.ErrorAs(t, why, &refused, name)
		require.Equal(t, string(contract.FailStepOutOfOrder), refused.Type())
		var fields map[string]contract.Code
		var params map[string]string
		var seq int64
		require.NoError(t, refused.Details(&fields, &params, &seq), name)
		require.Equal(t, map[string]string{"until": "tomorrow"}, params)
		require.Equal(t, int64(7), seq)
	}
}
