package orders

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

// DescribeExtraSim names the further SIM. Only the account that started the order can go on with it.
func (s *WizardHandlers) DescribeExtraSim(ctx context.Context, req gen.DescribeExtraSimRequestObject) (gen.DescribeExtraSimResponseObject, error) {
	current := middleware.RequestOf(ctx)
	if current.User.ID == "" {
		return nil, contract.Refuse(contract.FailNotSignedIn)
	}
	if current.User.ID != current.Order.Subject {
		return nil, contract.Refuse(contract.FailOrderNotYours)
	}
	if err := order.ValidateStep(current.Order.Order, contract.StepPurchaseType); err != nil {
		return nil, err
	}
	chosen, err := s.mainVoiceLine(ctx)
	if err != nil {
		return nil, err
	}
	device := inputs.Device(req.Body.Device)
	if err := s.checkDevice(ctx, device); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateDescribeExtraSIM, contract.ExtraSIMRequest{
		LineID: chosen.LineID, Name: req.Body.Name, Device: device,
	})
	return gen.DescribeExtraSim200JSONResponse{OrderJSONResponse: answer}, err
}
