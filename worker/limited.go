package worker

import (
	"context"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
)

// limited refuses the first try of a call, which runs as a local activity, while this process has too many of them at the same
// partner. It refuses at once, without a wait: a try that waits would hold a slot that a call of our database needs. The
// refusal is recorded in the history, and the workflow then calls the partner through its queue.
type limited struct {
	interceptor.WorkerInterceptorBase

	free map[string]chan struct{} // by the name of the activity; those of a queue share it
}

// newLimited makes the limits of a process; its workers share them.
func newLimited(all activities, limits map[string]int) *limited {
	free, shared := map[string]chan struct{}{}, map[string]chan struct{}{}
	for queue, tries := range limits {
		shared[queue] = make(chan struct{}, tries)
	}
	for activity, queue := range all.queueOf() {
		if places, limited := shared[queue]; limited {
			free[activity] = places
		}
	}
	return &limited{free: free}
}

// InterceptActivity wraps each activity that the worker runs.
func (l *limited) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	in := &limitedActivity{free: l.free}
	in.Next = next
	return in
}

type limitedActivity struct {
	interceptor.ActivityInboundInterceptorBase

	free map[string]chan struct{}
}

// ExecuteActivity runs the activity, unless it is a try beyond the limit.
func (l *limitedActivity) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	info := activity.GetInfo(ctx)
	places, limited := l.free[info.ActivityType.Name]
	if !limited || !info.IsLocalActivity {
		return l.Next.ExecuteActivity(ctx, in)
	}
	select {
	case places <- struct{}{}:
		defer func() { <-places }()
		return l.Next.ExecuteActivity(ctx, in)
	default:
		return nil, errBusy
	}
}

// errBusy is no failure, so the SDK does not log it as one.
var errBusy = temporal.NewApplicationErrorWithOptions("too many calls of this partner at once", contract.ErrorPartnerBusy,
	temporal.ApplicationErrorOptions{Category: temporal.ApplicationErrorCategoryBenign})
