// Package notice holds the processes that send messages to customers.
package notice

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var messenger *message.Activities // names of the activities; the methods are never called here

// Notice sends one message that a person is waiting for, such as a one-time code.
func Notice(ctx workflow.Context, in contract.NoticeInput) error {
	return process.Promptly(process.WithCodePolicy(ctx, in.Within), nil, messenger.NotifyCustomer, in.Notice)
}

// MessageDelivery keeps one sender at the outbox, for ever: when a sender's time is over or its worker is lost, another one
// takes over.
func MessageDelivery(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Send the messages of the outbox", MessageDelivery, messenger.DeliverMessages)
}
