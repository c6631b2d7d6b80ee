package webhooks

import (
	"context"
	"errors"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
	storeerrors "selfcare/internal/store/errors"
)

func (s *WebhookHandlers) identityReport(ctx context.Context, eventID string, news callback.Identity) (report, error) {
	answered := contract.IdentityAnswered{EventID: eventID, TransactionID: news.TransactionID, Status: news.Status}
	workflowID, err := s.findAsker(ctx, news.TransactionID)
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
