package subscription

import (
	"fmt"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	subscriptionacts "selfcare/activities/subscription"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var calls *subscriptionacts.Calls // only the method names are used

// SubscriptionCalls keeps exactly one caller, forever, that follows the plans with news.
func SubscriptionCalls(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Follow plans with news", SubscriptionCalls, calls.CallSubscriptions)
}

// adoptionsPerRun keeps the history of SubscriptionAdoption short.
const adoptionsPerRun = 20

// SubscriptionAdoption begins the subscriptions of lines that are older than subscriptions. It may be started at any time: it
// continues with the lines that have none.
func SubscriptionAdoption(ctx workflow.Context, begun int) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 5 * time.Minute,
		Summary:             "Start the subscriptions of a batch of lines",
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: time.Minute},
	})
	for range adoptionsPerRun {
		var batch contract.Adopted
		if err := workflow.ExecuteActivity(ctx, plans.AdoptLines, process.At(ctx)).Get(ctx, &batch); err != nil {
			return err
		}
		begun += batch.Begun
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("%d subscriptions begun, %d lines left", begun, batch.Left))
		if batch.Left == 0 {
			return nil
		}
	}
	return workflow.NewContinueAsNewError(ctx, SubscriptionAdoption, begun)
}
