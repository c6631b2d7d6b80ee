package webhooks

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
)

var scanStatuses = map[contract.ShipmentStatus]bool{
	contract.ShipmentPickedUp:       true,
	contract.ShipmentInTransit:      true,
	contract.ShipmentOutForDelivery: true,
	contract.ShipmentFailedAttempt:  true,
	contract.ShipmentDelivered:      true,
	contract.ShipmentReturned:       true,
	contract.ShipmentCancelled:      true,
}

func (s *WebhookHandlers) courierReport(ctx context.Context, event gen.WebhookEvent) (report, error) {
	status := contract.ShipmentStatus(textOf(event, "status"))
	if !scanStatuses[status] {
		return report{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data.status": middleware.FieldInvalid}}
	}
	airwayBill := textOf(event, "awb")
	number, err := s.orderOfParcel(ctx, airwayBill, textOf(event, "reference"))
	if err != nil {
		return report{}, err
	}
	return report{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalParcelScanned,
		arg: contract.ParcelScanned{EventID: event.EventId, AirwayBill: airwayBill, Status: status, At: scannedAt(event)},
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

func scannedAt(event gen.WebhookEvent) time.Time {
	at, err := time.Parse(time.RFC3339, textOf(event, "scannedAt"))
	if err != nil {
		return event.OccurredAt.UTC()
	}
	return at.UTC()
}
