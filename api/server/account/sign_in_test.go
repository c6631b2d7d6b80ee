package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestSignIn_AnyFailure_HasTheSameAnswer(t *testing.T) {
	r := servertest.New(t)
	r.Account("support@selfcare.example", "support")
	for _, credentials := range []servertest.Header{
		servertest.Basic("support@selfcare.example", "wrong"),
		servertest.Basic("nobody@selfcare.example", servertest.Password),
		servertest.Basic("", servertest.Password),
		servertest.Basic("support@selfcare.example", ""),
		servertest.Basic("support@selfcare.example\x00", servertest.Password),
		{"Authorization": "Basic bm9jb2xvbg=="},
		{"Authorization": "Basic =="},
	} {
		got := r.Call(http.MethodPost, "/api/auth", "", credentials)
		problem := servertest.RequireRefused(t, got, contract.FailLoginWrong)
		require.Equal(t, "Invalid email, mobile or password", problem.Message)
	}
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", ""), contract.FailUnauthenticated)
	require.Equal(t, http.StatusOK, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("Support@Selfcare.example", servertest.Password)).StatusCode)
}

func TestSignIn_GuessedPasswords_AreLimited(t *testing.T) {
	r := servertest.New(t)
	r.Account("support@selfcare.example", "support")
	for range 10 {
		servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("support@selfcare.example", "wrong")), contract.FailLoginWrong)
	}
	got := r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("SUPPORT@selfcare.example", servertest.Password))
	servertest.RequireRefused(t, got, contract.FailRateLimited)
	require.Equal(t, "900", got.Header.Get("Retry-After"))

	r.Redis.FastForward(15 * time.Minute)
	require.Equal(t, http.StatusOK, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("support@selfcare.example", servertest.Password)).StatusCode)
}

func TestSignIn_NoRedis_RefusesGuesses(t *testing.T) {
	r := servertest.New(t)
	r.Account("support@selfcare.example", "support")
	o := r.Start()
	r.Redis.Close()
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/auth", "", servertest.Basic("support@selfcare.example", servertest.Password)), contract.FailUnavailable)
	servertest.RequireRefused(t, r.FindByCard("8996601000000000004", "1000000008"), contract.FailUnavailable)
	require.Equal(t, http.StatusOK, r.SelectNumber(o, servertest.FreshKey()).StatusCode, "orders still work")
}

func TestSession_Idle_Ends(t *testing.T) {
	r := servertest.New(t)
	token := r.SignedIn("support@selfcare.example", "support")
	bearer := servertest.Header{"Authorization": "Bearer " + token}
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/support/orders", "", bearer).StatusCode)
	r.Options.Now = func() time.Time { return time.Now().Add(31 * time.Minute) }
	r.ReplaceFlow(r.Flow)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/support/orders", "", bearer), contract.FailUnauthenticated)
}
