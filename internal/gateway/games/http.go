package games

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"slices"

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
	system = "games"
	base   = "/v1/orders"

	codeNotFound = "not_found"
)

// NewHTTP checks the configuration; it does not call the partner.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	client, err := cfg.Client(system, "Authorization", "Bearer "+cfg.APIKey, watch, log)
	return &HTTP{client}, err
}

type orderBody struct {
	Reference string `json:"reference"`
	Product   string `json:"product"`
	Email     string `json:"email"`
	Mobile    string `json:"mobile"`
}

type saleAnswer struct {
	ID        string `json:"orderId"`
	Reference string `json:"reference"`
	Status    Status `json:"status"`
	Code      string `json:"code"`
	Reason    string `json:"reason"`
}

// validate refuses an answer about another order, with an unknown status, or a delivery without its code. Its errors hold no
// code.
func (a saleAnswer) validate(reference string) error {
	switch a.Status {
	case Pending, Refused, Cancelled:
	case Delivered:
		if a.Code == "" {
			return errors.New("delivered without a code")
		}
	default:
		return errors.New("order of no known status")
	}
	if a.ID == "" || a.Reference != reference {
		return errors.New("order answered is not the one asked for")
	}
	return nil
}

func (a saleAnswer) sale() Sale {
	return Sale{ID: a.ID, Status: a.Status, Code: a.Code, Reason: a.Reason}
}

// Buy buys a code.
func (h *HTTP) Buy(ctx context.Context, o Order) (Sale, error) {
	call := jsonhttp.Call{Operation: "buy", Method: http.MethodPost, Path: base, Effect: true, Body: orderBody(o)}
	said, err := jsonhttp.Ask(ctx, h.client, call, func(a saleAnswer) error { return a.validate(o.Reference) })
	return said.sale(), err
}

// Find asks for the state of a reference.
func (h *HTTP) Find(ctx context.Context, reference string) (Sale, error) {
	call := jsonhttp.Call{Operation: "find", Method: http.MethodGet, Path: base + "?" + url.Values{"reference": {reference}}.Encode()}
	said, err := jsonhttp.Ask(ctx, h.client, call, func(all []saleAnswer) error {
		for _, each := range all {
			if err := each.validate(reference); err != nil {
				return err
			}
		}
		return nil
	})
	switch {
	case err != nil:
		return Sale{}, err
	case len(said) == 0:
		return Sale{}, &gateway.Missing{System: system, Code: codeNotFound}
	default:
		return slices.MinFunc(said, byWorth).sale(), nil
	}
}

// worth ranks the orders of a reference: a delivered code first, then one that may still come, then the others.
var worth = map[Status]int{Delivered: 0, Pending: 1, Refused: 2, Cancelled: 2}

// byWorth keeps orders of equal worth in their order.
func byWorth(a, b saleAnswer) int { return cmp.Compare(worth[a.Status], worth[b.Status]) }

// Cancel cancels an order before its delivery.
func (h *HTTP) Cancel(ctx context.Context, reference string) error {
	err := h.client.Do(ctx, jsonhttp.Call{
		Operation: "cancel", Method: http.MethodPost, Path: base + "/" + url.PathEscape(reference) + "/cancel", Effect: true,
	})
	return gateway.AsMissing(err, codeNotFound)
}
