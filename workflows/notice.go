package workflows

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Notice sends one message that belongs to no order, such as a one-time code.
func Notice(ctx workflow.Context, in contract.NoticeInput) error {
	return workflow.ExecuteActivity(withNoticePolicy(ctx, in.Within), messenger.NotifyCustomer, in.Notice).Get(ctx, nil)
}
