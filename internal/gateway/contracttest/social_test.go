package contracttest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/oidc"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/social"
)

const redirect = "https://selfcare.example/en/social/google"

func socialStand(t *testing.T) *social.OpenID {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	_, err := oidc.New(mux, oidc.Config{PublicURL: server.URL, ClientID: "selfcare", ClientSecret: "secret"})
	require.NoError(t, err)
	return social.NewOpenID(map[string]social.Provider{
		"google":  {Issuer: oidc.Issuer(server.URL, "google"), ClientID: "selfcare", ClientSecret: "secret"},
		"apple":   {Issuer: oidc.Issuer(server.URL, "apple"), ClientID: "selfcare", ClientSecret: "wrong"},
		"nowhere": {Issuer: "http://127.0.0.1:1", ClientID: "selfcare"},
	})
}

func request(provider string) social.Request {
	return social.Request{
		Provider: provider, State: "state-1", Nonce: "nonce-1", Verifier: strings.Repeat("v", 43), RedirectURL: redirect,
	}
}

// agree presses the button of a person on the consent page and answers with where the browser is sent.
func agree(t *testing.T, gate *social.OpenID, r social.Request, subject string) url.Values {
	t.Helper()
	address, err := gate.Address(t.Context(), r)
	require.NoError(t, err)
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := client.Get(address)
	require.NoError(t, err)
	require.NoError(t, page.Body.Close())
	require.Equal(t, http.StatusOK, page.StatusCode)
	sent, err := client.PostForm(address, url.Values{"subject": {subject}})
	require.NoError(t, err)
	require.NoError(t, sent.Body.Close())
	back, err := sent.Location()
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(back.String(), redirect))
	return back.Query()
}

func TestSocial_WhoAgreesIsKnownAfterTheExchange(t *testing.T) {
	gate, r := socialStand(t), request("google")
	back := agree(t, gate, r, "100000000001")
	require.Equal(t, "state-1", back.Get("state"))
	identity, err := gate.Exchange(t.Context(), r, back.Get("code"))
	require.NoError(t, err)
	require.Equal(t, social.Identity{Subject: "100000000001", Email: "noura@social.example", EmailVerified: true}, identity)
	_, err = gate.Exchange(t.Context(), r, back.Get("code"))
	require.ErrorIs(t, err, gateway.ErrFinal, "a code works once")
}

func TestSocial_WhoCancelsComesBackWithoutACode(t *testing.T) {
	back := agree(t, socialStand(t), request("google"), "")
	require.Empty(t, back.Get("code"))
	require.Equal(t, "access_denied", back.Get("error"))
}

func TestSocial_ATokenSignedByAnotherKeyThanTheProvidersIsRefused(t *testing.T) {
	signs, another := http.NewServeMux(), http.NewServeMux()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if strings.HasSuffix(req.URL.Path, "/keys") {
			another.ServeHTTP(w, req)
			return
		}
		signs.ServeHTTP(w, req)
	}))
	t.Cleanup(server.Close)
	for _, mux := range []*http.ServeMux{signs, another} {
		_, err := oidc.New(mux, oidc.Config{PublicURL: server.URL, ClientID: "selfcare", ClientSecret: "secret"})
		require.NoError(t, err)
	}
	gate := social.NewOpenID(map[string]social.Provider{
		"google": {Issuer: oidc.Issuer(server.URL, "google"), ClientID: "selfcare", ClientSecret: "secret"},
	})
	r := request("google")
	_, err := gate.Exchange(t.Context(), r, agree(t, gate, r, "100000000001").Get("code"))
	var refused *gateway.Refusal
	require.ErrorAs(t, err, &refused)
	require.Equal(t, "token_invalid", refused.Code)
}

func TestSocial_WhatDoesNotBelongTogetherIsRefused(t *testing.T) {
	gate := socialStand(t)
	tests := map[string]func(*social.Request){
		"another verifier": func(r *social.Request) { r.Verifier = strings.Repeat("x", 43) },
		"another nonce":    func(r *social.Request) { r.Nonce = "nonce-2" },
		"another address":  func(r *social.Request) { r.RedirectURL += "/x" },
		"another provider": func(r *social.Request) { r.Provider = "apple" },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			r := request("google")
			code := agree(t, gate, r, "100000000001").Get("code")
			change(&r)
			_, err := gate.Exchange(t.Context(), r, code)
			require.ErrorIs(t, err, gateway.ErrFinal)
		})
	}
	_, err := gate.Exchange(t.Context(), request("google"), "made-up")
	require.ErrorIs(t, err, gateway.ErrFinal)
	_, err = gate.Address(t.Context(), request("unknown"))
	require.ErrorIs(t, err, gateway.ErrFinal)
	_, err = gate.Address(t.Context(), request("nowhere"))
	require.ErrorIs(t, err, gateway.ErrRetry)
}
