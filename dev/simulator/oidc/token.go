package oidc

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"net/http"
)

// token exchanges a code once, for the client that asked and that shows the PKCE verifier.
func (s *System) token(w http.ResponseWriter, r *http.Request) {
	if !s.client(r) {
		writeJSON(w, http.StatusUnauthorized, map[string]string{"error": "invalid_client"})
		return
	}
	g, ok := s.take(r.FormValue("code"))
	if !ok || g.provider != r.PathValue("provider") || g.redirect != r.FormValue("redirect_uri") || !g.shown(r.FormValue("code_verifier")) {
		writeJSON(w, http.StatusBadRequest, map[string]string{"error": "invalid_grant"})
		return
	}
	identity, err := s.identity(s.issuer(r), g)
	if err != nil {
		writeJSON(w, http.StatusInternalServerError, map[string]string{"error": "server_error"})
		return
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"access_token": rand.Text(), "token_type": "Bearer", "expires_in": int(tokenIn.Seconds()), "id_token": identity,
	})
}

// client tells whether the caller is our client. Apple expects a signature in the form.
func (s *System) client(r *http.Request) bool {
	id, secret, basic := r.BasicAuth()
	if !basic {
		id, secret = r.FormValue("client_id"), r.FormValue("client_secret")
	}
	switch {
	case id != s.cfg.ClientID:
		return false
	case r.PathValue("provider") == apple:
		return !basic && s.signedSecret(secret, r)
	default:
		return subtle.ConstantTimeCompare([]byte(secret), []byte(s.cfg.ClientSecret)) == 1
	}
}

// shown tells whether this is the verifier of the begun sign-in. Apple uses none.
func (g grant) shown(verifier string) bool {
	sum := sha256.Sum256([]byte(verifier))
	return g.provider == apple || g.challenge == base64.RawURLEncoding.EncodeToString(sum[:])
}

func (s *System) take(code string) (grant, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g, ok := s.codes[code]
	delete(s.codes, code)
	return g, ok && s.now().Before(g.until)
}

func (s *System) identity(issuer string, g grant) (string, error) {
	claims := map[string]any{
		"iss": issuer, "aud": s.cfg.ClientID, "sub": g.who.Subject, "nonce": g.nonce, "name": g.who.Name,
		"iat": s.now().Unix(), "exp": s.now().Add(tokenIn).Unix(),
	}
	if g.who.Email != "" {
		claims["email"], claims["email_verified"] = g.who.Email, g.who.Verified
	}
	switch g.provider {
	case apple:
		asApple(claims, g.who)
	case facebook: // makes no claim about it
		delete(claims, "email_verified")
	}
	payload, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	signed, err := s.signer.Sign(payload)
	if err != nil {
		return "", err
	}
	return signed.CompactSerialize()
}
