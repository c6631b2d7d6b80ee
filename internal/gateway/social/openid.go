package social

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"selfcare/internal/gateway"
)

// Provider is an OpenID Connect provider and our registration there.
type Provider struct {
	Issuer       string
	ClientID     string
	ClientSecret string
}

// OpenID speaks OpenID Connect: code flow with PKCE.
type OpenID struct {
	providers map[string]Provider
	client    *http.Client
}

var _ Gateway = (*OpenID)(nil)

// answerWithin lies below the 8 s of the activity.
const answerWithin = 6 * time.Second

// NewOpenID takes the providers by name; nobody is called yet.
func NewOpenID(providers map[string]Provider) *OpenID {
	return &OpenID{providers: providers, client: &http.Client{Timeout: answerWithin}}
}

// Address finds the provider's page by discovery.
func (o *OpenID) Address(ctx context.Context, r Request) (string, error) {
	_, config, err := o.discover(ctx, r)
	if err != nil {
		return "", err
	}
	return config.AuthCodeURL(r.State, oidc.Nonce(r.Nonce), oauth2.S256ChallengeOption(r.Verifier)), nil
}

// Exchange checks the identity token as the standard says: signature, issuer, audience, time, and our nonce.
func (o *OpenID) Exchange(ctx context.Context, r Request, code string) (Identity, error) {
	provider, config, err := o.discover(ctx, r)
	if err != nil {
		return Identity{}, err
	}
	ctx = oidc.ClientContext(ctx, o.client)
	token, err := config.Exchange(ctx, code, oauth2.VerifierOption(r.Verifier))
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
	var claims struct {
		Email         string `json:"email"`
		EmailVerified bool   `json:"email_verified"`
	}
	if err := checked.Claims(&claims); err != nil {
		return Identity{}, refuse("token_invalid")
	}
	return Identity{Subject: checked.Subject, Email: claims.Email, EmailVerified: claims.EmailVerified}, nil
}

func (o *OpenID) discover(ctx context.Context, r Request) (*oidc.Provider, oauth2.Config, error) {
	known, ok := o.providers[r.Provider]
	if !ok {
		return nil, oauth2.Config{}, refuse("provider_unknown")
	}
	provider, err := oidc.NewProvider(oidc.ClientContext(ctx, o.client), known.Issuer)
	if err != nil {
		return nil, oauth2.Config{}, retry("discover "+r.Provider, err)
	}
	return provider, oauth2.Config{
		ClientID: known.ClientID, ClientSecret: known.ClientSecret, Endpoint: provider.Endpoint(), RedirectURL: r.RedirectURL,
		Scopes: []string{oidc.ScopeOpenID, "email"},
	}, nil
}

func refuse(code string) error { return &gateway.Refusal{System: "social", Code: code} }

func retry(operation string, err error) error {
	return fmt.Errorf("%s: %w: %w", operation, gateway.ErrRetry, err)
}
