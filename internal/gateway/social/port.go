// Package social is the port to OpenID Connect providers.
package social

import "context"

// Request holds the values that bind one sign-in. State and Nonce come back; of Verifier only the hash is sent first (PKCE).
type Request struct {
	Provider    string
	State       string
	Nonce       string
	Verifier    string
	RedirectURL string
}

// Identity is the user as the provider knows them.
type Identity struct {
	Subject       string
	Email         string
	EmailVerified bool
}

// Gateway calls a provider. Errors are gateway.ErrFinal (Refusal: code_refused, provider_unknown, token_invalid) and ErrRetry.
// A code can be exchanged once: after an error it is used up.
type Gateway interface {
	// Address returns the page to which the browser is sent.
	Address(ctx context.Context, r Request) (string, error)
	// Exchange exchanges the browser's code for an identity.
	Exchange(ctx context.Context, r Request, code string) (Identity, error)
	// Ask returns an error if a provider does not answer. It changes nothing.
	Ask(ctx context.Context) error
}
