package process_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/testsuite"
	"go.temporal.io/sdk/workflow"

	"selfcare/workflows/internal/process"
)

// The process ends when it has answered all messages.
func TestMessages_ManyUnread_ProcessStillEnds(t *testing.T) {
	var suite testsuite.WorkflowTestSuite
	env := suite.NewTestWorkflowEnvironment()
	const sent = 400
	answered := 0
	env.RegisterDelayedCallback(func() {
		for n := range sent {
			env.UpdateWorkflow("news", fmt.Sprint(n), &testsuite.TestUpdateCallback{
				OnAccept: func() {}, OnReject: func(err error) { t.Error(err) }, OnComplete: func(any, error) { answered++ },
			}, n)
			env.SignalWorkflow("news", n)
		}
	}, time.Second)

	env.ExecuteWorkflow(func(ctx workflow.Context) error {
		if _, err := process.ReceiveMessages[int](ctx, "news", new(int)); err != nil {
			return err
		}
		if err := workflow.Sleep(ctx, time.Minute); err != nil {
			return err
		}
		_, err := workflow.AwaitWithTimeout(ctx, time.Hour, func() bool { return workflow.AllHandlersFinished(ctx) })
		return err
	})

	require.NoError(t, env.GetWorkflowError())
	require.Equal(t, sent, answered)
}
