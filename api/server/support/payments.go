package support

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
)

// StatePayment takes the outcome that a member of staff read for a payment of unknown outcome.
func (s *SupportHandlers) StatePayment(ctx context.Context, req gen.StatePaymentRequestObject) (gen.StatePaymentResponseObject, error) {
	stated, err := s.Desk.Payment(ctx, req.PaymentId, contract.StatedOutcome(req.Body.Outcome), req.Body.Note)
	if err != nil {
		return nil, err
	}
	return gen.StatePayment200JSONResponse{
		PaymentId: stated.PaymentID, Outcome: gen.StatedOutcome(stated.Outcome), Note: stated.Note, State: gen.PaymentStatementState(stated.State),
		StatedBy: stated.StatedBy, StatedAt: stated.StatedAt.UTC(), ExpiresAt: stated.ExpiresAt.UTC(),
		ConfirmedBy: optional.Text(stated.ConfirmedBy), ConfirmedAt: optional.Time(stated.ConfirmedAt),
		Own: stated.StatedBy == middleware.RequestOf(ctx).User.ID,
	}, nil
}
