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
	const summary = "Ask the identity app"
	local := workflow.WithLocalActivityOptions(ctx, workflow.LocalActivityOptions{
		StartToCloseTimeout: localTimeout,
		Summary:             summary,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 1},
	})
	var status contract.IdentityStatus
	err := workflow.ExecuteLocalActivity(local, activity, query).Get(ctx, &status)
	if isPartnerBusy(err) {
		err = workflow.ExecuteActivity(withInquiryPolicy(ctx, summary), activity, query).Get(ctx, &status)
	}
	if err != nil {
		return contract.IdentityUnknown
	}
	return status
}

// withInquiryPolicy asks once more through the app's queue. An app that hangs may keep it waiting there for a moment only.
func withInquiryPolicy(ctx workflow.Context, summary string) workflow.Context {
	return workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout:    localTimeout,
		ScheduleToCloseTimeout: 2 * localTimeout,
		Summary:                summary,
		RetryPolicy:            &temporal.RetryPolicy{MaximumAttempts: 1},
	})
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
