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

// keepRecords is how long support can see failed sign-ins, and how long an ended link of a message still names its order: customers ask
// about an order, dispute it and get refunds for weeks.
const keepRecords = 90 * 24 * time.Hour

// CleanUp deletes old rows and returns their number. A schedule starts it each night. A step that fails must not block the
// others.
func CleanUp(ctx workflow.Context) (total int, failed error) {
	answers, old := workflow.Now(ctx).Add(-keepAnswers), workflow.Now(ctx).Add(-keepRecords)
	for _, step := range []struct {
		summary string
		forget  any
		args    []any
	}{
		{"Delete old answers to repeated requests", records.ForgetRequests, []any{answers}},
		{"Delete ended sessions", records.ForgetSessions, []any{answers}},
		{"Delete failed sign-ins", records.ForgetFailedSignIns, []any{old}},
		{"Delete ended links of messages", records.ForgetLinks, []any{old}},
		{"Delete old service requests and files", requests.ForgetServiceRequests, []any{workflow.Now(ctx)}},
		{"Create and drop the partitions of divided tables", records.KeepPartitions, nil},
	} {
		var count int
		if err := process.Do(process.WithGatewayPolicy(ctx, step.summary), &process.Attention{}, &count, step.forget, step.args...); err != nil {
			failed = err
		}
		total += count
	}
	return total, failed
}
