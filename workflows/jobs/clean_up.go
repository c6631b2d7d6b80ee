// Package jobs holds the workflows that schedules start: clean-up, settlement files, e-invoices, messages and other regular work.
package jobs

import (
	"time"

	"go.temporal.io/sdk/workflow"

	courieracts "selfcare/activities/courier"
	maintenanceacts "selfcare/activities/maintenance"
	ticketacts "selfcare/activities/ticket"
	"selfcare/workflows/internal/process"
)

// Only the method names are used; the workflow never calls these.
var (
	courier  *courieracts.Activities
	records  *maintenanceacts.Activities
	requests *ticketacts.Activities
)

// keepAnswers is how long an idempotency key is remembered.
const keepAnswers = 24 * time.Hour

// keepRecords is how long support can see sent messages and failed sign-ins: customers ask about an order, dispute it and get
// refunds for weeks.
const keepRecords = 90 * 24 * time.Hour

// keepUsage is how long customers can see their usage; younger usage is never deleted.
const keepUsage = 2 * 366 * 24 * time.Hour

// CleanUp deletes old rows and returns their number. A schedule starts it each night. A step that fails must not block the
// others.
func CleanUp(ctx workflow.Context) (total int, failed error) {
	answers, old := workflow.Now(ctx).Add(-keepAnswers), workflow.Now(ctx).Add(-keepRecords)
	for _, step := range []struct {
		summary string
		forget  any
		at      time.Time
	}{
		{"Delete old answers to repeated requests", records.ForgetRequests, answers},
		{"Delete ended sessions", records.ForgetSessions, answers},
		{"Delete finished messages", records.ForgetMessages, old},
		{"Delete failed sign-ins", records.ForgetFailedSignIns, old},
		{"Delete old service requests and files", requests.ForgetServiceRequests, workflow.Now(ctx)},
		{"Create and drop the monthly partitions of usage", records.KeepMonthsOfUsage, workflow.Now(ctx).Add(-keepUsage)},
	} {
		var count int
		if err := process.Do(process.WithGatewayPolicy(ctx, step.summary), &process.Attention{}, &count, step.forget, step.at); err != nil {
			failed = err
		}
		total += count
	}
	return total, failed
}
