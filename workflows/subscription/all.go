package subscription

import (
	"go.temporal.io/sdk/workflow"

	subscriptionacts "selfcare/activities/subscription"
	"selfcare/workflows/internal/process"
)

var calls *subscriptionacts.Calls // only the method names are used

// SubscriptionCalls keeps exactly one caller, forever, that follows the plans with news.
func SubscriptionCalls(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Follow plans with news", SubscriptionCalls, calls.CallSubscriptions)
}
