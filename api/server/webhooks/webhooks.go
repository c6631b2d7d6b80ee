// Package webhooks passes reports of partners on to the workflows.
package webhooks

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/payment"
)

// WebhookHandlers pass reports of partners on to the workflows.
type WebhookHandlers struct {
	*middleware.Core
	Flow       signaller
	Refunds    latePayments
	Orders     reportedOrders
	Webhooks   webhookStore
	Identities identityRequests
	Payments   paymentReferences
	Profiles   orderReferences
	Shipments  orderReferences
	PortOuts   askedNumbers
	Stock      numberStock
	PublicURL  string
	// StatementLink is the address of a line's final statement, by the id of its end.
	StatementLink func(language, endingID string) string
	Usage         usageCounter
	Figures       figures
}

// signaller signals running workflows.
type signaller interface {
	Tell(ctx context.Context, workflowID, news string, arg any) error
}

// latePayments takes money for an order that has ended.
type latePayments interface {
	StartLatePayment(ctx context.Context, in contract.LatePaymentInput, report contract.PaymentReported) error
}

type reportedOrders interface {
	NumberOf(ctx context.Context, id string) (number string, err error)
}

type webhookStore interface {
	Keep(ctx context.Context, system, eventID string, body []byte) error
	IsKept(ctx context.Context, system, eventID string) (bool, error)
}

// paymentReferences finds the subject of a payment.
type paymentReferences interface {
	FindPaidFor(ctx context.Context, paymentID string) (payment.PaidFor, error)
}

// identityRequests finds the asker of a push.
type identityRequests interface {
	OrderOf(ctx context.Context, reference string) (orderID string, err error)
	LineOf(ctx context.Context, transactionID string) (lineID string, err error)
}

// orderReferences finds the order of a partner's reference.
type orderReferences interface {
	OrderOf(ctx context.Context, reference string) (orderID string, err error)
}

// report is an understood call-back: the workflow and its signal; empty for an irrelevant one.
type report struct {
	workflowID string
	signal     string
	arg        any
	// over runs if that workflow has ended; nil if it need not know any more.
	over func(ctx context.Context) error
	// start begins a workflow instead of signalling a running one.
	start func(ctx context.Context) error
}

// ReceiveWebhook hands a call-back to its workflow before it marks it as received: if the API dies in between, the
// sender reports again. Workflows drop repeated reports.
func (s *WebhookHandlers) ReceiveWebhook(ctx context.Context, req gen.ReceiveWebhookRequestObject) (gen.ReceiveWebhookResponseObject, error) {
	event, system := *req.Body, string(req.System)
	found, err := s.understand(ctx, system, event)
	if err != nil {
		return nil, err
	}
	kept, err := s.Webhooks.IsKept(ctx, system, event.EventId)
	if err != nil {
		return nil, fmt.Errorf("find call-back: %w", err)
	}
	if kept {
		return gen.ReceiveWebhook204Response{}, nil
	}
	if err := s.deliver(ctx, found); err != nil {
		s.LogFailure(ctx, "deliver a call-back", err)
		return nil, contract.Refuse(contract.FailUnavailable)
	}
	s.Figures.WebhookTaken(system, s.Now().Sub(event.OccurredAt))
	return gen.ReceiveWebhook204Response{}, s.keep(ctx, system, event)
}

func (s *WebhookHandlers) deliver(ctx context.Context, n report) error {
	switch {
	case n.start != nil:
		return n.start(ctx)
	case n.workflowID == "":
		return nil
	}
	err := s.Flow.Tell(ctx, n.workflowID, n.signal, n.arg)
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

// understand finds the subject of a call-back. An unknown subject is refused, and the sender repeats the report: it
// may have overtaken our own record.
func (s *WebhookHandlers) understand(ctx context.Context, system string, event gen.WebhookEvent) (report, error) {
	var (
		found report
		err   error
	)
	switch gen.ReceiveWebhookParamsSystem(system) {
	case gen.ReceiveWebhookParamsSystemPayment:
		found, err = s.paymentReport(ctx, event)
	case gen.ReceiveWebhookParamsSystemIdentity:
		found, err = s.identityReport(ctx, event)
	case gen.ReceiveWebhookParamsSystemCourier:
		found, err = s.courierReport(ctx, event)
	case gen.ReceiveWebhookParamsSystemEsim:
		found, err = s.profileReport(ctx, event)
	case gen.ReceiveWebhookParamsSystemPortability:
		found, err = s.portReport(ctx, event)
	default:
		return found, contract.Refuse(contract.FailNotFound)
	}
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, contract.Refuse(contract.FailOrderNotFound)
	}
	return found, err
}

func textOf(event gen.WebhookEvent, name string) string {
	text, _ := event.Data[name].(string)
	return text
}
