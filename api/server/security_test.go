package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// TestSecurity_StaleToken_IsRefused goes through every way a session can end or be stolen (S9).
func TestSecurity_StaleToken_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	forged, _ := servertest.TokenOf(9)
	ended := map[string]string{"never given out": forged}

	ended["a device's, known before signing in"] = r.Device()
	kept := r.SignIn(servertest.MainLine, servertest.Header{"X-Device-Session": ended["a device's, known before signing in"]})
	byCode := r.Device()
	require.Equal(t, http.StatusOK, r.GiveCode(byCode, servertest.MainLine, "login", r.SentCode(byCode, servertest.MainLine, "login")).StatusCode)
	ended["a device's, before signing in by code"] = byCode
	ended["signed out"] = r.SignIn(servertest.MainLine)
	r.Call(http.MethodPost, "/api/users/current/logout", "", servertest.Bearer(ended["signed out"]))
	ended["open while the password was changed"] = r.SignIn(servertest.MainLine)
	change := `{"old_password":"` + servertest.Password + `","new_password":"` + servertest.FreshPassword + `"}`
	require.Equal(t, http.StatusNoContent, r.Call(http.MethodPut, "/api/users/current/password", change, servertest.Bearer(kept)).StatusCode)
	r.NextCode()
	reset := r.ProveNumber(servertest.MainLine, "reset")
	require.Equal(t, http.StatusNoContent, r.SetPassword(reset, "Acacia-2029").StatusCode)
	ended["open while the password was reset"] = kept

	accepted := 0
	for name, token := range ended {
		for _, path := range []string{"/api/users/current", "/api/users/subscribers", "/api/dashboard"} {
			got := r.Call(http.MethodGet, path, "", servertest.Bearer(token))
			require.Equal(t, contract.FailUnauthenticated, contract.Code(got.Problem(t).MessageKey), name)
		}
	}
	t.Logf("S9: tokens tried after their end: %d kinds, accepted: %d", len(ended), accepted)
}

// TestSecurity_OtherSite_IsRefused calls every operation as a browser would for another site: with its origin and all
// cookies, but without the token, which no browser sends by itself (S10).
func TestSecurity_OtherSite_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	mine := r.Start()
	updates, notices := len(r.Flow.SentUpdates()), r.Notices.Count()
	answers := 0
	walk(t, func(id, method, path string, row sample) {
		rule, _ := permission.Of(id)
		if rule.Caller == permission.Public || rule.Caller == permission.Visitor || rule.Caller == permission.System || rule.Caller == permission.Partner {
			return
		}
		target := "/api" + filled(path, mine.ID)
		got := r.Call(method, target, row.body, row.versioned(), servertest.FreshKey(), servertest.Header{
			"Authorization": "", "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Cookie": "auth_token=" + token + "; session=" + mine.Session,
		})
		require.GreaterOrEqual(t, got.StatusCode, http.StatusUnauthorized, id)
		for _, name := range []string{"Content-Security-Policy", "Strict-Transport-Security", "X-Content-Type-Options", "X-Frame-Options", "Cross-Origin-Resource-Policy"} {
			require.NotEmpty(t, got.Header.Get(name), "%s on %s", name, id)
		}
		require.Equal(t, "no-store", got.Header.Get("Cache-Control"), id)
		for name := range got.Header {
			require.False(t, strings.HasPrefix(name, "Access-Control-Allow"), "%s lets other sites read", id)
		}
		answers++
	})
	require.Len(t, r.Flow.SentUpdates(), updates)
	require.Equal(t, notices, r.Notices.Count())
	require.Equal(t, servertest.MainLine+"@selfcare.example", r.Me(token).Data.Email)
	t.Logf("S10: cross-site calls: %d, security headers missing: 0, state changes: 0", answers)
}

// TestSecurity_CodeOfOtherAction_IsRefused tries a code of each kind for each other kind, session and number (S2).
func TestSecurity_CodeOfOtherAction_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	r.Line("0570000002", "prepaid", servertest.Owner)
	user, device := r.SignIn(servertest.MainLine), r.Device()
	require.Equal(t, http.StatusOK, r.ShowID(device, servertest.MainLine, servertest.OwnerID, "reset").StatusCode)
	require.Equal(t, http.StatusOK, r.ShowID(device, "0570000002", servertest.OwnerID, "register").StatusCode)
	codes := map[string]string{
		"login": r.SentCode(device, servertest.MainLine, "login"), "reset": r.SentCode(device, servertest.MainLine, "reset"),
		"register": r.SentCode(device, "0570000002", "register"), "add_account": r.SentCode(user, "0570000002", "add_account"),
	}
	attempts := 0
	for purpose, code := range codes {
		for _, source := range []string{"login", "reset", "register"} {
			for _, mobile := range []string{servertest.MainLine, "0570000002"} {
				for _, session := range []string{r.Device(), user} {
					got := r.GiveCode(session, mobile, source, code)
					require.NotEqual(t, http.StatusOK, got.StatusCode, "a code to %s was taken for %s", purpose, source)
					attempts++
				}
			}
		}
	}
	require.NotEqual(t, http.StatusCreated, r.AddAccount(user, "0570000002", codes["register"]).StatusCode)
	r.Redis.FastForward(10*time.Minute + time.Second)
	for source, mobile := range map[string]string{"login": servertest.MainLine, "reset": servertest.MainLine, "register": "0570000002"} {
		servertest.RequireRefused(t, r.GiveCode(device, mobile, source, codes[source]), contract.FailPinExpired)
		attempts++
	}
	t.Logf("S2: attempts with a code meant for something else or over: %d, accepted: 0", attempts)
}
