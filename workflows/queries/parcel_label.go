package queries

import (
	"go.temporal.io/sdk/workflow"

	courieracts "selfcare/activities/courier"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var couriers *courieracts.Activities // only the method names are used; the workflow never calls these

// ParcelLabel asks the courier for the label of a parcel. A label changes nothing, so support may ask for it again and again.
func ParcelLabel(ctx workflow.Context, in contract.LabelQuestion) (contract.ParcelLabel, error) {
	var label contract.ParcelLabel
	err := process.DoPromptly(process.WithInteractivePolicy(ctx, "Fetch the label"), &label, couriers.FetchLabel, in)
	return label, process.Unavailable(process.AsRefusal(err))
}
