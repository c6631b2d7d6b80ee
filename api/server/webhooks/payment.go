package webhooks

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

func (s *WebhookHandlers) paymentReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	reference := textOf(event, "reference")
	paidFor, err := s.Payments.FindPaidFor(ctx, reference)
	if err != nil {
		return report{}, fmt.Errorf("find payment: %w", err)
	}
	reported := contract.PaymentReported{EventID: event.EventId, PaymentID: reference}
	found := report{workflowID: paidFor.WorkflowID(), signal: contract.SignalPaymentReported, arg: reported}
	if textOf(event, "status") == string(contract.PaymentPaid) { // money without a waiting order or purchase
		found.over = func(ctx context.Context) error {
			late := contract.LatePaymentInput{
				OrderID: paidFor.OrderID, OrderNumber: paidFor.OrderNumber,
				PurchaseID: paidFor.PurchaseID, PurchaseNumber: paidFor.PurchaseNumber, PaymentID: reference,
			}
			return s.Refunds.StartLatePayment(ctx, late, reported)
		}
	}
	return found, nil
}
