package process_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

// mostUpdates is the server's default limit for one run.
const mostUpdates = 2000

// worn is a process with one update for its customer, one for support and one kind of report.
func worn(ctx workflow.Context) error {
	p := process.Open(ctx, 0, nil, func(workflow.Context, int) []process.Attribute { return nil })
	anything := func(int) error { return nil }
	echo := func(_ workflow.Context, in int) (int, error) { return in, nil }
	err := errors.Join(
		process.RegisterUpdate(p, ctx, "change", anything, echo),
		process.RegisterUpdateAlways(ctx, "decide", anything, echo),
		process.Listen(p, "report", func(int) string { return "" }, func(workflow.Context, int) {}),
	)
	if err != nil {
		return err
	}
	return p.Drain(ctx, workflow.Sleep(ctx, time.Hour))
}

func TestProcess_WornOut_SupportStillDecides(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	taken, refused := map[string]int{}, map[string]int{}
	var why error
	var sends func(at time.Duration, name string, count int)
	sends = func(at time.Duration, name string, count int) {
		env.RegisterDelayedCallback(func() {
			env.UpdateWorkflow(name, fmt.Sprint(name, count), &testsuite.TestUpdateCallback{
				OnAccept: func() { taken[name]++ }, OnReject: func(err error) { refused[name], why = refused[name]+1, err }, OnComplete: func(any, error) {},
			}, count)
			if count > 1 {
				sends(time.Millisecond, name, count-1)
			}
		}, at)
	}
	sends(time.Minute, "change", mostUpdates)
	sends(2*time.Minute, "report", mostUpdates)
	sends(3*time.Minute, "decide", 1)

	env.ExecuteWorkflow(worn)

	require.NoError(t, env.GetWorkflowError())
	var no *temporal.ApplicationError
	require.ErrorAs(t, why, &no)
	require.Equal(t, string(contract.FailChangedTooOften), no.Type())
	require.Positive(t, refused["change"])
	require.Positive(t, refused["report"])
	require.LessOrEqual(t, taken["change"]+taken["report"], mostUpdates-500, "the rest is support's")
	require.Equal(t, 1, taken["decide"])
}

func TestProcess_ManyChanges_IsLong(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	for n := range 400 {
		env.RegisterDelayedCallback(func() {
			env.UpdateWorkflow("change", fmt.Sprint(n), &testsuite.TestUpdateCallback{
				OnAccept: func() {}, OnReject: func(error) {}, OnComplete: func(any, error) {},
			}, n)
		}, time.Minute+time.Duration(n)*time.Millisecond)
	}
	env.ExecuteWorkflow(func(ctx workflow.Context) error {
		p := process.Open(ctx, 0, nil, func(workflow.Context, int) []process.Attribute { return nil })
		anything := func(int) error { return nil }
		if err := process.RegisterUpdate(p, ctx, "change", anything, func(_ workflow.Context, in int) (int, error) { return in, nil }); err != nil {
			return err
		}
		ended, err := workflow.AwaitWithTimeout(ctx, time.Hour, func() bool { return p.IsLong(ctx) })
		if err == nil && !ended {
			err = errors.New("it is not long")
		}
		return p.Drain(ctx, err)
	})
	require.NoError(t, env.GetWorkflowError())
}
