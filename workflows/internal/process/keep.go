package process

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// turnsPerRun keeps the history of a KeepAt workflow short.
const turnsPerRun = 20

// KeepAt keeps one worker at an activity that works through a table, forever. When its time is over or the worker is lost,
// another one takes over. self is the workflow, which continues as new from time to time. args are those of both.
func KeepAt(ctx workflow.Context, summary string, self, activity any, args ...any) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 15 * time.Minute, // the activity itself ends after ten
		HeartbeatTimeout:    20 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 30 * time.Second},
	})
	for range turnsPerRun {
		if err := workflow.ExecuteActivity(ctx, activity, args...).Get(ctx, nil); err != nil {
			return err
		}
	}
	ctx = workflow.WithWorkflowTaskQueue(ctx, contract.QueueOf(workflow.GetInfo(ctx).WorkflowType.Name))
	return workflow.NewContinueAsNewError(ctx, self, args...)
}
