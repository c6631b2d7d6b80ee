package support

import (
	"bytes"
	"context"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// Labels asks the courier for labels through a worker.
type Labels interface {
	Of(ctx context.Context, airwayBill string) ([]byte, error)
}

// GetParcelLabel serves the label of an order's parcel as a PDF, to be printed and stuck on it. It changes nothing.
func (s *SupportHandlers) GetParcelLabel(ctx context.Context, req gen.GetParcelLabelRequestObject) (gen.GetParcelLabelResponseObject, error) {
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	airwayBill := order.AirwayBill(record.Order)
	switch {
	case s.Labels == nil:
		return nil, contract.Refuse(contract.FailLabelNotOffered)
	case airwayBill == "":
		return nil, contract.Refuse(contract.FailParcelNotBooked)
	}
	label, err := s.Labels.Of(ctx, airwayBill)
	if err != nil {
		return nil, err
	}
	return gen.GetParcelLabel200ApplicationpdfResponse{Body: bytes.NewReader(label), ContentLength: int64(len(label))}, nil
}
