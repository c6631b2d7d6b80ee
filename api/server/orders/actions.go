package orders

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
)

// CancelOrder cancels the order.
func (s *OrderHandlers) CancelOrder(ctx context.Context, req gen.CancelOrderRequestObject) (gen.CancelOrderResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateCancel, contract.CancelRequest{Reason: string(req.Body.Reason)})
	return gen.CancelOrder200JSONResponse{OrderJSONResponse: answer}, err
}

// ActivateSim activates the delivered SIM.
func (s *OrderHandlers) ActivateSim(ctx context.Context, req gen.ActivateSimRequestObject) (gen.ActivateSimResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateActivate, contract.ActivationRequest{
		ICCID: req.Body.Iccid, PUK1: optional.Value(req.Body.Puk1),
	})
	return gen.ActivateSim200JSONResponse{OrderJSONResponse: answer}, err
}

// ReissueProfile has another profile made when the customer's first one does not install.
func (s *OrderHandlers) ReissueProfile(ctx context.Context, req gen.ReissueProfileRequestObject) (gen.ReissueProfileResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateReissueProfile, contract.ReissueRequest{Device: inputs.Device(req.Body.Device)})
	return gen.ReissueProfile200JSONResponse{OrderJSONResponse: answer}, err
}
