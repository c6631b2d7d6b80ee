// Package dtone sends top-ups through DT One, in the format of its Digital Value Services (DVS) API (docs/partners/dtone.md).
package dtone

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/gateway/topup"
)

// Config is the address and the credentials of DT One.
type Config struct {
	URL       string // with the version, such as https://dvs-api.dtone.com/v1
	APIKey    string
	APISecret string
	Timeout   time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// Gateway is DT One.
type Gateway struct{ client *jsonhttp.Client }

var _ topup.Gateway = (*Gateway)(nil)

const system = "topup"

// New checks the configuration; it does not call DT One.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Gateway, error) {
	header := http.Header{}
	header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(cfg.APIKey+":"+cfg.APISecret)))
	settings := jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Code: codeOf, Connection: cfg.Connection}
	client, err := jsonhttp.New(settings, watch, log)
	if err != nil {
		return nil, err
	}
	return &Gateway{client: client}, nil
}

// Operator finds the operator of a number: of several candidates, the one that DT One has identified.
func (g *Gateway) Operator(ctx context.Context, mobile string) (topup.Operator, error) {
	said, err := jsonhttp.Ask(ctx, g.client, jsonhttp.Call{
		Operation: "lookup", Method: http.MethodPost, Path: "/lookup/mobile-number", // POST keeps the number out of access logs
		Body: lookupBody{MobileNumber: mobile, PerPage: perPage},
	}, validateOperators)
	if err != nil {
		return topup.Operator{}, err
	}
	found, identified := identifiedOf(said)
	if !identified {
		return topup.Operator{}, &gateway.Missing{System: system, Code: "operator_not_identified"}
	}
	return found, nil
}

const (
	perPage   = 100 // the most that DT One gives
	mostPages = 20  // far more than an operator has: an endless list is a broken answer
)

// Products returns an operator's fixed amounts of air time. A product that we cannot send is left out.
func (g *Gateway) Products(ctx context.Context, operatorID string) ([]contract.TopUpProduct, error) {
	products := []contract.TopUpProduct{}
	query := url.Values{
		"operator_id": {operatorID}, "type": {fixedValue}, "service_id": {textOf(serviceMobile)}, "subservice_id": {textOf(subserviceAirtime)},
		"per_page": {strconv.Itoa(perPage)},
	}
	for page := 1; page <= mostPages; page++ {
		query.Set("page", strconv.Itoa(page))
		var said []productAnswer
		var headers http.Header
		call := jsonhttp.Call{Operation: "products", Method: http.MethodGet, Path: "/products?" + query.Encode(), Answer: &said, Headers: &headers}
		if err := g.client.Do(ctx, call); err != nil {
			return nil, err
		}
		for _, p := range said {
			if product, isSold := p.product(); isSold {
				products = append(products, product)
			}
		}
		if headers.Get(headerNextPage) == "" {
			return products, nil
		}
	}
	return nil, fmt.Errorf("products of more than %d pages: %w", mostPages, gateway.ErrRetry)
}

// Send creates a transaction and confirms it in the same call. It does not wait for the foreign operator, as DT One recommends, so
// the transaction is usually Pending.
func (g *Gateway) Send(ctx context.Context, o topup.Order) (topup.Transaction, error) {
	product, err := idOf(o.ProductID)
	if err != nil {
		return topup.Transaction{}, &gateway.Refusal{System: system, Code: topup.CodeProductGone}
	}
	said, err := jsonhttp.Ask(ctx, g.client, jsonhttp.Call{
		Operation: "send", Method: http.MethodPost, Path: "/async/transactions", Effect: true,
		Body: transactionBody{ExternalID: o.Key, ProductID: product, AutoConfirm: true, CreditParty: creditParty{MobileNumber: o.Mobile}},
	}, func(a transactionAnswer) error { return a.validate(o.Key) })
	if err != nil {
		return topup.Transaction{}, err
	}
	return said.transaction(), nil
}

// Find asks for the transaction of a key.
func (g *Gateway) Find(ctx context.Context, key string) (topup.Transaction, error) {
	call := jsonhttp.Call{Operation: "find", Method: http.MethodGet, Path: "/transactions?" + url.Values{"external_id": {key}}.Encode()}
	said, err := jsonhttp.Ask(ctx, g.client, call, func(all []transactionAnswer) error {
		if len(all) > 1 {
			return errors.New("more than one transaction under a key")
		}
		return validateAll(all, key)
	})
	switch {
	case err != nil:
		return topup.Transaction{}, err
	case len(said) == 0:
		return topup.Transaction{}, &gateway.Missing{System: system, Code: "transaction_not_found"}
	default:
		return said[0].transaction(), nil
	}
}
