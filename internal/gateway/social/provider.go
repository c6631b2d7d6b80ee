package social

import (
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"
)

// Provider is one to sign in with, our registration there, and where it differs from the others.
type Provider struct {
	issuer   string
	clientID string
	secret   func() (string, error)
	authURL  string // where it is not the one that is published
	tokenURL string // where none is published
	formPost bool   // the answer comes back as a form that the browser sends
	noPKCE   bool   // the state, the nonce and our secret alone bind the code to us
}

// Standard keeps to OpenID Connect, as Google does.
func Standard(issuer, clientID, secret string) Provider {
	return Provider{issuer: issuer, clientID: clientID, secret: fixed(secret)}
}

// Facebook publishes where people agree and its keys, but not where a code is exchanged.
func Facebook(issuer, clientID, secret, dialogURL, tokenURL string) Provider {
	return Provider{issuer: issuer, clientID: clientID, secret: fixed(secret), authURL: dialogURL, tokenURL: tokenURL}
}

// Apple gives an e-mail only where the answer may be a form, knows no PKCE, and takes for a secret what we have signed.
func Apple(issuer string, s Signer) Provider {
	s.Audience = issuer
	return Provider{issuer: issuer, clientID: s.ClientID, secret: s.secret, formPost: true, noPKCE: true}
}

func fixed(secret string) func() (string, error) {
	return func() (string, error) { return secret, nil }
}

// Signer says who we are by a signature, as Apple wants it.
type Signer struct {
	ClientID, TeamID, KeyID string
	Key                     *ecdsa.PrivateKey
	Audience                string
}

const (
	signedFor   = 10 * time.Minute // each exchange has one of its own; Apple takes up to six months
	clocksApart = time.Minute      // one that begins in the future is refused
)

func (s Signer) secret() (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: s.Key, KeyID: s.KeyID}}, nil)
	if err != nil {
		return "", fmt.Errorf("sign who we are: %w", err)
	}
	now := time.Now()
	claims, err := json.Marshal(map[string]any{
		"iss": s.TeamID, "sub": s.ClientID, "aud": s.Audience, "iat": now.Add(-clocksApart).Unix(), "exp": now.Add(signedFor).Unix(),
	})
	if err != nil {
		return "", fmt.Errorf("sign who we are: %w", err)
	}
	signed, err := signer.Sign(claims)
	if err != nil {
		return "", fmt.Errorf("sign who we are: %w", err)
	}
	return signed.CompactSerialize()
}

// endpoints are those of the provider, as published and as we know better. Secrets go into the form, which all three take: to try
// one way after the other could cost the code.
func (p Provider) endpoints(published oauth2.Endpoint) oauth2.Endpoint {
	if p.authURL != "" {
		published.AuthURL = p.authURL
	}
	if p.tokenURL != "" {
		published.TokenURL = p.tokenURL
	}
	published.AuthStyle = oauth2.AuthStyleInParams
	return published
}

// asking are the parameters of the page where people agree, beside the usual ones.
func (p Provider) asking(verifier string) []oauth2.AuthCodeOption {
	var more []oauth2.AuthCodeOption
	if p.formPost {
		more = append(more, oauth2.SetAuthURLParam("response_mode", "form_post"))
	}
	if !p.noPKCE {
		more = append(more, oauth2.S256ChallengeOption(verifier))
	}
	return more
}

// exchanging are those of the exchange.
func (p Provider) exchanging(verifier string) []oauth2.AuthCodeOption {
	if p.noPKCE {
		return nil
	}
	return []oauth2.AuthCodeOption{oauth2.VerifierOption(verifier)}
}
