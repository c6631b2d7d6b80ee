package vas

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the partner.
type Config = jsonhttp.Access

// HTTP is the partner behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

const (
	system = "content"
	base   = "/v1/subscriptions"

	codeNotFound = "not_found"
)

// NewHTTP checks the configuration; it does not call the partner.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client(system, "X-Api-Key", cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

type orderBody struct {
	Reference string `json:"reference"`
	MSISDN    string `json:"msisdn"`
	Service   string `json:"service"`
}

type subscriptionAnswer struct {
	ID        string `json:"id"`
	Reference string `json:"reference"`
	Status    Status `json:"status"`
	Reason    string `json:"reason"`
}

// validate refuses an answer about another subscription, or with an unknown status.
func (a subscriptionAnswer) validate(reference string) error {
	switch a.Status {
	case Active, Pending, Refused, Ended:
	default:
		return errors.New("subscription of no known status")
	}
	if a.ID == "" || a.Reference != reference {
		return errors.New("subscription answered is not the one asked for")
	}
	return nil
}

func (a subscriptionAnswer) subscription() Subscription {
	return Subscription{ID: a.ID, Status: a.Status, Reason: a.Reason}
}

// Begin begins a service.
func (h *HTTP) Begin(ctx context.Context, o Order) (Subscription, error) {
	return h.ask(ctx, o.Reference, jsonhttp.Call{Operation: "begin", Method: http.MethodPost, Path: base, Effect: true, Body: orderBody(o)})
}

// Find asks for the state of a subscription.
func (h *HTTP) Find(ctx context.Context, reference string) (Subscription, error) {
	return h.ask(ctx, reference, jsonhttp.Call{Operation: "find", Method: http.MethodGet, Path: pathOf(reference)})
}

func (h *HTTP) ask(ctx context.Context, reference string, call jsonhttp.Call) (Subscription, error) {
	said, err := jsonhttp.Ask(ctx, h.client, call, func(a subscriptionAnswer) error { return a.validate(reference) })
	return said.subscription(), err
}

// End ends a subscription.
func (h *HTTP) End(ctx context.Context, reference string) error {
	err := h.client.Do(ctx, jsonhttp.Call{Operation: "end", Method: http.MethodDelete, Path: pathOf(reference), Effect: true})
	return gateway.AsMissing(err, codeNotFound)
}

func pathOf(reference string) string { return base + "/" + url.PathEscape(reference) }
