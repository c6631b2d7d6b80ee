package identity

import (
	"context"
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

const (
	system            = "identity"
	path              = "/api/v1/mfa/request"
	codeAlreadyActive = "active_transaction"
	defaultService    = "RequestDigitalServicesEnrollment"
)

// Config is the address of the identity app and our credentials there.
type Config struct {
	URL     string
	AppID   string
	AppKey  string
	Service string        // the purpose shown in the app; empty: RequestDigitalServicesEnrollment
	Timeout time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// HTTP is the identity app behind its JSON interface.
type HTTP struct {
	client  *jsonhttp.Client
	service string
}

var _ Gateway = (*HTTP)(nil)

// NewHTTP checks the configuration; it does not call the identity app.
func NewHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*HTTP, error) {
	if cfg.Service == "" {
		cfg.Service = defaultService
	}
	header := http.Header{}
	header.Set("APP-ID", cfg.AppID)
	header.Set("APP-KEY", cfg.AppKey)
	client, err := jsonhttp.New(jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
	if err != nil {
		return nil, err
	}
	return &HTTP{client: client, service: cfg.Service}, nil
}

// Request sends the push, or finds the one that is still open.
func (h *HTTP) Request(ctx context.Context, requestID, idNumber, language string) (Request, error) {
	var sent, open requestAnswer
	err := h.client.Do(ctx, jsonhttp.Call{
		Operation: "request", Method: http.MethodPost, Effect: true,
		Path:    path + "?" + url.Values{"local": {language}, "requestId": {requestID}}.Encode(),
		Body:    requestBody{NationalID: idNumber, Service: h.service},
		Answer:  &sent,
		Check:   func() error { return sent.validate() },
		Refused: &open,
	})
	var refusal *gateway.Refusal
	if errors.As(err, &refusal) && refusal.Code == codeAlreadyActive && open.validate() == nil {
		return open.request(), nil
	}
	if err != nil {
		return Request{}, err
	}
	return sent.request(), nil
}

// Status asks for the outcome of a request.
func (h *HTTP) Status(ctx context.Context, transactionID, idNumber, random string) (contract.IdentityStatus, error) {
	said, err := jsonhttp.Ask(ctx, h.client, jsonhttp.Call{
		Operation: "status", Method: http.MethodPost, Path: path + "/status",
		Body: statusBody{NationalID: idNumber, TransID: transactionID, Random: random},
	}, statusAnswer.validate)
	return statuses[said.Status], err
}
