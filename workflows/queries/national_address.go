package queries

import (
	"go.temporal.io/sdk/workflow"

	nationaladdressacts "selfcare/activities/nationaladdress"
	"selfcare/internal/contract"
	"selfcare/workflows/internal/process"
)

var addresses *nationaladdressacts.Activities // only the method names are used; the workflow never calls these

// NationalAddress asks the post for the address of a short address. The customer can fill in the address by hand, so the post has few
// seconds to answer.
func NationalAddress(ctx workflow.Context, in contract.AddressQuestion) (contract.Address, error) {
	var found contract.Address
	err := process.AsRefusal(process.DoPromptly(process.WithBriefPolicy(ctx, "Find the address"), &found, addresses.FindNationalAddress, in))
	if err != nil && process.CodeOf(err) == contract.FailOutsideSystem {
		err = process.Refuse(contract.FailShortAddressUnavailable)
	}
	return found, err
}
