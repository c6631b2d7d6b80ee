package process

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

// turnsPerRun keeps the history of a workflow that keeps somebody at something short.
const turnsPerRun = 20

// KeepAt keeps one worker at an activity that works off a table, for ever: when its time is over or the worker is lost, another one
// takes over. self is the workflow, which begins anew from time to time.
func KeepAt(ctx workflow.Context, summary string, self, activity any) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: 15 * time.Minute, // it ends by itself after ten
		HeartbeatTimeout:    20 * time.Second,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second, BackoffCoefficient: 2, MaximumInterval: 30 * time.Second},
	})
	for range turnsPerRun {
		if err := workflow.ExecuteActivity(ctx, activity).Get(ctx, nil); err != nil {
			return err
		}
	}
	return workflow.NewContinueAsNewError(ctx, self)
}
