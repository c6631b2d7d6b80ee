package webhooks

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func (s *WebhookHandlers) paymentReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	reference := textOf(event, "reference")
	orderID, err := s.Payments.OrderOf(ctx, reference)
	if err != nil {
		return report{}, fmt.Errorf("find payment: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return report{}, fmt.Errorf("find order of payment: %w", err)
	}
	paid := contract.PaymentReported{EventID: event.EventId, PaymentID: reference}
	found := report{workflowID: contract.OrderWorkflowID(number), signal: contract.SignalPaymentReported, arg: paid}
	if textOf(event, "status") == string(contract.PaymentPaid) { // money that nothing waits for any more
		found.over = func(ctx context.Context) error {
			return s.Refunds.PaidLate(ctx, contract.LatePaymentInput{OrderID: orderID, OrderNumber: number, PaymentID: reference}, paid)
		}
	}
	return found, nil
}
