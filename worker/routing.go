package worker

import (
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/workflow"
)

// routing sends each activity to its queue. It changes nothing that a replay compares: the queue of an activity may change
// without a new version of a workflow.
type routing struct {
	interceptor.WorkerInterceptorBase

	queues map[string]string // by the name of the activity
}

func newRouting(all activities) *routing { return &routing{queues: all.queueOf()} }

// InterceptWorkflow wraps each workflow that the worker runs.
func (r *routing) InterceptWorkflow(_ workflow.Context, next interceptor.WorkflowInboundInterceptor) interceptor.WorkflowInboundInterceptor {
	in := &routedWorkflow{queues: r.queues}
	in.Next = next
	return in
}

type routedWorkflow struct {
	interceptor.WorkflowInboundInterceptorBase

	queues map[string]string
}

// Init wraps the calls of the workflow.
func (w *routedWorkflow) Init(out interceptor.WorkflowOutboundInterceptor) error {
	calls := &routedCalls{queues: w.queues}
	calls.Next = out
	return w.Next.Init(calls)
}

type routedCalls struct {
	interceptor.WorkflowOutboundInterceptorBase

	queues map[string]string
}

// ExecuteActivity schedules the activity on its queue.
func (c *routedCalls) ExecuteActivity(ctx workflow.Context, name string, args ...any) workflow.Future {
	if queue, known := c.queues[name]; known {
		ctx = workflow.WithTaskQueue(ctx, queue)
	}
	return c.Next.ExecuteActivity(ctx, name, args...)
}
