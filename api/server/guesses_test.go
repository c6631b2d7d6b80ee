package server_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func tryPassword(r *servertest.Rig, login, typed, from string, headers ...servertest.Header) servertest.Answer {
	r.T.Helper()
	return r.Call(http.MethodPost, "/api/auth", "", append(headers, servertest.Basic(login, typed), servertest.Header{"X-Forwarded-For": from})...)
}

func TestSignIn_OtherAddress_LocksNoOwnerOut(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Account("support@selfcare.example", "support")
	for n := range 15 {
		got := tryPassword(r, "support@selfcare.example", "wrong", "203.0.113.66")
		if n >= 10 {
			servertest.RequireRefused(t, got, contract.FailRateLimited)
		}
	}
	got := tryPassword(r, "support@selfcare.example", servertest.Password, "198.51.100.7")
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
}

func TestSignIn_KnownDevice_PassesUnderAttack(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Account("customer@selfcare.example")
	shown := servertest.Header{"X-Device-Session": r.Device()}
	require.Equal(t, http.StatusOK, tryPassword(r, "customer@selfcare.example", servertest.Password, "198.51.100.7", shown).StatusCode)
	for n := range 110 {
		tryPassword(r, "customer@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	servertest.RequireRefused(t, tryPassword(r, "customer@selfcare.example", servertest.Password, "192.0.2.1"), contract.FailRateLimited)
	again := servertest.Header{"X-Device-Session": r.Device()}
	require.Equal(t, http.StatusOK, tryPassword(r, "customer@selfcare.example", servertest.Password, "198.51.100.7", again).StatusCode)

	for range 10 {
		fresh := servertest.Header{"X-Device-Session": r.Device()}
		servertest.RequireRefused(t, tryPassword(r, "customer@selfcare.example", "wrong", "198.51.100.7", fresh), contract.FailLoginWrong)
	}
	servertest.RequireRefused(t, tryPassword(r, "customer@selfcare.example", servertest.Password, "198.51.100.7", servertest.Header{"X-Device-Session": r.Device()}), contract.FailRateLimited)
}

func TestSignIn_ManyGuesses_AskForWork(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, askingRobots)
	r.Account("support@selfcare.example", "support")
	const login = "support@selfcare.example"
	for n := range 101 {
		tryPassword(r, login, "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	for _, typed := range []string{"wrong", servertest.Password} {
		work := *servertest.RequireRefused(t, tryPassword(r, login, typed, "192.0.2.1"), contract.FailWorkNeeded).Work
		got := tryPassword(r, login, typed, "192.0.2.1", solved(t, work).header(t))
		require.Equal(t, typed == servertest.Password, got.StatusCode == http.StatusOK, string(got.Body))
	}
}

func TestCodecLogin_KnownBrowser_Passes(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, askingRobots, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	r.Account("operator@selfcare.example", "operator")
	signsIn := func(code string, headers ...servertest.Header) servertest.Answer {
		form := servertest.Header{"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "198.51.100.7"}
		return r.Call(http.MethodPost, "/codec/login", "login=operator%40selfcare.example&password="+servertest.Password+"&code="+code, append(headers, form)...)
	}
	first := signsIn(r.FactorCode(0))
	require.Equal(t, http.StatusOK, first.StatusCode, string(first.Body))
	known := first.Cookies()[1]
	require.True(t, known.HttpOnly && known.Secure)
	for n := range 101 {
		tryPassword(r, "operator@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	require.Equal(t, http.StatusPreconditionRequired, signsIn(r.FactorCode(1)).StatusCode)
	again := signsIn(r.FactorCode(1), servertest.Header{"Cookie": known.Name + "=" + known.Value})
	require.Equal(t, http.StatusOK, again.StatusCode, string(again.Body))
}

// An attack on an operator's account refuses no browser: one that the operator never used does a task first.
func TestCodecLogin_Attack_NeedsWork(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, askingRobots, func(o *server.Options) { o.Codec = http.NotFoundHandler() })
	r.Account("operator@selfcare.example", "operator")
	for n := range 101 {
		tryPassword(r, "operator@selfcare.example", "wrong", fmt.Sprintf("203.0.113.%d", n))
	}
	signsIn := func(password, code, work string) servertest.Answer {
		form := url.Values{"login": {"operator@selfcare.example"}, "password": {password}, "code": {code}, "work": {work}}
		return r.Call(http.MethodPost, "/codec/login", form.Encode(), servertest.Header{"Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-For": "198.51.100.7"})
	}
	taskOf := func(got servertest.Answer) string {
		require.Equal(t, http.StatusPreconditionRequired, got.StatusCode, string(got.Body))
		found := regexp.MustCompile(`data-task="([^"]*)"`).FindSubmatch(got.Body)
		require.Len(t, found, 2, string(got.Body))
		require.Contains(t, string(got.Body), `<script src="/api/docs/login.js">`)
		var work gen.Work
		require.NoError(t, json.Unmarshal([]byte(html.UnescapeString(string(found[1]))), &work))
		return solved(t, work).header(t)["X-Proof-Of-Work"]
	}
	work := taskOf(signsIn(servertest.Password, r.FactorCode(0), ""))
	require.Equal(t, http.StatusUnauthorized, signsIn("wrong", r.FactorCode(0), work).StatusCode)
	work = taskOf(signsIn(servertest.Password, r.FactorCode(0), work)) // each answer counts once
	got := signsIn(servertest.Password, r.FactorCode(0), work)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Contains(t, string(r.Call(http.MethodGet, "/api/docs/login.js", "").Body), "crypto.subtle")
}

func TestSignIn_Success_DoesNotCount(t *testing.T) {
	r := servertest.New(t)
	r.Account("customer@selfcare.example")
	for range 30 {
		require.Equal(t, http.StatusOK, tryPassword(r, "customer@selfcare.example", servertest.Password, "").StatusCode)
	}
}
