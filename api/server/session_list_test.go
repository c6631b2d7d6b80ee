package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const chromeOnAndroid = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"

func from(address, agent string) header {
	return header{"X-Forwarded-For": address, "User-Agent": agent}
}

// sessions are those of the user whose token it is.
func (r *rig) sessions(token string) []gen.UserSession {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/users/current/sessions", "", bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return decoded[struct{ Data []gen.UserSession }](r.t, got).Data
}

func (r *rig) signIns(token string) []gen.SignInAttempt {
	r.t.Helper()
	got := r.call(http.MethodGet, "/api/users/current/sign-ins", "", bearer(token))
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	require.NotContains(r.t, string(got.body), "203.0.113.77")
	return decoded[struct{ Data []gen.SignInAttempt }](r.t, got).Data
}

func TestAUserSeesWhereTheyAreSignedInAndEndsIt(t *testing.T) {
	r := newRig(t, trusting)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	stranger := r.sessions(r.signIn("0570000002"))[0].Id
	phone := r.signIn(mainLine, from("203.0.113.77", chromeOnAndroid))
	here := r.signIn(mainLine, from("2001:db8:1:2::3", "curl/8"))

	open := r.sessions(here)
	require.Len(t, open, 2)
	require.True(t, open[0].Current)
	require.Equal(t, "2001:db8:1::/48", open[0].Network)
	require.Empty(t, open[0].Browser)
	require.False(t, open[1].Current)
	require.Equal(t, "Chrome on Android at 203.0.113.0/24", open[1].Browser+" on "+open[1].System+" at "+open[1].Network)
	require.EqualValues(t, "password", open[1].Provider)
	require.WithinDuration(t, time.Now(), open[1].BegunAt, time.Minute)

	end := func(id string) answer {
		return r.call(http.MethodDelete, "/api/users/current/sessions/"+id, "", bearer(here), freshKey())
	}
	requireRefused(t, end(stranger), contract.FailSessionUnknown)
	require.Equal(t, http.StatusNoContent, end(open[1].Id).StatusCode)
	requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(phone)), contract.FailUnauthenticated)
	requireRefused(t, end(open[1].Id), contract.FailSessionUnknown)
	require.Len(t, r.sessions(here), 1)
}

func TestSigningOutEverywhereKeepsThisSessionAndNobodyElses(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	others := []string{r.signIn(mainLine), r.signIn(mainLine)}
	here, neighbour := r.signIn(mainLine), r.signIn("0570000002")
	require.Equal(t, http.StatusNoContent, r.call(http.MethodDelete, "/api/users/current/sessions", "", bearer(here), freshKey()).StatusCode)
	for _, token := range others {
		requireRefused(t, r.call(http.MethodGet, "/api/users/current", "", bearer(token)), contract.FailUnauthenticated)
	}
	for _, token := range []string{here, neighbour} {
		require.Len(t, r.sessions(token), 1)
	}
}

func TestAUserSeesTheLastSignInsAndThoseThatFailed(t *testing.T) {
	r := newRig(t, trusting)
	r.customer(mainLine, "prepaid")
	r.customer("0570000002", "prepaid")
	r.signIn("0570000002")
	r.call(http.MethodPost, "/api/auth", "", basic(mainLine, "wrong"), from("203.0.113.77", chromeOnAndroid))
	token := r.signIn(mainLine, from("198.51.100.9", ""))
	device := r.device()
	require.Equal(t, http.StatusOK, r.giveCode(device, mainLine, "login", r.sentCode(device, mainLine, "login")).StatusCode)

	seen := r.signIns(token)
	require.Len(t, seen, 3, "nobody else's")
	require.True(t, seen[0].Succeeded)
	require.EqualValues(t, "otp", seen[0].Provider)
	require.True(t, seen[1].Succeeded)
	require.Equal(t, "198.51.100.0/24", seen[1].Network)
	require.False(t, seen[2].Succeeded)
	require.EqualValues(t, "password", seen[2].Provider)
	require.Equal(t, "203.0.113.0/24", seen[2].Network)
}

func TestASessionSaysWhenItWasUsedLast(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	first, second := r.signIn(mainLine), r.signIn(mainLine)
	later := time.Now().Add(2 * time.Hour)
	r.options.Now = func() time.Time { return later }
	r.replaceFlow(r.flow)
	require.Len(t, r.sessions(first), 2)
	seen := r.sessions(second)
	require.WithinDuration(t, later, seen[0].UsedAt, time.Second)
	require.WithinDuration(t, later, seen[1].UsedAt, time.Second)
	require.WithinDuration(t, time.Now(), seen[1].BegunAt, time.Minute)
}
