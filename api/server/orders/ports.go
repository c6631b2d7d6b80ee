package orders

import (
	"cmp"
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
)

// RequestPort brings a number from another operator. A number of our own network is refused before the other operator
// is asked, unless it has left us.
func (s *WizardHandlers) RequestPort(ctx context.Context, req gen.RequestPortRequestObject) (gen.RequestPortResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateRequestPort, contract.PortRequest{
		Operator: req.Body.Operator, MSISDN: req.Body.Msisdn, AcceptTerms: req.Body.AcceptTerms,
		Window: cmp.Or(optional.Value(req.Body.Window), contract.WindowEarliest),
	})
	return gen.RequestPort200JSONResponse{OrderJSONResponse: answer}, err
}

// CorrectPort asks the old operator again with corrected data.
func (s *WizardHandlers) CorrectPort(ctx context.Context, req gen.CorrectPortRequestObject) (gen.CorrectPortResponseObject, error) {
	answer, err := s.Updates.Apply(ctx, contract.UpdateCorrectPort, contract.PortCorrection{
		Operator: optional.Value(req.Body.Operator), MSISDN: optional.Value(req.Body.Msisdn), Window: optional.Value(req.Body.Window),
	})
	return gen.CorrectPort200JSONResponse{OrderJSONResponse: answer}, err
}

// ChoosePortWindow moves the switch. The order's row follows a moment later, so the answer has the port as its own
// workflow reported it.
func (s *WizardHandlers) ChoosePortWindow(ctx context.Context, req gen.ChoosePortWindowRequestObject) (gen.ChoosePortWindowResponseObject, error) {
	current := middleware.RequestOf(ctx)
	o := current.Order.Order
	moved, err := s.Flow.ChoosePortWindow(ctx, o.Number, current.Key, contract.PortWindowChoice{Window: req.Body.Window})
	if err != nil {
		return nil, err
	}
	o.Port = &moved
	view, err := present.Order(ctx, s.Core, o)
	return gen.ChoosePortWindow200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}
