package activities

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/gateway/social"
)

// Social is the OpenID Connect providers people sign in with.
type Social struct{ gateway social.Gateway }

// NewSocial needs the providers' port.
func NewSocial(g social.Gateway) *Social { return &Social{gateway: g} }

// FindSignInAddress answers with the provider's page to send the browser to.
func (s *Social) FindSignInAddress(ctx context.Context, in contract.SocialRequest) (string, error) {
	address, err := s.gateway.Address(ctx, socialRequest(in))
	return address, refusedBy("find sign-in address", err, contract.FailSocial)
}

// ExchangeSignInCode turns the code the browser came back with into who it was. A code works once.
func (s *Social) ExchangeSignInCode(ctx context.Context, in contract.SocialExchange) (contract.SocialIdentity, error) {
	identity, err := s.gateway.Exchange(ctx, socialRequest(in.SocialRequest), in.Code)
	return contract.SocialIdentity(identity), refusedBy("exchange sign-in code", err, contract.FailSocial)
}

func socialRequest(in contract.SocialRequest) social.Request { return social.Request(in) }
