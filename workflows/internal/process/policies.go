package process

import (
	"errors"
	"math"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Time-outs of one call, by kind of work. Each gateway's own HTTP time-out is shorter, so that Temporal does not cut off a
// slow answer.
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

// WithBriefPolicy is for an outside system that only saves the waiting customer some typing: two tries, and seconds at most.
func WithBriefPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    5 * time.Second,
		ScheduleToCloseTimeout: 6 * time.Second,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2, MaximumAttempts: 2},
	})
}

// Ask calls an outside system in a step that a customer waits for. It is a local activity, so it adds one event to the
// history. If this process already has too many calls of that system, it goes to the system's queue. Without an answer in time
// the customer is told to try again.
func Ask(ctx workflow.Context, summary string, result, activity any, args ...any) error {
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout:    InteractiveTimeout,
		ScheduleToCloseTimeout: 20 * time.Second,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2, NonRetryableErrorTypes: []string{contract.ErrorPartnerBusy},
		},
	})
	err := workflow.ExecuteLocalActivity(local, activity, args...).Get(ctx, result)
	if isPartnerBusy(err) {
		err = workflow.ExecuteActivity(WithInteractivePolicy(ctx, summary), activity, args...).Get(ctx, result)
	}
	return Unavailable(err)
}

// isPartnerBusy reports whether a first try did not begin, because the worker had too many of them.
func isPartnerBusy(err error) bool {
	var refused *temporal.ApplicationError
	return errors.As(err, &refused) && refused.Type() == contract.ErrorPartnerBusy
}

// WithGatewayPolicy is for an outside system that only the process waits for: an hour of tries, then support takes over.
func WithGatewayPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    GatewayTimeout,
		ScheduleToCloseTimeout: time.Hour,
		Summary:                summary,
		WaitForCancellation:    true, // know the effect of a running call before anything is undone
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 5 * time.Minute,
		},
	})
}

// WithFilePolicy is for a file of an outside system that is read and recorded as a whole; its pages may take minutes. A file that does
// not exist yet is requested again for hours.
func WithFilePolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    30 * time.Minute,
		ScheduleToCloseTimeout: 4 * time.Hour,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 10 * time.Minute,
		},
	})
}

// WithScanPolicy is for the file scanner, which the product cannot do without: it is asked until it answers. The alert on
// partners tells operators.
func WithScanPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 30 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
}

// WithLongReadPolicy is for reading much of our own data. The activity may take hours and sends heartbeats.
func WithLongReadPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 4 * time.Hour,
		HeartbeatTimeout:    30 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 5 * time.Minute},
	})
}

// WithOneTryPolicy is for an effect with an inquiry: an unknown outcome is inquired about before the next try.
func WithOneTryPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: GatewayTimeout,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// WithSwitchPolicy is for the steps of a cut-over. The customer has no service between them, so they give up early.
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

// WithCodePolicy is for a message that a person is waiting for, such as a one-time code: quick tries, and only while the code
// is valid.
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

// withLocalPolicy asks our database once. The process repeats the call itself and shows that it waits.
func withLocalPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: localTimeout,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// withPatientPolicy lets the server repeat a database call. The interval differs per process, so that they do not ask all at
// once.
func withPatientPolicy(ctx workflow.Context, summary string) workflow.Context {
	options := workflow.ActivityOptions{
		StartToCloseTimeout: localTimeout,
		Summary:             summary,
		WaitForCancellation: true,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: spread(ctx, databaseAgain), BackoffCoefficient: 1, MaximumAttempts: math.MaxInt32, // the test environment gives up after ten without it
		},
	}
	if givesUp(ctx) {
		options.ScheduleToCloseTimeout = databaseLimit
	}
	return workflow.WithActivityOptions(ctx, options)
}

// InquiryPauses are the pauses before each further inquiry about an unknown outcome. The last one repeats.
var InquiryPauses = []time.Duration{
	2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour,
}

// PauseBefore is the pause before inquiry number n, counted from zero.
func PauseBefore(n int) time.Duration { return InquiryPauses[min(n, len(InquiryPauses)-1)] }

// ReversalPauses are the pauses before the questions whether a partner took a top-up back: a day, a week and 30 days after it arrived.
// No partner says until when it may do so.
var ReversalPauses = []time.Duration{24 * time.Hour, 6 * 24 * time.Hour, 23 * 24 * time.Hour}

// WithResolutionPolicy is for a decision that is passed to another of our processes, which answers once it has resumed.
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
