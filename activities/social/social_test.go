package social_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	socialacts "selfcare/activities/social"
	"selfcare/dev/testkit/fixture"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/social"
)

var ctx = context.Background()

type signInProvider struct {
	social.Gateway

	address  string
	identity social.Identity
	err      error
	asked    social.Request
	code     string
}

func (p *signInProvider) Address(_ context.Context, r social.Request) (string, error) {
	p.asked = r
	return p.address, p.err
}

func (p *signInProvider) Exchange(_ context.Context, r social.Request, code string) (social.Identity, error) {
	p.asked, p.code = r, code
	return p.identity, p.err
}

var (
	signIn = contract.SocialRequest{Provider: "google", State: "s", Nonce: "n", Verifier: "v", RedirectURL: "https://app.example/back"}
	bound  = social.Request{Provider: "google", State: "s", Nonce: "n", Verifier: "v", RedirectURL: "https://app.example/back"}
)

func TestFindSignInAddress_Request_GivesAddress(t *testing.T) {
	provider := &signInProvider{address: "https://provider.example/authorize"}
	address, err := socialacts.New(provider).FindSignInAddress(ctx, signIn)
	require.NoError(t, err)
	require.Equal(t, provider.address, address)
	require.Equal(t, bound, provider.asked)
}

func TestExchangeSignInCode_Code_GivesIdentity(t *testing.T) {
	provider := &signInProvider{identity: social.Identity{Subject: "sub-1", Email: "noura@example.sa", EmailVerified: true}}
	who, err := socialacts.New(provider).ExchangeSignInCode(ctx, contract.SocialExchange{SocialRequest: signIn, Code: "code-1"})
	require.NoError(t, err)
	require.Equal(t, contract.SocialIdentity{Subject: "sub-1", Email: "noura@example.sa", EmailVerified: true}, who)
	require.Equal(t, bound, provider.asked)
	require.Equal(t, "code-1", provider.code)
}

func TestSocial_Errors_AreSorted(t *testing.T) {
	provider := &signInProvider{}
	worker := socialacts.New(provider)
	for name, call := range map[string]func() error{
		"find sign-in address": func() error { _, err := worker.FindSignInAddress(ctx, signIn); return err },
		"exchange sign-in code": func() error {
			_, err := worker.ExchangeSignInCode(ctx, contract.SocialExchange{SocialRequest: signIn})
			return err
		},
	} {
		provider.err = fixture.RefusedWith("code_refused")
		fixture.RequireRefusal(t, call(), contract.FailSocial)
		provider.err = fixture.ErrRetry
		fixture.RequireRetry(t, call())
		require.ErrorContains(t, call(), name+": ")
	}
}
