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
	"selfcare/internal/gateway/callback"
	storeerrors "selfcare/internal/store/errors"
	paymentstore "selfcare/internal/store/payment"
)

// WebhookHandlers pass reports of partners on to the workflows.
type WebhookHandlers struct {
	*middleware.Core
	Flow       signaller
	CallBacks  map[string]callback.Receiver // by port, slash, provider
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
	FindPaidFor(ctx context.Context, paymentID string) (paymentstore.PaidFor, error)
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

// ReceiveWebhook hands the events of a call-back to their workflows before it marks them as received: if the API dies in between, the
// sender reports again. Workflows drop repeated reports.
func (s *WebhookHandlers) ReceiveWebhook(ctx context.Context, req gen.ReceiveWebhookRequestObject) (gen.ReceiveWebhookResponseObject, error) {
	port := string(req.Port)
	receiver, known := s.CallBacks[port+"/"+req.Provider]
	if !known {
		return nil, contract.Refuse(contract.FailNotFound)
	}
	events, err := receiver.Receive(ctx, middleware.RequestOf(ctx).CallBack)
	if err != nil {
		return nil, s.refuse(ctx, err)
	}
	for _, event := range events {
		if failure := s.take(ctx, port, event); failure != nil && err == nil {
			err = failure // the others are taken now; the sender repeats all
		}
	}
	return gen.ReceiveWebhook200Response{}, err
}

// refuse returns the answer to a call-back that its adapter did not take.
func (s *WebhookHandlers) refuse(ctx context.Context, err error) error {
	var invalid *callback.Invalid
	switch {
	case errors.Is(err, callback.ErrForged):
		return contract.Refuse(contract.FailSignature)
	case errors.Is(err, callback.ErrUnreadable):
		return contract.Refuse(contract.FailNotJSON)
	case errors.As(err, &invalid):
		return &middleware.Invalid{Code: contract.FailValidation, Fields: map[string]string{invalid.Field: middleware.FieldInvalid}}
	default:
		s.LogFailure(ctx, "check a call-back", err)
		return contract.Refuse(contract.FailUnavailable)
	}
}

// take hands one event to its workflow, once.
func (s *WebhookHandlers) take(ctx context.Context, port string, event callback.Event) error {
	found, err := s.understand(ctx, event)
	if err != nil {
		return err
	}
	kept, err := s.Webhooks.IsKept(ctx, port, event.ID)
	if err != nil {
		return fmt.Errorf("find call-back: %w", err)
	}
	if kept {
		return nil
	}
	if err := s.deliver(ctx, found); err != nil {
		s.LogFailure(ctx, "deliver a call-back", err)
		return contract.Refuse(contract.FailUnavailable)
	}
	s.Figures.WebhookTaken(port, s.Now().Sub(event.OccurredAt))
	return s.keep(ctx, port, event)
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

func (s *WebhookHandlers) keep(ctx context.Context, port string, event callback.Event) error {
	body, err := json.Marshal(event)
	if err == nil {
		err = s.Webhooks.Keep(ctx, port, event.ID, body)
	}
	if err != nil {
		return fmt.Errorf("keep call-back: %w", err)
	}
	return nil
}

// understand finds the subject of an event. An unknown subject is refused, and the sender repeats the report: it may have overtaken
// our own record.
func (s *WebhookHandlers) understand(ctx context.Context, event callback.Event) (found report, err error) {
	switch news := event.News.(type) {
	case callback.Payment:
		found, err = s.paymentReport(ctx, event.ID, news)
	case callback.Identity:
		found, err = s.identityReport(ctx, event.ID, news)
	case callback.Parcel:
		found, err = s.courierReport(ctx, event.ID, news)
	case callback.Profile:
		found, err = s.profileReport(ctx, event.ID, news)
	case callback.PortIn:
		found, err = s.portReport(ctx, event.ID, news)
	case callback.PortOut:
		found = portOutReport(event.ID, news)
	case callback.PortOutAsked:
		found, err = s.portOutStart(ctx, news)
	case callback.Undelivered:
		found.start = func(ctx context.Context) error { return s.tellOtherwise(ctx, news) }
	case callback.NumberReturned:
		found.start = func(ctx context.Context) error { return s.takeBack(ctx, news.MSISDN) }
	default:
		err = fmt.Errorf("event %T of a partner has no reader", news)
	}
	if errors.Is(err, storeerrors.ErrNotFound) {
		return found, contract.Refuse(contract.FailOrderNotFound)
	}
	return found, err
}
