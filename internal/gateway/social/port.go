// Package social is the port to OpenID Connect providers.
package social

import "context"

// Request is what one sign-in is bound to. State and Nonce come back, of Verifier only the hash is sent first (PKCE).
type Request struct {
	Provider    string
	State       string
	Nonce       string
	Verifier    string
	RedirectURL string
}

// Identity is who the provider says it was.
type Identity struct {
	Subject       string
	Email         string
	EmailVerified bool
}

// Gateway asks a provider. Errors are gateway.ErrFinal (Refusal: code_refused, provider_unknown, token_invalid) and
// ErrRetry. A code can be exchanged once: after an error it is gone.
type Gateway interface {
	// Address is where to send the browser.
	Address(ctx context.Context, r Request) (string, error)
	// Exchange turns the code the browser came back with into an identity.
	Exchange(ctx context.Context, r Request, code string) (Identity, error)
}
