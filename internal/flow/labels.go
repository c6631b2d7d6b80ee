package flow

import (
	"context"

	"github.com/google/uuid"
	"go.temporal.io/sdk/client"

	"selfcare/internal/contract"
)

// Labels asks the courier for labels of parcels through a worker.
type Labels struct{ temporal client.Client }

// NewLabels returns Labels for a client.
func NewLabels(c client.Client) *Labels { return &Labels{temporal: c} }

// Of returns the label of an airway bill as a PDF.
func (f *Labels) Of(ctx context.Context, airwayBill string) ([]byte, error) {
	var label contract.ParcelLabel
	question := client.StartWorkflowOptions{ID: contract.ParcelLabelWorkflowID(uuid.NewString()), StaticSummary: "Label of a parcel"}
	err := ask(ctx, f.temporal, question, contract.WorkflowParcelLabel, contract.LabelQuestion{AirwayBill: airwayBill}, &label)
	return label.PDF, err
}
