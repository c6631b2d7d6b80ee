package servertest

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/dev/testkit/authenticator"
)

const (
	OurOrigin = "https://selfcare.example"
	OurSite   = "selfcare.example"
)

type passkeyOptions struct{ Data authenticator.Options }

func (r *Rig) PasskeyOptions(token, path, body string) authenticator.Options {
	r.T.Helper()
	got := r.Call(http.MethodPost, path, body, Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[passkeyOptions](r.T, got).Data
}

// AddPasskey lets a device register a passkey for the signed-in user.
func (r *Rig) AddPasskey(token string, device *authenticator.Device) Answer {
	r.T.Helper()
	asked := r.PasskeyOptions(token, "/api/users/current/passkeys/challenge", "{}")
	return r.Call(http.MethodPost, "/api/users/current/passkeys", device.Make(r.T, asked), Bearer(token))
}

func (r *Rig) Passkeys(token string) []gen.Passkey {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/users/current/passkeys", "", Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data []gen.Passkey }](r.T, got).Data
}
