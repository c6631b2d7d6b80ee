package webhooks

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
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
	orderID, err := s.Identities.OrderOf(ctx, transaction)
	if err != nil {
		return report{}, fmt.Errorf("find identity request: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return report{}, fmt.Errorf("find order of identity request: %w", err)
	}
	return report{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalIdentityAnswered,
		arg: contract.IdentityAnswered{EventID: event.EventId, TransactionID: transaction, Status: status},
	}, nil
}
