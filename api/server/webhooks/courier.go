package webhooks

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/callback"
)

func (s *WebhookHandlers) courierReport(ctx context.Context, eventID string, news callback.Parcel) (report, error) {
	number, err := s.orderOfParcel(ctx, news.AirwayBill, news.Reference)
	if err != nil {
		return report{}, err
	}
	return report{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalParcelScanned,
		arg: contract.ParcelScanned{EventID: eventID, AirwayBill: news.AirwayBill, Status: news.Status, Text: news.Text, At: news.At},
	}, nil
}

// orderOfParcel finds the order by our own reference, which begins with the order's id, or else by the airway bill.
func (s *WebhookHandlers) orderOfParcel(ctx context.Context, airwayBill, reference string) (number string, err error) {
	orderID, ok := orderInReference(reference)
	if !ok {
		if orderID, err = s.Shipments.OrderOf(ctx, airwayBill); err != nil {
			return "", fmt.Errorf("find parcel: %w", err)
		}
	}
	if number, err = s.Orders.NumberOf(ctx, orderID); err != nil {
		return "", fmt.Errorf("find order of parcel: %w", err)
	}
	return number, nil
}

// orderInReference removes the suffix of a later parcel of the same order.
func orderInReference(reference string) (string, bool) {
	length := len(uuid.Nil.String())
	if len(reference) < length || uuid.Validate(reference[:length]) != nil {
		return "", false
	}
	return reference[:length], true
}
