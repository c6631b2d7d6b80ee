package jobs

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var messenger *message.Activities // only the method names are used; the workflow never calls these

// Notice sends one message that a person is waiting for, such as a one-time code.
func Notice(ctx workflow.Context, in contract.NoticeInput) error {
	return process.DoPromptly(process.WithCodePolicy(ctx, in.Within), nil, messenger.NotifyCustomer, in.Notice)
}

// MessageDelivery keeps exactly one sender at a shard of the outbox, forever. When its time is over or its worker is lost, another
// one takes over. A sender that an older release started has no shard, and sends from the whole outbox.
func MessageDelivery(ctx workflow.Context, shard int) error {
	return process.KeepAt(ctx, "Send the messages of the outbox", MessageDelivery, messenger.DeliverMessages, shard)
}
