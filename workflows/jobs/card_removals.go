package jobs

import (
	"go.temporal.io/sdk/workflow"

	paymentacts "selfcare/activities/payment"
	"selfcare/workflows/internal/process"
)

var removals *paymentacts.Removals // only the method names are used; the workflow never calls these

// CardRemovals keeps exactly one worker that deletes removed cards at the payment provider.
func CardRemovals(ctx workflow.Context) error {
	return process.KeepAt(ctx, "Delete removed cards at the payment provider", CardRemovals, removals.ForgetRemovedCards)
}
