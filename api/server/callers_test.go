package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// TestEveryUsersCallAgainstSixKindsOfCallers goes through the contract (S5): everything for signed-in customers is tried
// as nobody, as another customer, on a sub-account, on a former one, on a line of the other kind of subscription and on
// one without permissions.
func TestEveryUsersCallAgainstSixKindsOfCallers(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	other := r.customer("0570000002", "postpaid")
	theirs := r.subAccount(other, "0570000009", "prepaid", nil)
	lines := map[string]string{
		"sub-account":  r.subAccount(user, "0570000004", "prepaid", nil),
		"former":       r.subAccount(user, "0570000005", "prepaid", nil),
		"other type":   r.subAccount(user, "0570000006", "postpaid", nil),
		"no rights":    r.subAccount(user, "0570000007", "prepaid", []string{}),
		"another's":    theirs,
		"main account": "main",
	}
	_, err := r.db.ExecContext(t.Context(), "UPDATE subscriptions SET ended_at = now() WHERE id = ?", lines["former"])
	require.NoError(t, err)
	token, device := r.signIn(mainLine), r.device()
	session := r.sessions(r.signIn("0570000002"))[0].Id
	walked, refused := 0, 0
	walk(t, func(id, method, path string, row sample) {
		rule, ok := permission.Of(id)
		require.True(t, ok, "operation %s has no row in the table of permissions", id)
		if rule.Caller != permission.Customer {
			return
		}
		walked++
		send := func(headers ...header) answer {
			target := filled(strings.ReplaceAll(path, "{sessionId}", session), theirs)
			return r.call(method, "/api"+target, row.body, append(headers, freshKey(), row.versioned())...)
		}
		expect := func(got answer, code contract.Code) {
			requireRefused(t, got, code)
			refused++
		}
		expect(send(), contract.FailUnauthenticated)
		expect(send(bearer(device)), contract.FailNotSignedIn)
		expect(send(bearer(token), onAccount(lines["former"])), contract.FailSubAccountStale)
		expect(send(bearer(token), onAccount(lines["another's"])), contract.FailSubAccountStale)
		if strings.Contains(path, "{subscriptionId}") || strings.Contains(path, "{sessionId}") || strings.Contains(path, "{passkeyId}") {
			got := send(bearer(token))
			require.Equal(t, http.StatusNotFound, got.StatusCode, "%s of somebody else: %s", id, got.body)
			refused++
		}
		if rule.MainOnly {
			expect(send(bearer(token), onAccount(lines["sub-account"])), contract.FailForbidden)
		}
		if rule.Subscription != "" || rule.Key == permission.CreditTransfer {
			expect(send(bearer(token), onAccount(lines["other type"])), contract.FailForbidden)
		}
		if rule.Key == permission.Bills {
			expect(send(bearer(token), onAccount(lines["sub-account"])), contract.FailForbidden) // prepaid, with all rights
		}
		if rule.Key != "" {
			expect(send(bearer(token), onAccount(lines["no rights"])), contract.FailForbidden)
		}
	})
	require.NotZero(t, walked)
	t.Logf("S5: operations of customers: %d, refusals: %d, wrongly allowed: 0", walked, refused)
}

// TestEveryUsersCallKeepsRulesOfSubscriptionAndPermission is the rest of S5. Few operations have such a rule of their own
// yet; here each gets one, so that none can be mounted past the checks.
func TestEveryUsersCallKeepsRulesOfSubscriptionAndPermission(t *testing.T) {
	r := newRig(t)
	user := r.customer(mainLine, "prepaid")
	postpaid := r.subAccount(user, "0570000006", "postpaid", nil)
	none := r.subAccount(user, "0570000007", "prepaid", []string{})
	another := r.subAccount(user, "0570000008", "prepaid", []string{"bundles"})
	listed := r.subAccount(user, "0570000009", "prepaid", []string{"history"})
	token := r.signIn(mainLine)
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
		r.app, err = server.NewNarrowed(r.options, test.narrow)
		require.NoError(t, err)
		walk(t, func(id, method, path string, row sample) {
			if rule, _ := permission.Of(id); rule.Caller != permission.Customer {
				return
			}
			target := "/api" + filled(path, postpaid)
			for _, line := range test.refused {
				got := r.call(method, target, row.body, bearer(token), onAccount(line), freshKey(), row.versioned())
				require.Equal(t, -403, requireRefused(t, got, contract.FailForbidden).Code, "%s: %s", name, id)
				refused++
			}
		})
		for _, line := range test.allowed {
			got := r.call(http.MethodGet, "/api/users/current", "", bearer(token), onAccount(line))
			require.Equal(t, http.StatusOK, got.StatusCode, "%s: %s", name, line)
		}
	}
	t.Logf("S5: wrong subscription type or missing permission: %d refusals, wrongly allowed: 0", refused)
}
