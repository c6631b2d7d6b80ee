// Package webhooks passes on to the workflows what partners report.
package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	"selfcare/internal/store"
)

// WebhookHandlers pass on to the workflows what partners report.
type WebhookHandlers struct {
	*middleware.Core
	Flow       signaller
	Refunds    latePayments
	Orders     reportedOrders
	Webhooks   webhookStore
	Identities orderReferences
	Payments   orderReferences
	Profiles   orderReferences
	Shipments  orderReferences
}

// signaller tells running workflows what happened.
type signaller interface {
	Signal(ctx context.Context, workflowID, signal string, arg any) error
}

// latePayments takes money that was paid for an order that is over.
type latePayments interface {
	PaidLate(ctx context.Context, in contract.LatePaymentInput, report contract.PaymentReported) error
}

type reportedOrders interface {
	NumberOf(ctx context.Context, id string) (number string, err error)
}

type webhookStore interface {
	Keep(ctx context.Context, system, eventID string, body []byte) error
	Kept(ctx context.Context, system, eventID string) (bool, error)
}

// orderReferences finds the order that a partner's reference belongs to.
type orderReferences interface {
	OrderOf(ctx context.Context, reference string) (orderID string, err error)
}

// notice is a call-back, understood: which workflow has to know what; none where it is of no interest.
type notice struct {
	workflowID string
	signal     string
	arg        any
	// over is what to do where that workflow has ended; nil where it need not know any more.
	over func(ctx context.Context) error
}

// ReceiveWebhook hands a call-back on to its workflow before it marks it as received: an API that dies in between is told
// again by the sender. Workflows drop what they heard before.
func (s *WebhookHandlers) ReceiveWebhook(ctx context.Context, req gen.ReceiveWebhookRequestObject) (gen.ReceiveWebhookResponseObject, error) {
	event, system := *req.Body, string(req.System)
	found, err := s.understand(ctx, system, event)
	if err != nil {
		return nil, err
	}
	kept, err := s.Webhooks.Kept(ctx, system, event.EventId)
	if err != nil {
		return nil, fmt.Errorf("find call-back: %w", err)
	}
	if kept {
		return gen.ReceiveWebhook204Response{}, nil
	}
	if err := s.handOn(ctx, found); err != nil {
		s.LogFailure(ctx, "hand a call-back on", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	return gen.ReceiveWebhook204Response{}, s.keep(ctx, system, event)
}

func (s *WebhookHandlers) handOn(ctx context.Context, n notice) error {
	if n.workflowID == "" {
		return nil
	}
	err := s.Flow.Signal(ctx, n.workflowID, n.signal, n.arg)
	switch {
	case !errors.Is(err, flow.ErrOver):
		return err
	case n.over == nil:
		return nil
	default:
		return n.over(ctx)
	}
}

func (s *WebhookHandlers) keep(ctx context.Context, system string, event gen.WebhookEvent) error {
	body, err := json.Marshal(event)
	if err == nil {
		err = s.Webhooks.Keep(ctx, system, event.EventId, body)
	}
	if err != nil {
		return fmt.Errorf("keep call-back: %w", err)
	}
	return nil
}

// understand finds whom a call-back concerns. One about something we do not know is refused, and repeated by its sender
// until we do: it may have overtaken our own record.
func (s *WebhookHandlers) understand(ctx context.Context, system string, event gen.WebhookEvent) (notice, error) {
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

func (s *WebhookHandlers) paymentNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	reference := textOf(event, "reference")
	orderID, err := s.Payments.OrderOf(ctx, reference)
	if err != nil {
		return notice{}, fmt.Errorf("find payment: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return notice{}, fmt.Errorf("find order of payment: %w", err)
	}
	report := contract.PaymentReported{EventID: event.EventId, PaymentID: reference}
	found := notice{workflowID: contract.OrderWorkflowID(number), signal: contract.SignalPaymentReported, arg: report}
	if textOf(event, "status") == string(contract.PaymentPaid) { // money that nothing waits for any more
		found.over = func(ctx context.Context) error {
			return s.Refunds.PaidLate(ctx, contract.LatePaymentInput{OrderID: orderID, OrderNumber: number, PaymentID: reference}, report)
		}
	}
	return found, nil
}

var identityStatuses = map[string]contract.IdentityStatus{
	"COMPLETED": contract.IdentityCompleted,
	"REJECTED":  contract.IdentityRejected,
	"EXPIRED":   contract.IdentityExpired,
}

func (s *WebhookHandlers) identityNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	status, ok := identityStatuses[textOf(event, "status")]
	if !ok {
		return notice{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data.status": middleware.FieldInvalid}}
	}
	transaction := textOf(event, "transId")
	orderID, err := s.Identities.OrderOf(ctx, transaction)
	if err != nil {
		return notice{}, fmt.Errorf("find identity request: %w", err)
	}
	number, err := s.Orders.NumberOf(ctx, orderID)
	if err != nil {
		return notice{}, fmt.Errorf("find order of identity request: %w", err)
	}
	return notice{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalIdentityAnswered,
		arg: contract.IdentityAnswered{EventID: event.EventId, TransactionID: transaction, Status: status},
	}, nil
}

var scanStatuses = map[contract.ShipmentStatus]bool{
	contract.ShipmentPickedUp:       true,
	contract.ShipmentInTransit:      true,
	contract.ShipmentOutForDelivery: true,
	contract.ShipmentFailedAttempt:  true,
	contract.ShipmentDelivered:      true,
	contract.ShipmentReturned:       true,
	contract.ShipmentCancelled:      true,
}

func (s *WebhookHandlers) courierNotice(ctx context.Context, event gen.WebhookEvent) (notice, error) {
	status := contract.ShipmentStatus(textOf(event, "status"))
	if !scanStatuses[status] {
		return notice{}, &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{"data.status": middleware.FieldInvalid}}
	}
	airwayBill := textOf(event, "awb")
	number, err := s.orderOfParcel(ctx, airwayBill, textOf(event, "reference"))
	if err != nil {
		return notice{}, err
	}
	return notice{
		workflowID: contract.OrderWorkflowID(number), signal: contract.SignalParcelScanned,
		arg: contract.ParcelScanned{EventID: event.EventId, AirwayBill: airwayBill, Status: status, At: scannedAt(event)},
	}, nil
}

// orderOfParcel goes by our own reference, which begins with the order's id; a call-back without it by the airway bill.
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
