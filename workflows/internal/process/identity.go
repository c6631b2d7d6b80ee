package process

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
)

// AskIdentity asks the identity app once about a push. Without an answer the status is unknown.
func AskIdentity(ctx workflow.Context, activity any, query contract.IdentityQuery) contract.IdentityStatus {
	ctx = workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: localTimeout,
		Summary:             "Ask the identity app",
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	var status contract.IdentityStatus
	if err := workflow.ExecuteLocalActivity(ctx, activity, query).Get(ctx, &status); err != nil {
		return contract.IdentityUnknown
	}
	return status
}

// IdentityPause is the pause before the next inquiry about a push. It differs per process, so that waiting processes do not
// ask all at once.
func IdentityPause(ctx workflow.Context, end time.Time, isUnanswered bool) time.Duration {
	now := workflow.Now(ctx)
	pause := spread(ctx, identity.AskAgain(now, end, isUnanswered))
	if left := end.Add(identity.AnswerGrace).Sub(now); left > 0 {
		return min(pause, left)
	}
	return pause
}
