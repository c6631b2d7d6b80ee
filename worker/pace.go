package worker

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/interceptor"
	"go.temporal.io/sdk/temporal"

	"selfcare/internal/gateway"
)

const (
	pacedFrom    = 7 // tries after which the policy of partners waits for longer than a minute
	pacedTo      = time.Minute
	pacedPolicy  = time.Hour // total time of the policy of partners
	pacedFailure = "partner-away"
)

// paced makes work that waits for a partner try at least once a minute, even if its policy waits longer. So the work
// continues, and the console's notice of the outage ends, within a minute of the partner's return.
type paced struct {
	interceptor.WorkerInterceptorBase
}

// InterceptActivity wraps each activity that the worker runs.
func (*paced) InterceptActivity(_ context.Context, next interceptor.ActivityInboundInterceptor) interceptor.ActivityInboundInterceptor {
	in := &pacedActivity{}
	in.Next = next
	return in
}

type pacedActivity struct {
	interceptor.ActivityInboundInterceptorBase
}

// ExecuteActivity runs the activity.
func (p *pacedActivity) ExecuteActivity(ctx context.Context, in *interceptor.ExecuteActivityInput) (any, error) {
	result, err := p.Next.ExecuteActivity(ctx, in)
	info := activity.GetInfo(ctx)
	return result, soonAgain(err, int(info.Attempt), info.ScheduleToCloseTimeout)
}

func soonAgain(err error, attempt int, within time.Duration) error {
	away := errors.Is(err, gateway.ErrRetry) || errors.Is(err, gateway.ErrUnknown)
	var said *temporal.ApplicationError
	if !away || errors.As(err, &said) || attempt < pacedFrom || within != pacedPolicy {
		return err
	}
	return temporal.NewApplicationErrorWithOptions(err.Error(), pacedFailure, temporal.ApplicationErrorOptions{Cause: err, NextRetryDelay: pacedTo})
}
