package webhooks

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

// portReport finds the port by our own id, which begins with the order's.
func (s *WebhookHandlers) portReport(ctx context.Context, eventID string, news callback.PortIn) (report, error) {
	orderID, ok := orderInReference(news.PortID)
	if !ok {
		return report{}, contract.Refuse(contract.FailOrderNotFound)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return report{}, fmt.Errorf("find port: %w", err)
	}
	return report{
		workflowID: contract.PortInWorkflowID(number), signal: contract.SignalPortReported,
		arg: contract.PortReported{EventID: eventID, PortID: news.PortID, State: news.State},
	}, nil
}
