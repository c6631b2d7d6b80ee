package process

import (
	"math"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// Time-outs of one call by kind of work. Each gateway's own HTTP time-out lies below them, so that a slow partner's
// answer is not cut off by Temporal.
const (
	InteractiveTimeout = 8 * time.Second
	GatewayTimeout     = 15 * time.Second
	SwitchTimeout      = 10 * time.Second
	localTimeout       = 5 * time.Second
	promptTimeout      = 2 * time.Second
)

// WithInteractivePolicy is for an outside system while a customer waits for the answer: quick tries, then a clear "not now".
func WithInteractivePolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    InteractiveTimeout,
		ScheduleToCloseTimeout: 20 * time.Second,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2},
	})
}

// Ask calls an outside system from within a step that a customer waits for: a local activity, so it costs the history one
// event. Without an answer in time the customer is told to try again.
func Ask(ctx workflow.Context, summary string, result, activity any, args ...any) error {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout:    InteractiveTimeout,
		ScheduleToCloseTimeout: 20 * time.Second,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2},
	})
	return Unavailable(workflow.ExecuteLocalActivity(ctx, activity, args...).Get(ctx, result))
}

// WithGatewayPolicy is for an outside system that only the process waits for: it is tried for an hour, then support takes over.
func WithGatewayPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    GatewayTimeout,
		ScheduleToCloseTimeout: time.Hour,
		Summary:                summary,
		WaitForCancellation:    true, // an effect under way is known before anything is undone
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 5 * time.Minute,
		},
	})
}

// WithFilePolicy is for a file of an outside system that is read and written down as a whole. One that is not there yet is asked for
// again, for hours.
func WithFilePolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    5 * time.Minute,
		ScheduleToCloseTimeout: 4 * time.Hour,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 10 * time.Minute,
		},
	})
}

// WithScanPolicy is for a scanner of files, which nobody can do without: it is asked until it answers, and operators are told by the alert on
// partners.
func WithScanPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 30 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
}

// WithLongReadPolicy is for reading much of our own, which takes hours at most and says all the while that it goes on.
func WithLongReadPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 4 * time.Hour,
		HeartbeatTimeout:    30 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 5 * time.Minute},
	})
}

// WithOneTryPolicy is for an effect whose unknown outcome is asked about before it is tried again.
func WithOneTryPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: GatewayTimeout,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// WithSwitchPolicy is for the steps of a cut-over: between them the customer has no service, so they are given up early.
func WithSwitchPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    SwitchTimeout,
		ScheduleToCloseTimeout: 5 * time.Minute,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 500 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: 15 * time.Second,
		},
	})
}

// WithCodePolicy is for a message that a person is waiting for, such as a one-time code: tried in quick succession, and
// only while it is of use.
func WithCodePolicy(ctx workflow.Context, within time.Duration) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    5 * time.Second,
		ScheduleToCloseTimeout: within,
		Summary:                "Tell the customer",
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: 20 * time.Second,
		},
	})
}

// withLocalPolicy asks our database once: how often it is asked again is the process's to say, where it shows.
func withLocalPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: localTimeout,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// withPatientPolicy has the server ask our database again and again, with a pause for each process, so that they do not ask in step.
func withPatientPolicy(ctx workflow.Context, summary string) workflow.Context {
	options := workflow.ActivityOptions{
		StartToCloseTimeout: localTimeout,
		Summary:             summary,
		WaitForCancellation: true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: spread(ctx, databaseAgain), BackoffCoefficient: 1, MaximumAttempts: math.MaxInt32, // the test environment gives up after ten
		},
	}
	if givesUp(ctx) {
		options.ScheduleToCloseTimeout = databaseLimit
	}
	return workflow.WithActivityOptions(ctx, options)
}

// InquiryPauses is how long to wait before each further question about an effect with an unknown outcome. The last one repeats.
var InquiryPauses = []time.Duration{
	2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour,
}

// PauseBefore is the pause before inquiry number n, counted from zero.
func PauseBefore(n int) time.Duration { return InquiryPauses[min(n, len(InquiryPauses)-1)] }

// WithResolutionPolicy is for a decision that is passed on to another process of ours, which answers once it has gone on.
func WithResolutionPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    40 * time.Second,
		ScheduleToCloseTimeout: 5 * time.Minute,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute,
		},
	})
}
