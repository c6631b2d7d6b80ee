package workflows

import (
	"errors"
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// inStore runs one statement or transaction of ours, as a local activity within the step that needs it. While the database
// is away the step waits: what has happened outside must be written down, however long that takes. A customer who waits for
// the step meanwhile is told to ask again, and then finds its answer.
func inStore(ctx workflow.Context, summary string, result, activity any, args ...any) error {
	for n := 0; ; n++ {
		err := workflow.ExecuteLocalActivity(withStorePolicy(ctx, summary), activity, args...).Get(ctx, result)
		if !databaseAway(err) {
			return err
		}
		pause := storePauses[min(n, len(storePauses)-1)]
		err = workflow.NewTimerWithOptions(ctx, pause, workflow.TimerOptions{Summary: "the database is away"}).Get(ctx, nil)
		if err != nil {
			return err
		}
	}
}

// storePauses come between the times in which the database is asked; the last one repeats.
var storePauses = []time.Duration{2 * time.Second, 5 * time.Second, 15 * time.Second, time.Minute}

// withStorePolicy asks the database for five seconds.
func withStorePolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		ScheduleToCloseTimeout: 5 * time.Second,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: 50 * time.Millisecond, BackoffCoefficient: 2},
	})
}

// databaseAway tells an answer that never came from one that is not what was hoped for.
func databaseAway(err error) bool {
	var failed *temporal.ApplicationError
	if errors.As(err, &failed) {
		return failed.Type() == string(contract.FailUnavailable)
	}
	return temporal.IsTimeoutError(err)
}
