package workflows

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// withStorePolicy is for one database statement or transaction, run as a local activity within the step that needs it.
func withStorePolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: 5 * time.Second,
		Summary:             summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 50 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: 10 * time.Second,
		},
	})
}

// withPatientPolicy is for an outside system while a customer waits for the answer: quick tries, then a clear "not now".
func withPatientPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    8 * time.Second,
		ScheduleToCloseTimeout: 20 * time.Second,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2},
	})
}

// withGatewayPolicy is for an outside system nobody waits for: it is tried for an hour, then support takes over.
func withGatewayPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    15 * time.Second,
		ScheduleToCloseTimeout: time.Hour,
		Summary:                summary,
		WaitForCancellation:    true, // an effect under way is known before anything is undone
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 5 * time.Minute,
		},
	})
}

// withOneTryPolicy is for an effect whose unknown outcome is asked about before it is tried again.
func withOneTryPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 15 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
}

// withBooksPolicy is for writing down that money has moved: it is tried until it is written.
func withBooksPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 10 * time.Second,
		Summary:             summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 100 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: time.Minute,
		},
	})
}

// withSwitchPolicy is for the steps of a cut-over: between them the customer has no service, so they are given up early.
func withSwitchPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    10 * time.Second,
		ScheduleToCloseTimeout: 5 * time.Minute,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 500 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: 15 * time.Second,
		},
	})
}

// withMessagePolicy is for telling the customer: for a day, then the message is out of date anyway.
func withMessagePolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    15 * time.Second,
		ScheduleToCloseTimeout: 24 * time.Hour,
		Summary:                summary,
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 30 * time.Minute,
		},
	})
}

// withNoticePolicy is for a message that somebody is waiting for: tried in quick succession, and only while it is of use.
func withNoticePolicy(ctx workflow.Context, within time.Duration) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    5 * time.Second,
		ScheduleToCloseTimeout: within,
		Summary:                "Tell the customer",
		RetryPolicy: &temporal.RetryPolicy{
			InitialInterval: 300 * time.Millisecond, BackoffCoefficient: 2, MaximumInterval: 20 * time.Second,
		},
	})
}

// inquiryPauses is how long to wait before each further question about a payment nobody knows the outcome of, or try to give
// one back. The last one repeats.
var inquiryPauses = []time.Duration{
	2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 6 * time.Hour,
}

// pauseBefore is the pause before inquiry number n, counted from zero.
func pauseBefore(n int) time.Duration { return inquiryPauses[min(n, len(inquiryPauses)-1)] }
