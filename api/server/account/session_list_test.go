package account_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const chromeOnAndroid = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"

func from(address, agent string) servertest.Header {
	return servertest.Header{"X-Forwarded-For": address, "User-Agent": agent}
}

func signIns(r *servertest.Rig, token string) []gen.SignInAttempt {
	r.T.Helper()
	got := r.Call(http.MethodGet, "/api/users/current/sign-ins", "", servertest.Bearer(token))
	require.Equal(r.T, http.StatusOK, got.StatusCode, string(got.Body))
	require.NotContains(r.T, string(got.Body), "203.0.113.77")
	return servertest.Decoded[struct{ Data []gen.SignInAttempt }](r.T, got).Data
}

func TestSessionList_OwnSession_IsEnded(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	stranger := r.Sessions(r.SignIn("0570000002"))[0].Id
	phone := r.SignIn(servertest.MainLine, from("203.0.113.77", chromeOnAndroid))
	here := r.SignIn(servertest.MainLine, from("2001:db8:1:2::3", "curl/8"))

	open := r.Sessions(here)
	require.Len(t, open, 2)
	require.True(t, open[0].Current)
	require.Equal(t, "2001:db8:1::/48", open[0].Network)
	require.Empty(t, open[0].Browser)
	require.False(t, open[1].Current)
	require.Equal(t, "Chrome on Android at 203.0.113.0/24", open[1].Browser+" on "+open[1].System+" at "+open[1].Network)
	require.EqualValues(t, "password", open[1].Provider)
	require.WithinDuration(t, time.Now(), open[1].BegunAt, time.Minute)

	end := func(id string) servertest.Answer {
		return r.Call(http.MethodDelete, "/api/users/current/sessions/"+id, "", servertest.Bearer(here), servertest.FreshKey())
	}
	servertest.RequireRefused(t, end(stranger), contract.FailSessionUnknown)
	require.Equal(t, http.StatusNoContent, end(open[1].Id).StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(phone)), contract.FailUnauthenticated)
	servertest.RequireRefused(t, end(open[1].Id), contract.FailSessionUnknown)
	require.Len(t, r.Sessions(here), 1)
}

func TestSessionList_SignOutAll_KeepsThisOne(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	others := []string{r.SignIn(servertest.MainLine), r.SignIn(servertest.MainLine)}
	here, neighbour := r.SignIn(servertest.MainLine), r.SignIn("0570000002")
	require.Equal(t, http.StatusNoContent, r.Call(http.MethodDelete, "/api/users/current/sessions", "", servertest.Bearer(here), servertest.FreshKey()).StatusCode)
	for _, token := range others {
		servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token)), contract.FailUnauthenticated)
	}
	for _, token := range []string{here, neighbour} {
		require.Len(t, r.Sessions(token), 1)
	}
}

func TestSessionList_FailedSignIns_AreShown(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Customer(servertest.MainLine, "prepaid")
	r.Customer("0570000002", "prepaid")
	r.SignIn("0570000002")
	r.Call(http.MethodPost, "/api/auth", "", servertest.Basic(servertest.MainLine, "wrong"), from("203.0.113.77", chromeOnAndroid))
	token := r.SignIn(servertest.MainLine, from("198.51.100.9", ""))
	device := r.Device()
	require.Equal(t, http.StatusOK, r.GiveCode(device, servertest.MainLine, "login", r.SentCode(device, servertest.MainLine, "login")).StatusCode)

	seen := signIns(r, token)
	require.Len(t, seen, 3, "other users' sessions stay")
	require.True(t, seen[0].Succeeded)
	require.EqualValues(t, "otp", seen[0].Provider)
	require.True(t, seen[1].Succeeded)
	require.Equal(t, "198.51.100.0/24", seen[1].Network)
	require.False(t, seen[2].Succeeded)
	require.EqualValues(t, "password", seen[2].Provider)
	require.Equal(t, "203.0.113.0/24", seen[2].Network)
}

func TestSessionList_Session_HasItsLastUse(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	first, second := r.SignIn(servertest.MainLine), r.SignIn(servertest.MainLine)
	later := time.Now().Add(2 * time.Hour)
	r.Options.Now = func() time.Time { return later }
	r.ReplaceFlow(r.Flow)
	require.Len(t, r.Sessions(first), 2)
	seen := r.Sessions(second)
	require.WithinDuration(t, later, seen[0].UsedAt, time.Second)
	require.WithinDuration(t, later, seen[1].UsedAt, time.Second)
	require.WithinDuration(t, time.Now(), seen[1].BegunAt, time.Minute)
}
