package servertest

import (
	"net/http"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/dev/seed"
)

const SupportMail = "support@selfcare.example"

// Enrol sets up the authenticator app of a person, with recovery codes that a test knows.
func (r *Rig) Enrol(email string, codes ...string) {
	r.T.Helper()
	users, err := r.Store.Users.ByEmail(r.T.Context(), email)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.SecondFactors.Begin(r.T.Context(), users[0].ID, seed.StaffSecret))
	begun, err := r.Store.SecondFactors.Of(r.T.Context(), users[0].ID)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.SecondFactors.Confirm(r.T.Context(), users[0].ID, begun.BegunAt, 0, codes))
}

// ResetFactor is what an operator's command does.
func (r *Rig) ResetFactor(email string) {
	r.T.Helper()
	users, err := r.Store.Users.ByEmail(r.T.Context(), email)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.SecondFactors.Reset(r.T.Context(), users[0].ID))
}

// FactorCode is what the authenticator app shows so many steps from now, by the server's clock.
func (r *Rig) FactorCode(steps int) string {
	r.T.Helper()
	return CodeOf(r.T, seed.StaffSecret, r.Now().Add(time.Duration(steps)*30*time.Second))
}

func CodeOf(t testing.TB, secret string, at time.Time) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, at)
	require.NoError(t, err)
	return code
}

func (r *Rig) Now() time.Time {
	if r.Options.Now != nil {
		return r.Options.Now()
	}
	return time.Now()
}

func (r *Rig) Prove(token, code string) Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/users/current/second-factor/proof", `{"code":"`+code+`"}`, Bearer(token))
}

// HalfSignedIn has shown the password only.
func (r *Rig) HalfSignedIn(login string) string {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/auth", "", Basic(login, Password))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[SignedInData](r.T, got).Data.AuthToken
}

// StandingAt has the clock of a new rig keep still at a moment.
func StandingAt(at time.Time) func(*server.Options) {
	return func(o *server.Options) { o.Now = func() time.Time { return at } }
}
