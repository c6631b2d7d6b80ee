package oidc

import (
	"crypto/ecdsa"
	"crypto/x509"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
)

// longestSecret is the longest life of a signed client secret: six months.
const longestSecret = 15777000 * time.Second

// publishAsApple offers no PKCE, and secrets only in the form.
func publishAsApple(published map[string]any) {
	delete(published, "code_challenge_methods_supported")
	published["response_modes_supported"] = []string{"query", "fragment", "form_post"}
	published["token_endpoint_auth_methods_supported"] = []string{"client_secret_post"}
}

func publicKey(text string) (*ecdsa.PublicKey, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // none
	}
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("read the public key of Apple's client: %w", err)
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	key, ok := parsed.(*ecdsa.PublicKey)
	if err != nil || !ok {
		return nil, fmt.Errorf("read the public key of Apple's client: no key for ES256: %w", err)
	}
	return key, nil
}

// refusedByApple finds what Apple refuses: a client that wants the e-mail must take the answer as a form.
func refusedByApple(query url.Values) string {
	wants := strings.Contains(query.Get("scope"), "email") || strings.Contains(query.Get("scope"), "name")
	if wants && query.Get("response_mode") != "form_post" {
		return "invalid_request: response_mode must be form_post when name or email scope is requested"
	}
	return ""
}

// signedSecret tells whether a secret has a valid signature of the client's key.
func (s *System) signedSecret(secret string, r *http.Request) bool {
	parsed, err := jwt.ParseSigned(secret, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil || s.apple == nil || parsed.Headers[0].KeyID != s.cfg.AppleKey {
		return false
	}
	var said jwt.Claims
	if err := parsed.Claims(s.apple, &said); err != nil || said.Expiry == nil || said.IssuedAt == nil {
		return false
	}
	expected := jwt.Expected{Issuer: s.cfg.AppleTeam, Subject: s.cfg.ClientID, AnyAudience: jwt.Audience{s.issuer(r)}, Time: s.now()}
	return said.ValidateWithLeeway(expected, 0) == nil && said.Expiry.Time().Sub(s.now()) <= longestSecret
}

//go:embed form_post.html
var formPostHTML string

var formPost = template.Must(template.New("form_post").Parse(formPostHTML))

// postBack makes the browser post the answer as a form.
func postBack(w http.ResponseWriter, back *url.URL, answer url.Values) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_ = formPost.Execute(w, map[string]any{"Action": back.String(), "Answer": answer}) // the browser is gone
}

// asApple writes booleans as text, and marks a relay address.
func asApple(claims map[string]any, who Person) {
	claims["nonce_supported"] = true
	if who.Email != "" {
		claims["email_verified"] = map[bool]string{true: "true", false: "false"}[who.Verified]
	}
	if strings.HasSuffix(who.Email, "@privaterelay.appleid.com") {
		claims["is_private_email"] = "true"
	}
}
