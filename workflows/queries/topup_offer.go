package queries

import (
	"go.temporal.io/sdk/workflow"

	topupacts "selfcare/activities/topup"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var topups *topupacts.Activities // only the method names are used; the workflow never calls these

// TopUpOffer finds the operator of a number and lists the products that can be sent to it now.
func TopUpOffer(ctx workflow.Context, in contract.TopUpQuestion) (contract.TopUpOffer, error) {
	var offer contract.TopUpOffer
	err := process.DoPromptly(process.WithInteractivePolicy(ctx, "Find the operator"), &offer, topups.FindTopUpOperator, in)
	if err == nil {
		err = process.DoPromptly(process.WithInteractivePolicy(ctx, "List the products"), &offer, topups.ListTopUpProducts, offer)
	}
	return offer, process.Unavailable(process.AsRefusal(err))
}
