package topup

import (
	"context"
	"encoding/base64"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// Config is the address and the credentials of the partner.
type Config struct {
	URL       string
	APIKey    string
	APISecret string
	Timeout   time.Duration // zero: the client's default
}

// HTTP is the partner behind its JSON interface.
type HTTP struct{ client *jsonhttp.Client }

var _ Gateway = (*HTTP)(nil)

const system = "topup"

// NewHTTP checks the configuration; it does not call the partner.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	header := http.Header{}
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(cfg.APIKey+":"+cfg.APISecret)))
	client, err := jsonhttp.New(jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header}, watch, log)
	if err != nil {
		return nil, err
	}
	return &HTTP{client: client}, nil
}

// Operator finds the operator of a number: of several candidates, the one that the partner has identified.
func (h *HTTP) Operator(ctx context.Context, mobile string) (Operator, error) {
	said, err := jsonhttp.Ask(ctx, h.client, jsonhttp.Call{
		Operation: "lookup", Method: http.MethodPost, Path: "/v1/lookup/mobile-number", // POST keeps the number out of access logs
		Body: lookupBody{MobileNumber: mobile},
	}, validateOperators)
	if err != nil {
		return Operator{}, err
	}
	found, identified := identifiedOf(said)
	if !identified {
		return Operator{}, &gateway.Missing{System: system, Code: "operator_not_identified"}
	}
	return found, nil
}

// Products returns an operator's fixed top-up amounts, priced in riyals. Other products are left out.
func (h *HTTP) Products(ctx context.Context, operatorID string) ([]contract.TopUpProduct, error) {
	var said []productAnswer
	query := url.Values{"operator_id": {operatorID}, "type": {fixedValue}, "per_page": {"100"}}
	err := h.client.Do(ctx, jsonhttp.Call{Operation: "products", Method: http.MethodGet, Path: "/v1/products?" + query.Encode(), Answer: &said})
	if err != nil {
		return nil, err
	}
	products := []contract.TopUpProduct{}
	for _, p := range said {
		if product, ours := p.product(); ours {
			products = append(products, product)
		}
	}
	return products, nil
}

// Send sends a top-up, and waits for the foreign operator as long as the partner does.
func (h *HTTP) Send(ctx context.Context, o Order) (Transaction, error) {
	product, err := idOf(o.ProductID)
	if err != nil {
		return Transaction{}, &gateway.Refusal{System: system, Code: CodeProductGone}
	}
	said, err := jsonhttp.Ask(ctx, h.client, jsonhttp.Call{
		Operation: "send", Method: http.MethodPost, Path: "/v1/sync/transactions", Effect: true,
		Body: transactionBody{ExternalID: o.Key, ProductID: product, AutoConfirm: true, CreditParty: creditParty{MobileNumber: o.Mobile}},
	}, func(a transactionAnswer) error { return a.validate(o.Key) })
	if err != nil {
		return Transaction{}, err
	}
	return said.transaction(), nil
}

// Find asks for the transaction of a key.
func (h *HTTP) Find(ctx context.Context, key string) (Transaction, error) {
	call := jsonhttp.Call{Operation: "find", Method: http.MethodGet, Path: "/v1/transactions?" + url.Values{"external_id": {key}}.Encode()}
	said, err := jsonhttp.Ask(ctx, h.client, call, func(all []transactionAnswer) error {
		if len(all) > 1 {
			return errors.New("more than one transaction under a key")
		}
		return validateAll(all, key)
	})
	switch {
	case err != nil:
		return Transaction{}, err
	case len(said) == 0:
		return Transaction{}, &gateway.Missing{System: system, Code: "transaction_not_found"}
	default:
		return said[0].transaction(), nil
	}
}
