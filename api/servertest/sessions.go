package servertest

import (
	"net/http"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
)

// Sessions returns the sessions of the token's user.
func (r *Rig) Sessions(token string) []gen.UserSession {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/users/current/sessions", "", Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[struct{ Data []gen.UserSession }](r.T, got).Data
}

type CurrentUser struct{ Data gen.CurrentUser }

type Subscribers struct{ Data []gen.Subscriber }
