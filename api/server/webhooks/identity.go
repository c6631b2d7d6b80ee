package webhooks

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

var identityStatuses = map[string]contract.IdentityStatus{
	"COMPLETED": contract.IdentityCompleted,
	"REJECTED":  contract.IdentityRejected,
	"EXPIRED":   contract.IdentityExpired,
}

func (s *WebhookHandlers) identityReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	status, ok := identityStatuses[textOf(event, "status")]
	if !ok {
		return report{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data.status": middleware.FieldInvalid}}
	}
	transaction := textOf(event, "transId")
	answered := contract.IdentityAnswered{EventID: event.EventId, TransactionID: transaction, Status: status}
	workflowID, err := s.findAsker(ctx, transaction)
	return report{workflowID: workflowID, signal: contract.SignalIdentityAnswered, arg: answered}, err
}

// findAsker finds the workflow that waits for the answer to a push: that of an order, or of a line's holder.
func (s *WebhookHandlers) findAsker(ctx context.Context, transaction string) (workflowID string, err error) {
	orderID, err := s.Identities.OrderOf(ctx, transaction)
	if errors.Is(err, storeerrors.ErrNotFound) {
		lineID, err := s.Identities.LineOf(ctx, transaction)
		if err != nil {
			return "", fmt.Errorf("find identity request: %w", err)
		}
		return contract.LineProofWorkflowID(lineID), nil
	}
	if err != nil {
		return "", fmt.Errorf("find identity request: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return "", fmt.Errorf("find order of identity request: %w", err)
	}
	return contract.OrderWorkflowID(number), nil
}
