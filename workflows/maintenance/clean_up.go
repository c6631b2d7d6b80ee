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

// keepMessages is how long support can see what a customer was told: an order can be asked about, objected to and refunded
// for weeks.
const keepMessages = 90 * 24 * time.Hour

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
	if err != nil {
		return count + sessions, err
	}
	var messages int
	before = workflow.Now(ctx).Add(-keepMessages)
	err = workflow.ExecuteActivity(run.WithGatewayPolicy(ctx, "Forget messages that are done with"), records.ForgetMessages, before).Get(ctx, &messages)
	return count + sessions + messages, err
}
