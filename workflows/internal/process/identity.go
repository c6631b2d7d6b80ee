package process

import (
	"time"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
)

// AskIdentity asks the identity app once what became of a push. An app that does not answer has said nothing: the answer is unknown.
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

// IdentityPause is how long to wait before the app is asked about a push, or asked again. Processes that wait do not ask in step.
func IdentityPause(ctx workflow.Context, end time.Time, isUnanswered bool) time.Duration {
	now := workflow.Now(ctx)
	pause := spread(ctx, identity.AskAgain(now, end, isUnanswered))
	if left := end.Add(identity.AnswerGrace).Sub(now); left > 0 {
		return min(pause, left)
	}
	return pause
}
