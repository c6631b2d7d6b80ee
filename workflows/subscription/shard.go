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

var shards *subscriptionacts.Shards // only the method names are used

// restsPerRun keeps the history of a PlanShard short.
const restsPerRun = 100

// PlanShard advances the plans of one shard of lines, forever. A single worker at a time stays with the shard while plans are due.
// Then the workflow rests until the next one is.
func PlanShard(ctx workflow.Context, in contract.PlanShardInput) error {
	reports := workflow.GetSignalChannel(ctx, contract.SignalPlanDue)
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 15 * time.Minute, // the activity itself ends after ten
		HeartbeatTimeout:    time.Minute,
		Summary:             "Take the due steps of plans",
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 30 * time.Second},
	})
	advanced := 0
	for range restsPerRun {
		for reports.ReceiveAsync(nil) { // it looks at all due plans now
		}
		var rest contract.ShardRest
		if err := workflow.ExecuteActivity(ctx, shards.AdvanceShard, in).Get(ctx, &rest); err != nil {
			return err
		}
		advanced += rest.Advanced
		next := nextLook(process.Now(ctx), rest.Next)
		workflow.SetCurrentDetails(ctx, fmt.Sprintf("%d steps of plans in this run · the next look is %s", advanced, moment(next)))
		wait := process.Wait{
			For: "the next due step of a plan of the shard", Limit: next.Sub(process.Now(ctx)), Then: "the due steps are taken",
		}
		if _, err := process.Await(ctx, wait, func() bool { return reports.Len() > 0 }); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, PlanShard, in)
}

// nextLook returns when the shard looks for due plans again.
func nextLook(now, due time.Time) time.Time {
	if latest := now.Add(contract.LongestShardRest); due.IsZero() || due.After(latest) {
		return latest
	}
	return due
}
