// Package social signs people in through OpenID Connect providers.
package social

import (
	"context"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/social"
)

// Activities is the OpenID Connect providers people sign in with.
type Activities struct{ gateway social.Gateway }

// New needs the providers' port.
func New(g social.Gateway) *Activities { return &Activities{gateway: g} }

// FindSignInAddress answers with the provider's page to send the browser to.
func (s *Activities) FindSignInAddress(ctx context.Context, in contract.SocialRequest) (string, error) {
	address, err := s.gateway.Address(ctx, socialRequest(in))
	return address, failure.MapPartner("find sign-in address", err, contract.FailSocial)
}

// ExchangeSignInCode turns the code the browser came back with into who it was. A code works once.
func (s *Activities) ExchangeSignInCode(ctx context.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	identity, err := s.gateway.Exchange(ctx, socialRequest(in.SocialRequest), in.Code)
	return contract.SocialIdentity(identity), failure.MapPartner("exchange sign-in code", err, contract.FailSocial)
}

func socialRequest(in contract.SocialRequest) social.Request { return social.Request(in) }
