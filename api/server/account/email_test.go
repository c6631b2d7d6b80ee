package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestEmail_Confirmed_Counts(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	got := r.RequestEmail(token, "New@selfcare.example")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Contains(t, string(got.Body), `"cancels_subscriptions":true`)
	require.Equal(t, "new@selfcare.example", r.Notices.Latest().Email)
	require.Empty(t, r.Notices.Latest().Mobile)
	code := r.Notices.Code()
	require.Equal(t, servertest.MainLine+"@selfcare.example", r.Me(token).Data.Email)

	wrong := servertest.RequireRefused(t, r.ConfirmEmail(token, servertest.OtherThan(code)), contract.FailCodeWrong)
	require.Equal(t, "Oops, the code is incorrect try again", wrong.Message)
	require.Equal(t, http.StatusNoContent, r.ConfirmEmail(token, code).StatusCode)
	require.Equal(t, "email-changed", r.Notices.Latest().Template)
	require.Equal(t, servertest.MainLine+"@selfcare.example", r.Notices.Latest().Email, "the former owner is told")
	require.Equal(t, "new@selfcare.example", r.Me(token).Data.Email)
	require.True(t, r.Me(token).Data.EmailConfirmed)
	require.NotEmpty(t, r.SignIn("new@selfcare.example"))
	servertest.RequireRefused(t, r.ConfirmEmail(token, code), contract.FailCodeExpired)
}

func TestEmailCode_Expired_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	servertest.RequireRefused(t, r.ConfirmEmail(token, "123456"), contract.FailCodeExpired)
	require.Equal(t, http.StatusOK, r.RequestEmail(token, "new@selfcare.example").StatusCode)
	r.Redis.FastForward(10 * time.Minute)
	problem := servertest.RequireRefused(t, r.ConfirmEmail(token, r.Notices.Code()), contract.FailCodeExpired)
	require.Equal(t, "Oops, the code has been expired", problem.Message)
	servertest.RequireRefused(t, r.RequestEmail(token, "no e-mail"), contract.FailValidation)
	servertest.RequireRefused(t, r.RequestEmail(token, servertest.MainLine+"@selfcare.example"), contract.FailEmailInUse)
}

func TestEmailCode_OtherEmail_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token, other := r.SignIn(servertest.MainLine), r.SignIn(servertest.MainLine)
	require.Equal(t, http.StatusOK, r.RequestEmail(token, "mine@selfcare.example").StatusCode)
	code := r.Notices.Code()
	require.Equal(t, http.StatusOK, r.RequestEmail(other, "theirs@selfcare.example").StatusCode)
	servertest.RequireRefused(t, r.ConfirmEmail(token, code), contract.FailCodeWrong)
}

// unconfirmed makes a customer whose e-mail was never confirmed.
func unconfirmed(r *servertest.Rig, msisdn, email string) {
	r.T.Helper()
	user := r.Customer(msisdn, "prepaid")
	_, err := r.DB.ExecContext(r.T.Context(), "UPDATE users SET email = ?, email_confirmed_at = NULL WHERE id = ?", email, user.ID)
	require.NoError(r.T, err)
}

func TestEmail_TwoUsers_FirstConfirmerHasIt(t *testing.T) {
	r := servertest.New(t)
	const shared = "shared@selfcare.example"
	unconfirmed(r, servertest.MainLine, shared)
	unconfirmed(r, "0570000002", shared)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(shared, servertest.Password)), contract.FailEmailMultiple)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(shared, "wrong")), contract.FailLoginWrong)

	first, second := r.SignIn(servertest.MainLine), r.SignIn("0570000002")
	require.Equal(t, http.StatusOK, r.RequestEmail(first, shared).StatusCode)
	firstCode := r.Notices.Code()
	r.NextCode()
	require.Equal(t, http.StatusOK, r.RequestEmail(second, shared).StatusCode)
	require.Contains(t, string(r.Me(second).Data.Email), "shared")
	secondCode := r.Notices.Code()
	require.Equal(t, http.StatusNoContent, r.ConfirmEmail(first, firstCode).StatusCode)
	servertest.RequireRefused(t, r.ConfirmEmail(second, secondCode), contract.FailEmailNotYours)
	require.Empty(t, r.Me(second).Data.Email)
	require.NotEmpty(t, r.SignIn(shared))
	servertest.RequireRefused(t, r.RequestEmail(second, shared), contract.FailEmailInUse)
}
