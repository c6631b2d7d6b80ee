package server_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func (r *rig) wantEmail(token, email string) answer {
	r.t.Helper()
	return r.call(http.MethodPatch, "/api/users/current/email", fmt.Sprintf(`{"email":%q}`, email), bearer(token))
}

func (r *rig) confirmEmail(token, code string) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/users/current/email/confirm", fmt.Sprintf(`{"otp":%q}`, code), bearer(token))
}

func (r *rig) me(token string) currentUser {
	r.t.Helper()
	return decoded[currentUser](r.t, r.call(http.MethodGet, "/api/users/current", "", bearer(token)))
}

func TestAnEmailCountsOnceItIsConfirmed(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	got := r.wantEmail(token, "New@selfcare.example")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Contains(t, string(got.body), `"cancels_subscriptions":true`)
	require.Equal(t, "new@selfcare.example", r.notices.latest().Email)
	require.Empty(t, r.notices.latest().Mobile)
	code := r.notices.code()
	require.Equal(t, mainLine+"@selfcare.example", r.me(token).Data.Email)

	wrong := requireRefused(t, r.confirmEmail(token, otherThan(code)), contract.FailCodeWrong)
	require.Equal(t, "Oops, the code is incorrect try again", wrong.Message)
	require.Equal(t, http.StatusNoContent, r.confirmEmail(token, code).StatusCode)
	require.Equal(t, "email-changed", r.notices.latest().Template)
	require.Equal(t, mainLine+"@selfcare.example", r.notices.latest().Email, "the former owner is told")
	require.Equal(t, "new@selfcare.example", r.me(token).Data.Email)
	require.True(t, r.me(token).Data.EmailConfirmed)
	require.NotEmpty(t, r.signIn("new@selfcare.example"))
	requireRefused(t, r.confirmEmail(token, code), contract.FailCodeExpired)
}

func TestAnEmailCodeEnds(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	requireRefused(t, r.confirmEmail(token, "123456"), contract.FailCodeExpired)
	require.Equal(t, http.StatusOK, r.wantEmail(token, "new@selfcare.example").StatusCode)
	r.redis.FastForward(10 * time.Minute)
	problem := requireRefused(t, r.confirmEmail(token, r.notices.code()), contract.FailCodeExpired)
	require.Equal(t, "Oops, the code has been expired", problem.Message)
	requireRefused(t, r.wantEmail(token, "no e-mail"), contract.FailValidation)
	requireRefused(t, r.wantEmail(token, mainLine+"@selfcare.example"), contract.FailEmailInUse)
}

func TestACodeForOneEmailConfirmsNoOther(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token, other := r.signIn(mainLine), r.signIn(mainLine)
	require.Equal(t, http.StatusOK, r.wantEmail(token, "mine@selfcare.example").StatusCode)
	code := r.notices.code()
	require.Equal(t, http.StatusOK, r.wantEmail(other, "theirs@selfcare.example").StatusCode)
	requireRefused(t, r.confirmEmail(token, code), contract.FailCodeWrong)
}

// unconfirmed makes a customer whose e-mail was never confirmed.
func (r *rig) unconfirmed(msisdn, email string) {
	r.t.Helper()
	user := r.customer(msisdn, "prepaid")
	_, err := r.db.ExecContext(r.t.Context(), "UPDATE users SET email = ?, email_confirmed_at = NULL WHERE id = ?", email, user.ID)
	require.NoError(r.t, err)
}

func TestAnEmailBelongsToWhoConfirmsItFirst(t *testing.T) {
	r := newRig(t)
	const shared = "shared@selfcare.example"
	r.unconfirmed(mainLine, shared)
	r.unconfirmed("0570000002", shared)
	requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic(shared, password)), contract.FailEmailMultiple)
	requireRefused(t, r.call(http.MethodPost, "/api/auth", "", basic(shared, "wrong")), contract.FailLoginWrong)

	first, second := r.signIn(mainLine), r.signIn("0570000002")
	require.Equal(t, http.StatusOK, r.wantEmail(first, shared).StatusCode)
	firstCode := r.notices.code()
	r.nextCode()
	require.Equal(t, http.StatusOK, r.wantEmail(second, shared).StatusCode)
	require.Contains(t, string(r.me(second).Data.Email), "shared")
	secondCode := r.notices.code()
	require.Equal(t, http.StatusNoContent, r.confirmEmail(first, firstCode).StatusCode)
	requireRefused(t, r.confirmEmail(second, secondCode), contract.FailEmailNotYours)
	require.Empty(t, r.me(second).Data.Email)
	require.NotEmpty(t, r.signIn(shared))
	requireRefused(t, r.wantEmail(second, shared), contract.FailEmailInUse)
}
