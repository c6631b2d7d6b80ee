package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// TestUserCalls_SixCallers_GetTheirAnswer goes through the contract (S5): each call for signed-in customers is tried
// without a session, as another customer, on a sub-account, on a former one, on a line of the other kind of subscription and on
// one without permissions.
func TestUserCalls_SixCallers_GetTheirAnswer(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	other := r.Customer("0570000002", "postpaid")
	theirs := r.SubAccount(other, "0570000009", "prepaid", nil)
	lines := map[string]string{
		"sub-account":  r.SubAccount(user, "0570000004", "prepaid", nil),
		"former":       r.SubAccount(user, "0570000005", "prepaid", nil),
		"other type":   r.SubAccount(user, "0570000006", "postpaid", nil),
		"no rights":    r.SubAccount(user, "0570000007", "prepaid", []string{}),
		"another's":    theirs,
		"main account": "main",
	}
	_, err := r.DB.ExecContext(t.Context(), "UPDATE subscriptions SET ended_at = now() WHERE id = ?", lines["former"])
	require.NoError(t, err)
	token, device := r.SignIn(servertest.MainLine), r.Device()
	session := r.Sessions(r.SignIn("0570000002"))[0].Id
	walked, refused := 0, 0
	walk(t, func(id, method, path string, row sample) {
		rule, ok := permission.Of(id)
		require.True(t, ok, "operation %s has no row in the table of permissions", id)
		if rule.Caller != permission.Customer {
			return
		}
		walked++
		send := func(headers ...servertest.Header) servertest.Answer {
			target := filled(strings.ReplaceAll(path, "{sessionId}", session), theirs)
			return r.Call(method, "/api"+target, row.body, append(headers, servertest.FreshKey(), row.versioned())...)
		}
		expect := func(got servertest.Answer, code contract.Code) {
			servertest.RequireRefused(t, got, code)
			refused++
		}
		expect(send(), contract.FailUnauthenticated)
		expect(send(servertest.Bearer(device)), contract.FailNotSignedIn)
		expect(send(servertest.Bearer(token), servertest.OnAccount(lines["former"])), contract.FailSubAccountStale)
		expect(send(servertest.Bearer(token), servertest.OnAccount(lines["another's"])), contract.FailSubAccountStale)
		if strings.Contains(path, "{subscriptionId}") || strings.Contains(path, "{sessionId}") || strings.Contains(path, "{passkeyId}") {
			got := send(servertest.Bearer(token))
			require.Equal(t, http.StatusNotFound, got.StatusCode, "%s of another customer: %s", id, got.Body)
			refused++
		}
		if rule.MainOnly {
			expect(send(servertest.Bearer(token), servertest.OnAccount(lines["sub-account"])), contract.FailForbidden)
		}
		if rule.Subscription != "" || rule.Key == permission.CreditTransfer {
			expect(send(servertest.Bearer(token), servertest.OnAccount(lines["other type"])), contract.FailForbidden)
		}
		if rule.Key == permission.Bills {
			expect(send(servertest.Bearer(token), servertest.OnAccount(lines["sub-account"])), contract.FailForbidden) // prepaid, with all rights
		}
		if rule.Key != "" {
			expect(send(servertest.Bearer(token), servertest.OnAccount(lines["no rights"])), contract.FailForbidden)
		}
	})
	require.NotZero(t, walked)
	t.Logf("S5: operations of customers: %d, refusals: %d, wrongly allowed: 0", walked, refused)
}

// TestUserCalls_NoPermission_Refused is the rest of S5. Few operations have such a rule
// yet. The test gives each operation a rule, so that no operation can be mounted without the checks.
func TestUserCalls_NoPermission_Refused(t *testing.T) {
	r := servertest.New(t)
	user := r.Customer(servertest.MainLine, "prepaid")
	postpaid := r.SubAccount(user, "0570000006", "postpaid", nil)
	none := r.SubAccount(user, "0570000007", "prepaid", []string{})
	another := r.SubAccount(user, "0570000008", "prepaid", []string{"bundles"})
	listed := r.SubAccount(user, "0570000009", "prepaid", []string{"history"})
	token := r.SignIn(servertest.MainLine)
	narrowings := map[string]struct {
		narrow  func(permission.Rule) permission.Rule
		refused []string
		allowed []string
	}{
		"another subscription type": {
			func(rule permission.Rule) permission.Rule { rule.Subscription = permission.Prepaid; return rule },
			[]string{postpaid},
			[]string{"main", none},
		},
		"a missing permission": {
			func(rule permission.Rule) permission.Rule { rule.Key = permission.History; return rule },
			[]string{none, another},
			[]string{"main", postpaid, listed},
		},
		"a feature prepaid lines do not have": {
			func(rule permission.Rule) permission.Rule { rule.Key = permission.Bills; return rule },
			[]string{"main", none, listed},
			[]string{postpaid},
		},
		"a feature postpaid lines do not have": {
			func(rule permission.Rule) permission.Rule { rule.Key = permission.CreditTransfer; return rule },
			[]string{postpaid, none},
			[]string{"main"},
		},
	}
	refused := 0
	for name, test := range narrowings {
		var err error
		r.App, err = server.NewNarrowed(r.Options, test.narrow)
		require.NoError(t, err)
		walk(t, func(id, method, path string, row sample) {
			if rule, _ := permission.Of(id); rule.Caller != permission.Customer {
				return
			}
			target := "/api" + filled(path, postpaid)
			for _, line := range test.refused {
				got := r.Call(method, target, row.body, servertest.Bearer(token), servertest.OnAccount(line), servertest.FreshKey(), row.versioned())
				require.Equal(t, -403, servertest.RequireRefused(t, got, contract.FailForbidden).Code, "%s: %s", name, id)
				refused++
			}
		})
		for _, line := range test.allowed {
			got := r.Call(http.MethodGet, "/api/users/current", "", servertest.Bearer(token), servertest.OnAccount(line))
			require.Equal(t, http.StatusOK, got.StatusCode, "%s: %s", name, line)
		}
	}
	t.Logf("S5: wrong subscription type or missing permission: %d refusals, wrongly allowed: 0", refused)
}
