package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// TestNoTokenOutlivesItsReason goes through every way a session can end or be stolen (S9).
func TestNoTokenOutlivesItsReason(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	forged, _ := tokenOf(9)
	ended := map[string]string{"never given out": forged}

	ended["a device's, known before signing in"] = r.device()
	kept := r.signIn(mainLine, header{"X-Device-Session": ended["a device's, known before signing in"]})
	byCode := r.device()
	require.Equal(t, http.StatusOK, r.giveCode(byCode, mainLine, "login", r.sentCode(byCode, mainLine, "login")).StatusCode)
	ended["a device's, before signing in by code"] = byCode
	ended["signed out"] = r.signIn(mainLine)
	r.call(http.MethodPost, "/api/users/current/logout", "", bearer(ended["signed out"]))
	ended["open while the password was changed"] = r.signIn(mainLine)
	change := `{"old_password":"` + password + `","new_password":"` + freshPassword + `"}`
	require.Equal(t, http.StatusNoContent, r.call(http.MethodPut, "/api/users/current/password", change, bearer(kept)).StatusCode)
	r.nextCode()
	reset := r.proven(mainLine, "reset")
	require.Equal(t, http.StatusNoContent, r.setPassword(reset, "Acacia-2029").StatusCode)
	ended["open while the password was reset"] = kept

	accepted := 0
	for name, token := range ended {
		for _, path := range []string{"/api/users/current", "/api/users/subscribers", "/api/dashboard"} {
			got := r.call(http.MethodGet, path, "", bearer(token))
			require.Equal(t, contract.FailUnauthenticated, contract.Code(got.problem(t).MessageKey), name)
		}
	}
	t.Logf("S9: tokens tried after their end: %d kinds, accepted: %d", len(ended), accepted)
}

// TestNoSiteCanActForACustomer calls every operation as a browser would for another site: with its origin, with whatever
// cookies there are, but without the token, which no browser sends by itself (S10).
func TestNoSiteCanActForACustomer(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	mine := r.start()
	updates, notices := len(r.flow.sentUpdates()), r.notices.count()
	answers := 0
	walk(t, func(id, method, path string, row sample) {
		rule, _ := permission.Of(id)
		if rule.Caller == permission.Anybody || rule.Caller == permission.Visitor || rule.Caller == permission.System {
			return
		}
		target := "/api" + filled(path, mine.id)
		got := r.call(method, target, row.body, row.versioned(), freshKey(), header{
			"Authorization": "", "Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site", "Cookie": "auth_token=" + token + "; session=" + mine.session,
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
	require.Len(t, r.flow.sentUpdates(), updates)
	require.Equal(t, notices, r.notices.count())
	require.Equal(t, mainLine+"@selfcare.example", r.me(token).Data.Email)
	t.Logf("S10: cross-site calls: %d, security headers missing: 0, state changes: 0", answers)
}

// TestACodeIsNeverAcceptedForAnythingElse tries a code of each kind for each other kind, session and number (S2).
func TestACodeIsNeverAcceptedForAnythingElse(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	r.line("0570000002", "prepaid", owner)
	user, device := r.signIn(mainLine), r.device()
	require.Equal(t, http.StatusOK, r.showID(device, mainLine, ownerID, "reset").StatusCode)
	require.Equal(t, http.StatusOK, r.showID(device, "0570000002", ownerID, "register").StatusCode)
	codes := map[string]string{
		"login": r.sentCode(device, mainLine, "login"), "reset": r.sentCode(device, mainLine, "reset"),
		"register": r.sentCode(device, "0570000002", "register"), "add_account": r.sentCode(user, "0570000002", "add_account"),
	}
	attempts := 0
	for purpose, code := range codes {
		for _, source := range []string{"login", "reset", "register"} {
			for _, mobile := range []string{mainLine, "0570000002"} {
				for _, session := range []string{r.device(), user} {
					got := r.giveCode(session, mobile, source, code)
					require.NotEqual(t, http.StatusOK, got.StatusCode, "a code to %s was taken for %s", purpose, source)
					attempts++
				}
			}
		}
	}
	require.NotEqual(t, http.StatusCreated, r.addAccount(user, "0570000002", codes["register"]).StatusCode)
	r.redis.FastForward(10*time.Minute + time.Second)
	for source, mobile := range map[string]string{"login": mainLine, "reset": mainLine, "register": "0570000002"} {
		requireRefused(t, r.giveCode(device, mobile, source, codes[source]), contract.FailPinExpired)
		attempts++
	}
	t.Logf("S2: attempts with a code meant for something else or over: %d, accepted: 0", attempts)
}
