// Package topup holds what is asked of the partner for top-ups of other countries' numbers before anything is bought.
package topup

import (
	"go.temporal.io/sdk/workflow"

	topupacts "selfcare/activities/topup"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var topups *topupacts.Activities // names of the activities; the methods are never called here

// TopUpOffer asks who serves a number, and what can be sent to it now.
func TopUpOffer(ctx workflow.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error) {
	var offer contract.TopUpOffer
	err := process.Promptly(process.WithInteractivePolicy(ctx, "Find the operator"), &offer, topups.FindTopUpOperator, in)
	if err == nil {
		err = process.Promptly(process.WithInteractivePolicy(ctx, "List the products"), &offer, topups.ListTopUpProducts, offer)
	}
	return offer, process.Unavailable(process.AsRefusal(err))
}
