// Package social signs users in through OpenID Connect providers.
package social

import (
	"context"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/social"
)

// Activities calls the OpenID Connect providers.
type Activities struct{ gateway social.Gateway }

// New takes the providers' port.
func New(g social.Gateway) *Activities { return &Activities{gateway: g} }

// FindSignInAddress returns the provider's page to which the browser is sent.
func (s *Activities) FindSignInAddress(ctx context.Context, in contract.SocialRequest) (string, error) {
	address, err := s.gateway.Address(ctx, socialRequest(in))
	return address, failure.MapPartner("find sign-in address", err, contract.FailSocial)
}

// ExchangeSignInCode exchanges the browser's code for the identity at the provider. A code works once.
func (s *Activities) ExchangeSignInCode(ctx context.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	identity, err := s.gateway.Exchange(ctx, socialRequest(in.SocialRequest), in.Code)
	return contract.SocialIdentity(identity), failure.MapPartner("exchange sign-in code", err, contract.FailSocial)
}

func socialRequest(in contract.SocialRequest) social.Request { return social.Request(in) }
