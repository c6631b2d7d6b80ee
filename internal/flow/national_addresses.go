package flow

import (
	"context"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// NationalAddresses asks the post for national addresses through a worker.
type NationalAddresses struct{ temporal client.Client }

// NewNationalAddresses returns NationalAddresses for a client.
func NewNationalAddresses(c client.Client) *NationalAddresses { return &NationalAddresses{temporal: c} }

// Find returns the address of a short address.
func (f *NationalAddresses) Find(ctx context.Context, in contract.AddressQuestion) (found contract.Address, err error) {
	question := client.StartWorkflowOptions{ID: contract.NationalAddressWorkflowID(uuid.NewString()), StaticSummary: "National address"}
	err = ask(ctx, f.temporal, question, contract.WorkflowNationalAddress, in, &found)
	return found, err
}
