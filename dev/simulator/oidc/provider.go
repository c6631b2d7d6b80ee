// Package oidc plays the OpenID Connect sign-in providers: discovery, keys, a consent page and tokens.
package oidc

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// Providers by name.
var Providers = []string{"google", "apple", "facebook"}

// Issuer is the address of a provider under the simulator's address.
func Issuer(publicURL, provider string) string { return publicURL + "/oidc/" + provider }

// google follows the standard; these two have ways of their own, see apple.go and facebook.go.
const (
	apple    = "apple"
	facebook = "facebook"
)

// Config has the simulator's address for browsers, and its client.
type Config struct {
	PublicURL    string
	ClientID     string
	ClientSecret string
	// Apple knows a team, and the public half of a key by its name: its DER in Base64.
	AppleTeam, AppleKey, ApplePublicKey string
}

const (
	keyID   = "sim-1"
	codeFor = time.Minute
	tokenIn = 10 * time.Minute
)

// System is all providers. Its state is short-lived and ends with the process.
type System struct {
	cfg    Config
	key    *ecdsa.PrivateKey
	signer jose.Signer
	apple  *ecdsa.PublicKey // nil without a key: Apple's sign-in then fails
	now    func() time.Time

	mu    sync.Mutex
	codes map[string]grant
}

// grant is a consent whose code is not exchanged yet.
type grant struct {
	provider, redirect, nonce, challenge string
	who                                  Person
	until                                time.Time
}

// New adds the providers to mux.
func New(mux *http.ServeMux, cfg Config) (*System, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a signing key: %w", err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: key, KeyID: keyID}}, nil)
	if err != nil {
		return nil, fmt.Errorf("make a signer: %w", err)
	}
	s := &System{cfg: cfg, key: key, signer: signer, now: time.Now, codes: map[string]grant{}}
	if s.apple, err = publicKey(cfg.ApplePublicKey); err != nil {
		return nil, err
	}
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /oidc/{provider}/.well-known/openid-configuration": s.discovery,
		"GET /oidc/{provider}/keys":                             s.keys,
		"GET /oidc/{provider}/authorize":                        s.consentPage,
		"POST /oidc/{provider}/authorize":                       s.consent,
		"POST /oidc/{provider}/token":                           s.published(s.token),
		"POST /oidc/{provider}/graph/oauth/access_token":        s.unpublished(s.token),
	} {
		mux.HandleFunc(pattern, s.known(handle))
	}
	return s, nil
}

// known answers for known providers.
func (s *System) known(handle http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !slices.Contains(Providers, r.PathValue("provider")) {
			http.NotFound(w, r)
			return
		}
		handle(w, r)
	}
}

func (s *System) issuer(r *http.Request) string {
	return Issuer(s.cfg.PublicURL, r.PathValue("provider"))
}

func (s *System) discovery(w http.ResponseWriter, r *http.Request) {
	issuer := s.issuer(r)
	published := map[string]any{
		"issuer": issuer, "authorization_endpoint": issuer + "/authorize", "token_endpoint": issuer + "/token", "jwks_uri": issuer + "/keys",
		"response_types_supported": []string{"code"}, "subject_types_supported": []string{"public"},
		"id_token_signing_alg_values_supported": []string{"ES256"}, "code_challenge_methods_supported": []string{"S256"},
	}
	switch r.PathValue("provider") {
	case apple:
		publishAsApple(published)
	case facebook:
		publishAsFacebook(published)
	}
	writeJSON(w, http.StatusOK, published)
}

func (s *System) keys(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, jose.JSONWebKeySet{Keys: []jose.JSONWebKey{
		{Key: s.key.Public(), KeyID: keyID, Algorithm: string(jose.ES256), Use: "sig"},
	}})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // the caller has closed the connection
}
