// Package notice holds the processes that send messages to customers.
package notice

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/run"
)

var messenger *message.Activities // names of the activities; the methods are never called here

// Notice sends one message that a person is waiting for, such as a one-time code.
func Notice(ctx workflow.Context, in contract.NoticeInput) error {
	return run.Promptly(run.WithCodePolicy(ctx, in.Within), nil, messenger.NotifyCustomer, in.Notice)
}

// deliveriesPerRun keeps the history of MessageDelivery short.
const deliveriesPerRun = 20

// MessageDelivery keeps one sender at the outbox, for ever: when a sender's time is over or its worker is lost, another one
// takes over.
func MessageDelivery(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 15 * time.Minute, // a sender stops by itself after ten
		HeartbeatTimeout:    20 * time.Second,
		Summary:             "Send the messages of the outbox",
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 30 * time.Second},
	})
	for range deliveriesPerRun {
		if err := workflow.ExecuteActivity(ctx, messenger.DeliverMessages).Get(ctx, nil); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, MessageDelivery)
}
