package workflows

import (
	"time"

	"go.temporal.io/sdk/workflow"
)

// keepAnswers is how long an idempotency key is remembered.
const keepAnswers = 24 * time.Hour

// CleanUp drops what nobody needs any more. A schedule starts it each night.
func CleanUp(ctx workflow.Context) (int, error) {
	var count int
	before := workflow.Now(ctx).Add(-keepAnswers)
	err := workflow.ExecuteActivity(withGatewayPolicy(ctx, "Forget old answers"), records.ForgetRequests, before).Get(ctx, &count)
	return count, err
}
