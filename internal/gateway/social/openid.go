package social

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"selfcare/internal/gateway"
)

// OpenID speaks OpenID Connect: code flow, with PKCE if the provider supports it.
type OpenID struct {
	providers map[string]Provider
	client    *http.Client
	told      Listener

	mu         sync.Mutex
	discovered map[string]discovery
}

// discovery is a provider's published configuration. Its keys are fetched again when it signs with a new one.
type discovery struct {
	provider *oidc.Provider
	at       time.Time
}

var _ Gateway = (*OpenID)(nil)

const (
	system       = "social"
	answerWithin = 6 * time.Second // below the 8 s of the activity
	publishedFor = 24 * time.Hour  // then it is read again; the known one stays valid until there is an answer
)

// Listener gets whether a provider answered a call; it may be nil.
type Listener interface {
	CountCall(ctx context.Context, system string, answered bool)
}

// NewOpenID takes the providers by name; it does not call them.
func NewOpenID(providers map[string]Provider, told Listener) *OpenID {
	client := &http.Client{Timeout: answerWithin}
	if told != nil {
		client.Transport = heard{told}
	}
	return &OpenID{providers: providers, client: client, told: told, discovered: map[string]discovery{}}
}

// heard reports each call to a listener.
type heard struct{ told Listener }

// RoundTrip makes one call. A refusal counts as an answer.
func (h heard) RoundTrip(req *http.Request) (*http.Response, error) {
	res, err := http.DefaultTransport.RoundTrip(req)
	if !errors.Is(req.Context().Err(), context.Canceled) {
		h.told.CountCall(req.Context(), system, err == nil && res.StatusCode < http.StatusInternalServerError)
	}
	return res, err
}

// Address finds the provider's page by discovery.
func (o *OpenID) Address(ctx context.Context, r Request) (string, error) {
	known, _, config, err := o.discover(ctx, r)
	if err != nil {
		return "", err
	}
	return config.AuthCodeURL(r.State, append(known.asking(r.Verifier), oidc.Nonce(r.Nonce))...), nil
}

// Ask asks every provider for its published configuration. The listener counts that as one call, which only all of them together
// answer: while one is away, the answers of the others do not end the outage.
func (o *OpenID) Ask(ctx context.Context) error {
	var silent error
	for name, known := range o.providers {
		if silent = known.ask(ctx); silent != nil {
			silent = retry("ask "+name, silent)
			break
		}
	}
	if o.told != nil {
		o.told.CountCall(ctx, system, silent == nil)
	}
	return silent
}

// Exchange checks the identity token by the standard: signature, issuer, audience, time, and our nonce.
func (o *OpenID) Exchange(ctx context.Context, r Request, code string) (Identity, error) {
	known, provider, config, err := o.discover(ctx, r)
	if err != nil {
		return Identity{}, err
	}
	if config.ClientSecret, err = known.secret(); err != nil {
		return Identity{}, retry("exchange the code", err)
	}
	ctx = oidc.ClientContext(ctx, o.client)
	token, err := config.Exchange(ctx, code, known.exchanging(r.Verifier)...)
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused) && refused.Response.StatusCode < http.StatusInternalServerError:
		return Identity{}, refuse("code_refused")
	case err != nil:
		return Identity{}, retry("exchange the code", err)
	}
	raw, _ := token.Extra("id_token").(string)
	checked, err := provider.Verifier(&oidc.Config{ClientID: config.ClientID}).Verify(ctx, raw)
	if err != nil || subtle.ConstantTimeCompare([]byte(checked.Nonce), []byte(r.Nonce)) != 1 {
		return Identity{}, refuse("token_invalid")
	}
	var said claims
	if err := checked.Claims(&said); err != nil {
		return Identity{}, refuse("token_invalid")
	}
	return said.identity(checked.Subject), nil
}

func (o *OpenID) discover(ctx context.Context, r Request) (Provider, *oidc.Provider, oauth2.Config, error) {
	known, ok := o.providers[r.Provider]
	if !ok {
		return Provider{}, nil, oauth2.Config{}, refuse("provider_unknown")
	}
	provider, err := o.readProvider(ctx, r.Provider, known.issuer)
	if err != nil {
		return Provider{}, nil, oauth2.Config{}, retry("discover "+r.Provider, err)
	}
	return known, provider, oauth2.Config{
		ClientID: known.clientID, Endpoint: known.endpoints(provider.Endpoint()), RedirectURL: r.RedirectURL,
		Scopes: []string{oidc.ScopeOpenID, "email"},
	}, nil
}

// readProvider reads a provider's configuration once a day.
func (o *OpenID) readProvider(ctx context.Context, name, issuer string) (*oidc.Provider, error) {
	o.mu.Lock()
	last := o.discovered[name]
	o.mu.Unlock()
	if last.provider != nil && time.Since(last.at) < publishedFor {
		return last.provider, nil
	}
	// The provider keeps the client for its keys, but not the context.
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, o.client), issuer)
	if err != nil && last.provider != nil {
		return last.provider, nil
	}
	if err != nil {
		return nil, err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.discovered[name] = discovery{provider, time.Now()}
	return provider, nil
}

func refuse(code string) error { return &gateway.Refusal{System: system, Code: code} }

func retry(operation string, err error) error {
	return fmt.Errorf("%s: %w: %w", operation, gateway.ErrRetry, err)
}
