package social

import (
	"context"
	"crypto/ecdsa"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"golang.org/x/oauth2"
)

// Provider is a provider to sign in with, our registration there, and its deviations from the standard.
type Provider struct {
	issuer   string
	clientID string
	secret   func() (string, error)
	authURL  string // if it differs from the published one
	tokenURL string // if none is published
	formPost bool   // the answer comes back as a form post of the browser
	noPKCE   bool   // only the state, the nonce and our secret bind the code to us
}

// Standard is a provider that follows OpenID Connect, as Google does.
func Standard(issuer, clientID, secret string) Provider {
	return Provider{issuer: issuer, clientID: clientID, secret: fixed(secret)}
}

// Facebook publishes its consent page and its keys, but not the address of the code exchange.
func Facebook(issuer, clientID, secret, dialogURL, tokenURL string) Provider {
	return Provider{issuer: issuer, clientID: clientID, secret: fixed(secret), authURL: dialogURL, tokenURL: tokenURL}
}

// Apple sends an e-mail only if the answer may be a form post, does not support PKCE, and takes a signed token as the client
// secret.
func Apple(issuer string, s Signer) Provider {
	s.Audience = issuer
	return Provider{issuer: issuer, clientID: s.ClientID, secret: s.secret, formPost: true, noPKCE: true}
}

// Discovery is the address of an issuer's published configuration (OpenID Connect Discovery 1.0).
func Discovery(issuer string) string {
	return strings.TrimSuffix(issuer, "/") + "/.well-known/openid-configuration"
}

// uncounted calls the providers without telling the listener: OpenID.Ask counts all these calls as one.
var uncounted = &http.Client{Timeout: answerWithin}

// ask calls the addresses that a sign-in needs. A refusal is an answer: the address of the code exchange refuses a call without a code.
func (p Provider) ask(ctx context.Context) error {
	for _, address := range []string{Discovery(p.issuer), p.tokenURL} {
		if address == "" {
			continue
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
		if err != nil {
			return err
		}
		response, err := uncounted.Do(request)
		if err != nil {
			return err
		}
		if err := response.Body.Close(); err != nil {
			return err
		}
		if response.StatusCode >= http.StatusInternalServerError {
			return fmt.Errorf("%s answers %d", address, response.StatusCode)
		}
	}
	return nil
}

func fixed(secret string) func() (string, error) {
	return func() (string, error) { return secret, nil }
}

// Signer signs the client secret that Apple requires.
type Signer struct {
	ClientID, TeamID, KeyID string
	Key                     *ecdsa.PrivateKey
	Audience                string
}

const (
	signedFor   = 10 * time.Minute // each exchange has its own; Apple takes up to six months
	clocksApart = time.Minute      // a token from the future is refused
)

func (s Signer) secret() (string, error) {
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: jose.JSONWebKey{Key: s.Key, KeyID: s.KeyID}}, nil)
	if err != nil {
		return "", fmt.Errorf("sign the client secret: %w", err)
	}
	now := time.Now()
	claims, err := json.Marshal(map[string]any{
		"iss": s.TeamID, "sub": s.ClientID, "aud": s.Audience, "iat": now.Add(-clocksApart).Unix(), "exp": now.Add(signedFor).Unix(),
	})
	if err != nil {
		return "", fmt.Errorf("sign the client secret: %w", err)
	}
	signed, err := signer.Sign(claims)
	if err != nil {
		return "", fmt.Errorf("sign the client secret: %w", err)
	}
	return signed.CompactSerialize()
}

// endpoints returns the published endpoints with our corrections. Secrets go into the form, which all three providers accept:
// trying both styles could use up the code.
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

// asking returns the additional parameters of the consent page.
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

// exchanging returns the additional parameters of the exchange.
func (p Provider) exchanging(verifier string) []oauth2.AuthCodeOption {
	if p.noPKCE {
		return nil
	}
	return []oauth2.AuthCodeOption{oauth2.VerifierOption(verifier)}
}
