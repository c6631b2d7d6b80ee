package worker

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/log"
	sdk "go.temporal.io/sdk/worker"
	"go.temporal.io/sdk/workflow"
)

// witness notes the queue of each activity that a workflow schedules.
type witness struct {
	interceptor.WorkerInterceptorBase

	queues map[string]map[string]bool // by the activity's name
}

func (w *witness) InterceptWorkflow(_ workflow.Context, next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	in := &witnessed{witness: w}
	in.Next = next
	return in
}

type witnessed struct {
	interceptor.WorkflowInboundInterceptorBase

	witness *witness
}

func (w *witnessed) Init(out interceptor.WorkflowOutboundInterceptor) error {
	calls := &witnessedCalls{witness: w.witness}
	calls.Next = out
	return w.Next.Init(calls)
}

type witnessedCalls struct {
	interceptor.WorkflowOutboundInterceptorBase

	witness *witness
}

func (c *witnessedCalls) ExecuteActivity(ctx workflow.Context, name string, args ...any) workflow.Future {
	if c.witness.queues[name] == nil {
		c.witness.queues[name] = map[string]bool{}
	}
	c.witness.queues[name][workflow.GetActivityOptions(ctx).TaskQueue] = true
	return c.Next.ExecuteActivity(ctx, name, args...)
}

// The recorded histories run each statement of the workflows.
func TestWorkflows_Activities_UseQueuesOfTable(t *testing.T) {
	seen, all := &witness{queues: map[string]map[string]bool{}}, activitiesOf(noParts())
	replayer, err := sdk.NewWorkflowReplayerWithOptions(sdk.WorkflowReplayerOptions{
		Interceptors: []interceptor.WorkerInterceptor{seen, newRouting(all)},
	})
	require.NoError(t, err)
	for _, workflow := range Workflows {
		replayer.RegisterWorkflow(workflow)
	}
	files, err := filepath.Glob("../workflows/testdata/histories/*.json")
	require.NoError(t, err)
	silent := log.NewStructuredLogger(slog.New(slog.DiscardHandler))
	for _, file := range files {
		require.NoError(t, replayer.ReplayWorkflowHistoryFromJSONFile(silent, file), filepath.Base(file))
	}
	of := all.queueOf()
	for name, queues := range seen.queues {
		require.Equal(t, map[string]bool{of[name]: true}, queues, name)
		require.True(t, strings.HasPrefix(of[name], "selfcare"), name)
	}
	require.Greater(t, len(seen.queues), 30)
}
