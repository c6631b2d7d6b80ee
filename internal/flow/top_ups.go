package flow

import (
	"context"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// TopUps is the way to the partner for top-ups of other countries' numbers.
type TopUps struct{ temporal client.Client }

// NewTopUps returns the way behind c.
func NewTopUps(c client.Client) *TopUps { return &TopUps{temporal: c} }

// Offer is who serves a number, and what can be sent to it now.
func (f *TopUps) Offer(ctx context.Context, in contract.TopUpQuestion) (offer contract.TopUpOffer, err error) {
	question := client.StartWorkflowOptions{ID: contract.TopUpOfferWorkflowID(uuid.NewString()), StaticSummary: "What can be sent abroad"}
	err = ask(ctx, f.temporal, question, contract.WorkflowTopUpOffer, in, &offer)
	return offer, err
}
