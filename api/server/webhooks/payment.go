package webhooks

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

func (s *WebhookHandlers) paymentReport(ctx context.Context, eventID string, news callback.Payment) (report, error) {
	paidFor, err := s.Payments.FindPaidFor(ctx, news.PaymentID)
	if err != nil {
		return report{}, fmt.Errorf("find payment: %w", err)
	}
	reported := contract.PaymentReported{EventID: eventID, PaymentID: news.PaymentID}
	found := report{workflowID: paidFor.WorkflowID(), signal: contract.SignalPaymentReported, arg: reported}
	if news.Paid { // money without a waiting order or purchase
		found.over = func(ctx context.Context) error {
			late := contract.LatePaymentInput{
				OrderID: paidFor.OrderID, OrderNumber: paidFor.OrderNumber,
				PurchaseID: paidFor.PurchaseID, PurchaseNumber: paidFor.PurchaseNumber, PaymentID: news.PaymentID,
			}
			return s.Refunds.StartLatePayment(ctx, late, reported)
		}
	}
	return found, nil
}
