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

// Enrol sets up a user's authenticator app with known recovery codes.
func (r *Rig) Enrol(email string, codes ...string) {
	r.T.Helper()
	users, err := r.Store.Users.ByEmail(r.T.Context(), email)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.SecondFactors.Begin(r.T.Context(), users[0].ID, seed.StaffSecret))
	begun, err := r.Store.SecondFactors.Of(r.T.Context(), users[0].ID)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.SecondFactors.Confirm(r.T.Context(), users[0].ID, begun.BegunAt, 0, codes))
}

// ResetFactor resets a second factor as the operator's command does.
func (r *Rig) ResetFactor(email string) {
	r.T.Helper()
	users, err := r.Store.Users.ByEmail(r.T.Context(), email)
	require.NoError(r.T, err)
	require.NoError(r.T, r.Store.SecondFactors.Reset(r.T.Context(), users[0].ID))
}

// FactorCode returns the code that the authenticator app shows some steps from now, by the server's clock.
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

// SignInByPassword signs in by password only, without the second factor.
func (r *Rig) SignInByPassword(login string) string {
	r.T.Helper()
	got := r.Call(http.MethodPost, "/api/auth", "", Basic(login, Password))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	return Decoded[SignedInData](r.T, got).Data.AuthToken
}

// StandingAt stops the clock of a new rig at a time.
func StandingAt(at time.Time) func(*server.Options) {
	return func(o *server.Options) { o.Now = func() time.Time { return at } }
}
