package flow

import (
	"context"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// TopUps asks the partner for top-ups of numbers of other countries.
type TopUps struct{ temporal client.Client }

// NewTopUps returns TopUps for a client.
func NewTopUps(c client.Client) *TopUps { return &TopUps{temporal: c} }

// Offer returns the operator of a number, and the products that it can receive now.
func (f *TopUps) Offer(ctx context.Context, in contract.TopUpQuestion) (offer contract.TopUpOffer, err error) {
	question := client.StartWorkflowOptions{ID: contract.TopUpOfferWorkflowID(uuid.NewString()), StaticSummary: "Top-up offer"}
	err = ask(ctx, f.temporal, question, contract.WorkflowTopUpOffer, in, &offer)
	return offer, err
}
