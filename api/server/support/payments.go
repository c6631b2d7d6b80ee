package support

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/store/payment"
)

type waitingStatements interface {
	ListWaiting(ctx context.Context, now time.Time) ([]payment.NamedStatement, error)
}

// StatePayment takes a staff member's statement about a payment of unknown outcome.
func (s *SupportHandlers) StatePayment(ctx context.Context, req gen.StatePaymentRequestObject) (gen.StatePaymentResponseObject, error) {
	stated, err := s.Decisions.StatePayment(ctx, req.PaymentId, contract.StatedOutcome(req.Body.Outcome), req.Body.Note)
	if err != nil {
		return nil, err
	}
	return gen.StatePayment200JSONResponse(statementView(ctx, stated, "")), nil
}

// ListPaymentStatements shows the statements about payments that wait for a second person.
func (s *SupportHandlers) ListPaymentStatements(
	ctx context.Context, _ gen.ListPaymentStatementsRequestObject,
) (gen.ListPaymentStatementsResponseObject, error) {
	waiting, err := s.Statements.ListWaiting(ctx, s.Now())
	if err != nil {
		return nil, fmt.Errorf("list payment statements: %w", err)
	}
	items := make([]gen.WaitingStatement, len(waiting))
	for i, w := range waiting {
		items[i] = gen.WaitingStatement{
			Statement: statementView(ctx, w.PaymentStatement, w.Name), Kind: gen.WaitingStatementKind(w.Kind), SubjectId: w.SubjectID,
			Reference: w.Reference, Amount: int64(w.Amount),
		}
	}
	return gen.ListPaymentStatements200JSONResponse{Items: items}, nil
}

func statementView(ctx context.Context, stated contract.PaymentStatement, name string) gen.PaymentStatement {
	return gen.PaymentStatement{
		PaymentId: stated.PaymentID, Outcome: gen.StatedOutcome(stated.Outcome), Note: stated.Note, State: gen.PaymentStatementState(stated.State),
		StatedBy: stated.StatedBy, StatedByName: optional.Text(name), StatedAt: stated.StatedAt.UTC(), ExpiresAt: stated.ExpiresAt.UTC(),
		ConfirmedBy: optional.Text(stated.ConfirmedBy), ConfirmedAt: optional.Time(stated.ConfirmedAt),
		Own: stated.StatedBy == middleware.RequestOf(ctx).User.ID,
	}
}
