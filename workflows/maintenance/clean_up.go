// Package maintenance holds what schedules start.
package maintenance

import (
	"time"

	"go.temporal.io/sdk/workflow"

	courieracts "selfcare/activities/courier"
	maintenanceacts "selfcare/activities/maintenance"
	"selfcare/workflows/internal/run"
)

// Names of the activities; the methods are never called here.
var (
	courier *courieracts.Activities
	records *maintenanceacts.Activities
)

// keepAnswers is how long an idempotency key is remembered.
const keepAnswers = 24 * time.Hour

// CleanUp drops what nobody needs any more and says how many rows that were. A schedule starts it each night.
func CleanUp(ctx workflow.Context) (int, error) {
	var count int
	before := workflow.Now(ctx).Add(-keepAnswers)
	err := workflow.ExecuteActivity(run.WithGatewayPolicy(ctx, "Forget old answers"), records.ForgetRequests, before).Get(ctx, &count)
	if err != nil {
		return count, err
	}
	var sessions int
	err = workflow.ExecuteActivity(run.WithGatewayPolicy(ctx, "Forget sessions that are over"), records.ForgetSessions, before).Get(ctx, &sessions)
	return count + sessions, err
}
