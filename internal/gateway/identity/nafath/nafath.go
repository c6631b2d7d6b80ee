// Package nafath calls Nafath, the national identity app, by the interface of Elm's platform Rabet.
package nafath

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/jsonhttp"
)

const (
	system = "identity"
	path   = "/api/v1/mfa"
)

// Nafath's codes. The last one also stands for a service that is not registered for us.
const (
	codeOpen    = "400-034-050"
	codeExpired = "400-034-051"
	codeUnknown = "400-034-053"
	codeInvalid = "422-031-046"
)

// Lives of a push, by its service.
const (
	livesWithoutBiometrics = 60 * time.Second
	livesWithBiometrics    = 180 * time.Second
)

// Config is the address of Nafath and our registration there.
type Config struct {
	URL    string // with the prefix of a test environment
	AppID  string
	AppKey string
	// Service is the purpose by which Nafath chooses the text of a push, its life, and whether it asks for biometrics.
	Service string
	// Server is our address, as Nafath sees it.
	Server  string
	Timeout time.Duration // zero: the client's default

	Connection jsonhttp.Connection
}

// Client sends pushes.
type Client struct {
	http    *jsonhttp.Client
	service string
	server  string
}

var _ identity.Gateway = (*Client)(nil)

// New checks the configuration; it does not call Nafath.
func New(cfg Config, watch guard.Watcher, log *slog.Logger) (*Client, error) {
	client, err := newHTTP(cfg, watch, log)
	if err != nil {
		return nil, err
	}
	return &Client{http: client, service: cfg.Service, server: cfg.Server}, nil
}

func newHTTP(cfg Config, watch guard.Watcher, log *slog.Logger) (*jsonhttp.Client, error) {
	header := http.Header{}
	header.Set("APP-ID", cfg.AppID)
	header.Set("APP-KEY", cfg.AppKey)
	header.Set(headerForwarded, cfg.Server)
	return jsonhttp.New(jsonhttp.Config{System: system, URL: cfg.URL, Timeout: cfg.Timeout, Header: header, Connection: cfg.Connection}, watch, log)
}

const headerForwarded = "X-Forwarded-For"

// Request sends the push.
func (c *Client) Request(ctx context.Context, ask identity.Ask) (identity.Request, error) {
	var sent requestAnswer
	err := c.http.Do(ctx, jsonhttp.Call{
		Operation: "request", Method: http.MethodPost, Effect: true, Header: c.forwardedFor(ask.Client),
		Path:   path + "/request?" + url.Values{"local": {ask.Language}, "requestId": {ask.RequestID}}.Encode(),
		Body:   requestBody{NationalID: ask.IDNumber, Service: c.service},
		Answer: &sent,
		Check:  func() error { return sent.validate() },
	})
	if err != nil {
		return identity.Request{}, requestError(err)
	}
	return identity.Request{TransactionID: sent.TransID, Random: string(sent.Random), ExpiresAt: time.Now().Add(pushLife(c.service))}, nil
}

// forwardedFor names the person's address before ours. Without it, only ours is named.
func (c *Client) forwardedFor(client string) http.Header {
	address, err := netip.ParseAddr(client)
	if err != nil || address.IsUnspecified() {
		return nil
	}
	return http.Header{headerForwarded: {address.String() + "," + c.server}}
}

// pushLife returns how long a push can be answered.
func pushLife(service string) time.Duration {
	if service == "Login" || strings.HasSuffix(service, "WithoutBio") {
		return livesWithoutBiometrics
	}
	return livesWithBiometrics
}

// requestError gives a refusal its code of the port.
func requestError(err error) error {
	var refused *gateway.Refusal
	if !errors.As(err, &refused) {
		return err
	}
	switch code := refused.Code; {
	case code == codeOpen:
		return &gateway.Refusal{System: system, Code: identity.CodeOpen}
	case code == codeInvalid, code == codeUnknown, strings.HasPrefix(code, "404-"):
		return &gateway.Refusal{System: system, Code: identity.CodeIDUnknown}
	default:
		return err
	}
}

// Status asks for the outcome of a request.
func (c *Client) Status(ctx context.Context, transactionID, idNumber, random string) (contract.IdentityStatus, error) {
	said, err := jsonhttp.Ask(ctx, c.http, jsonhttp.Call{
		Operation: "status", Method: http.MethodPost, Path: path + "/request/status",
		Body: statusBody{NationalID: idNumber, TransID: transactionID, Random: random},
	}, statusAnswer.validate)
	var refused *gateway.Refusal
	if !errors.As(err, &refused) {
		return statuses[said.Status], err
	}
	switch refused.Code {
	case codeExpired:
		return contract.IdentityExpired, nil
	case codeUnknown:
		return "", fmt.Errorf("ask for a status: %w", &gateway.Missing{System: system, Code: codeUnknown})
	default:
		return "", err
	}
}
