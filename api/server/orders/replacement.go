package orders

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/inputs"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/verification"
	"selfcare/internal/contract"
	"selfcare/internal/domain/line"
	"selfcare/internal/domain/order"
	linestore "selfcare/internal/store/line"
)

// RequestReplacement sets the line that gets a new SIM, and the reason. It makes every early check, so that no refusal
// uses up a code; the order's own check decides.
func (s *WizardHandlers) RequestReplacement(ctx context.Context, req gen.RequestReplacementRequestObject) (gen.RequestReplacementResponseObject, error) {
	o := middleware.RequestOf(ctx).Order.Order
	if err := order.ValidateStep(o, contract.StepReplacementRequest); err != nil {
		return nil, err
	}
	found, err := s.lineToReplace(ctx, *req.Body)
	if err != nil {
		return nil, err
	}
	wanted := contract.ReplacementRequest{
		LineID: found.ID, IDNumber: req.Body.IdNumber, Reason: string(req.Body.Reason), Device: inputs.Device(req.Body.Device),
		DisputeURL: s.disputeURL(ctx, o.ID, found.ID),
	}
	if err := errors.Join(line.ValidateReplacement(o.Kind, wanted), s.checkDevice(ctx, wanted.Device)); err != nil {
		return nil, err
	}
	if err := s.Access.ValidateReplacement(ctx, found, o.ID); err != nil {
		return nil, err
	}
	if err := s.Codes.UseCode(ctx, verification.PinFor(string(gen.OtpSourceReplacement)), found.MSISDN, req.Body.Otp); err != nil {
		return nil, err
	}
	answer, err := s.Updates.Apply(ctx, contract.UpdateRequestReplacement, wanted)
	return gen.RequestReplacement200JSONResponse{OrderJSONResponse: answer}, err
}

// lineToReplace finds a line of the account or one named by its number; either way the ID must be its owner's.
func (s *WizardHandlers) lineToReplace(ctx context.Context, in gen.RequestReplacementJSONRequestBody) (linestore.Line, error) {
	found, err := s.findNamedLine(ctx, optional.Value(in.SubscriptionId), optional.Value(in.Msisdn), in.IdNumber)
	if err != nil {
		return found, err
	}
	if err := s.Access.PermitIDGuess(ctx, found.MSISDN); err != nil {
		return found, err
	}
	under, err := s.Lines.Under(ctx, found.MSISDN, in.IdNumber)
	if err != nil {
		return found, fmt.Errorf("check the owner of a line: %w", err)
	}
	if !under {
		return found, contract.RefuseField("idNumber", contract.FailIDNotOfNumber)
	}
	return found, nil
}

func (s *WizardHandlers) findNamedLine(ctx context.Context, subscriptionID, msisdn, idNumber string) (linestore.Line, error) {
	if subscriptionID != "" {
		return s.Access.LineOfAccount(ctx, subscriptionID)
	}
	mobile, err := inputs.Number("msisdn", msisdn)
	if err != nil {
		return linestore.Line{}, err
	}
	found, err := s.Access.LineFor(ctx, string(gen.OtpSourceReplacement), mobile)
	var refused *contract.Refusal
	if errors.As(err, &refused) {
		return found, s.Access.RefusePendingPort(ctx, mobile, idNumber, contract.RefuseField("msisdn", refused.Code))
	}
	return found, err
}
