package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// notice is a call-back, understood: which workflow has to know what; none where it is of no interest.
type notice struct {
	workflowID string
	signal     string
	arg        any
}

// ReceiveWebhook takes a call-back once. One that could not be passed on is forgotten, so that its sender repeats it.
func (s *Server) ReceiveWebhook(ctx context.Context, req gen.ReceiveWebhookRequestObject) (gen.ReceiveWebhookResponseObject, error) {
	event, system := *req.Body, string(req.System)
	found, err := s.understand(ctx, system, event)
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(event)
	if err != nil {
		return nil, fmt.Errorf("store call-back: %w", err)
	}
	fresh, err := s.Store.TakeWebhook(ctx, system, event.EventId, body)
	if err != nil {
		return nil, fmt.Errorf("store call-back: %w", err)
	}
	if !fresh || found.workflowID == "" {
		return gen.ReceiveWebhook204Response{}, nil
	}
	if err := s.Orders.Signal(ctx, found.workflowID, found.signal, found.arg); err != nil {
		s.noted(ctx, "forget a call-back", s.Store.ForgetWebhook(context.WithoutCancel(ctx), system, event.EventId))
		s.noted(ctx, "pass a call-back on", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	return gen.ReceiveWebhook204Response{}, nil
}

// understand finds whom a call-back concerns. One about something we do not know is refused, and repeated by its sender
// until we do: it may have overtaken our own record.
func (s *Server) understand(ctx context.Context, system string, event gen.WebhookEvent) (notice, error) {
	var (
		found notice
		err   error
	)
	switch gen.ReceiveWebhookParamsSystem(system) {
	case gen.ReceiveWebhookParamsSystemPayment:
		found, err = s.paymentNotice(ctx, event)
	case gen.ReceiveWebhookParamsSystemIdentity:
		found, err = s.identityNotice(ctx, event)
	case gen.ReceiveWebhookParamsSystemCourier:
		found, err = s.courierNotice(ctx, event)
	case gen.ReceiveWebhookParamsSystemEsim:
		found, err = s.profileNotice(ctx, event)
	case gen.ReceiveWebhookParamsSystemPortability:
		found, err = s.portNotice(ctx, event)
	default:
		return found, contract.Refuse(contract.FailNotFound)
	}
	if errors.Is(err, store.ErrNotFound) {
		return found, contract.Refuse(contract.FailOrderNotFound)
	}
	return found, err
}

func (s *Server) paymentNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	reference := textOf(event, "reference")
	if _, err := s.Store.PaymentOrder(ctx, reference); err != nil {
		return notice{}, fmt.Errorf("find payment: %w", err)
	}
	return notice{
		contract.PaymentWorkflowID(reference), contract.SignalPaymentReported,
		contract.PaymentReported{EventID: event.EventId},
	}, nil
}

var identityStatuses = map[string]contract.IdentityStatus{
	"COMPLETED": contract.IdentityCompleted,
	"REJECTED":  contract.IdentityRejected,
	"EXPIRED":   contract.IdentityExpired,
}

func (s *Server) identityNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	status, ok := identityStatuses[textOf(event, "status")]
	if !ok {
		return notice{}, &invalid{code: contract.FailValidation, fields: map[string]string{"data.status": fieldInvalid}}
	}
	transaction := textOf(event, "transId")
	orderID, err := s.Store.OrderByIdentityTransaction(ctx, transaction)
	if err != nil {
		return notice{}, fmt.Errorf("find identity request: %w", err)
	}
	return notice{
		contract.OrderWorkflowID(orderID), contract.SignalIdentityAnswered,
		contract.IdentityAnswered{EventID: event.EventId, TransactionID: transaction, Status: status},
	}, nil
}

var scanStatuses = map[contract.ShipmentStatus]bool{
	contract.ShipmentPickedUp:       true,
	contract.ShipmentInTransit:      true,
	contract.ShipmentOutForDelivery: true,
	contract.ShipmentFailedAttempt:  true,
	contract.ShipmentDelivered:      true,
	contract.ShipmentReturned:       true,
}

func (s *Server) courierNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	status := contract.ShipmentStatus(textOf(event, "status"))
	if !scanStatuses[status] {
		return notice{}, &invalid{code: contract.FailValidation, fields: map[string]string{"data.status": fieldInvalid}}
	}
	airwayBill := textOf(event, "awb")
	orderID, err := s.orderOfParcel(ctx, airwayBill, textOf(event, "reference"))
	if err != nil {
		return notice{}, err
	}
	return notice{
		contract.ShipmentWorkflowID(orderID), contract.SignalParcelScanned,
		contract.ParcelScanned{EventID: event.EventId, AirwayBill: airwayBill, Status: status, At: scannedAt(event)},
	}, nil
}

// orderOfParcel goes by our own reference, which begins with the order's id; a call-back without it by the airway bill.
func (s *Server) orderOfParcel(ctx context.Context, airwayBill, reference string) (string, error) {
	if orderID, ok := orderInReference(reference); ok {
		_, err := s.Store.Order(ctx, orderID)
		if err != nil {
			return "", fmt.Errorf("find parcel: %w", err)
		}
		return orderID, nil
	}
	orderID, err := s.Store.OrderByAirwayBill(ctx, airwayBill)
	if err != nil {
		return "", fmt.Errorf("find parcel: %w", err)
	}
	return orderID, nil
}

// orderInReference leaves out the suffix that a later parcel of the same order has.
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

func textOf(event gen.WebhookEvent, name string) string {
	text, _ := event.Data[name].(string)
	return text
}
