package coverage_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"selfcare/dev/coverage"
)

const specification = "../../docs/spec.yaml"

// ours are the operations that the specification does not name, by what they begin with.
var ours = []string{
	"GET /number-booking/categories", "GET /number-booking/numbers", "GET /lookup/cities", "GET /lookup/devices", "GET /stores",
	"GET /lookup/pickup-branches", "GET /lookup/operators", "GET /lookup/port-windows", "POST /auth/social/",
	"GET /users/current/referral", "GET /invitations/", "GET /users/current/communication-preferences", "PUT /users/current/communication-preferences",
	"PATCH /users/subscribers/", "POST /users/subscribers", "POST /sim-activation/orders", "POST /webhooks/",
	"GET /support/orders", "POST /support/orders", "GET /support/audit", "GET /support/settlements", "GET /support/refunds", "POST /support/refunds",
	"GET /users/current/lines", "GET /users/current/sessions", "DELETE /users/current/sessions", "GET /users/current/sign-ins", "GET /users/current/cards",
	"POST /users/current/cards", "PUT /users/current/cards", "DELETE /users/current/cards", "POST /purchases", "GET /purchases", "PUT /purchases", "DELETE /purchases",
	"GET /users/current/deactivation", "POST /users/current/deactivation/", "POST /deactivations/", "GET /support/deactivations", "POST /support/deactivations",
	"GET /users/current/port-outs", "POST /users/current/port-outs/", "POST /port-outs/", "GET /support/port-outs", "POST /support/port-outs/",
	"POST /users/current/sim/suspend", "POST /users/current/sim/return", "POST /users/current/sim/puk", "POST /users/current/sim/identity", "GET /users/current/sim/identity", "GET /users/current/sim/settings", "DELETE /users/switch-plan", "GET /recharge/options", "POST /recharge/friend", "GET /support/purchases", "POST /support/purchases",
	"POST /auth/passkey", "GET /users/current/passkeys", "POST /users/current/passkeys", "PATCH /users/current/passkeys/", "DELETE /users/current/passkeys/",
	"GET /users/current/second-factor", "POST /users/current/second-factor", "PUT /users/current/second-factor",
	"POST /client-reports", "PUT /faq/",
	"POST /users/balance/international-transfer/code", "GET /users/current/transfer/options", "POST /users/current/transfer/code",
	"POST /promo-codes/check", "GET /support/settlements", "POST /support/settlements", "GET /support/bills", "POST /support/bills", "GET /support/sadad", "POST /support/sadad",
	"GET /users/current/usage/file/", "GET /users/current/auto-recharge", "POST /users/current/auto-recharge", "DELETE /users/current/auto-recharge",
	"POST /postpaid/", "POST /vas-services/code", "POST /vas-services/unsubscribe", "GET /roaming/", "GET /games", "GET /bundles/", "GET /shop/", "GET /users/current/bundles", "GET /users/current/renewals", "PUT /users/current/renewals/",
	"GET /users/balance/credit-limit", "GET /users/current/spend-control", "PUT /users/current/spend-control", "POST /users/current/spend-control",
	"GET /support/incidents", "POST /support/incidents", "PUT /support/incidents",
	"GET /support/cases", "POST /support/cases", "DELETE /support/cases", "POST /support/search", "GET /support/customers", "POST /support/callers", "GET /support/bulk-resolutions", "POST /support/bulk-resolutions", "GET /support/changes", "POST /support/changes",
	"POST /support/resellers", "GET /support/attachments", "POST /support/attachments", "GET /support/service-requests/", "POST /support/service-requests/", "POST /service-requests/",
	"GET /orders", "POST /orders", "PUT /orders", "DELETE /orders",
}

// whole are those of ours below which the specification has others.
var whole = []string{"GET /faq"}

var parameter = regexp.MustCompile(`\{[^}]*\}`)

// operations are those of the contract as method and path; parameters have no names in them.
func operations(t *testing.T) (found []string) {
	t.Helper()
	text, err := os.ReadFile("../../api/openapi.yaml")
	require.NoError(t, err)
	var contract struct {
		Paths map[string]map[string]any
	}
	require.NoError(t, yaml.Unmarshal(text, &contract))
	for path, methods := range contract.Paths {
		for method := range methods {
			found = append(found, nameless(strings.ToUpper(method)+" "+path))
		}
	}
	require.Greater(t, len(found), 50)
	return found
}

// nameless is an operation without its query and the names of its parameters.
func nameless(operation string) string {
	path, _, _ := strings.Cut(operation, "?")
	return parameter.ReplaceAllString(path, "{}")
}

func isOurs(operation string) bool {
	return slices.Contains(whole, operation) || slices.ContainsFunc(ours, func(begin string) bool { return strings.HasPrefix(operation, begin) })
}

// isOf says whether a call is one of an operation: a parameter stands for any part, as in the pages that the specification names.
func isOf(operation, call string) bool {
	wanted, parts := strings.Split(operation, "/"), strings.Split(call, "/")
	if len(wanted) != len(parts) {
		return false
	}
	for i, part := range wanted {
		if part != "{}" && part != parts[i] {
			return false
		}
	}
	return true
}

// A call that was mistyped in the list leaves the operation it means without an entry.
func TestCalls_OfTheContractAreThoseOfTheSpecification(t *testing.T) {
	entries, err := coverage.Read(specification)
	require.NoError(t, err)
	contract := operations(t)
	var listed []string
	for _, e := range entries {
		call, found := strings.CutPrefix(e.ID, "7.")
		if !found || !strings.Contains(call, " ") {
			continue
		}
		call = nameless(call)
		listed = append(listed, call)
		require.False(t, isOurs(call), "%s is named by the specification", e.ID)
		require.True(t, len(e.Proof) == 0 || slices.ContainsFunc(contract, func(o string) bool { return isOf(o, call) }), "%s is proven, and not in api/openapi.yaml", e.ID)
	}
	for _, operation := range contract {
		require.True(t, slices.Contains(listed, operation) || isOurs(operation), "%s: neither a call of docs/spec.yaml nor listed here", operation)
	}
}

func TestRequests_OfMessagesAreInTheContract(t *testing.T) {
	entries, err := coverage.Read(specification)
	require.NoError(t, err)
	known := append(operations(t), "POST /codec/login") // the page of operators is not in the contract
	for _, e := range entries {
		if e.Request != "" && len(e.Proof) > 0 {
			require.Contains(t, known, nameless(e.Request), e.ID)
		}
	}
}

func TestEveryMessageOfTheSpecificationIsReachedByATest(t *testing.T) {
	entries, err := coverage.Read(specification)
	require.NoError(t, err)
	reached := 0
	for _, e := range entries {
		if !strings.HasPrefix(e.ID, "8.") || e.NA != "" {
			continue
		}
		require.NotEmpty(t, e.Proof, e.ID)
		reached++
	}
	require.Greater(t, reached, 80)
}

// The chapters stay: an entry can be split, but no chapter and no area of the product's list is left out.
func TestSpecification_HasEveryChapterAndArea(t *testing.T) {
	entries, err := coverage.Read(specification)
	require.NoError(t, err)
	counts := map[string]int{}
	for _, e := range entries {
		chapter, _, _ := strings.Cut(e.ID, ".")
		area, _, _ := strings.Cut(chapter, "-")
		counts[area]++
	}
	for area, least := range map[string]int{
		"2": 150, "3": 100, "4": 90, "5": 50, "6": 25, "7": 90, "8": 80, "9": 45, "AUTH": 12, "ACC": 7, "APP": 13, "ORD": 17, "NUM": 4,
		"MNP": 3, "SIM": 3, "PLN": 5, "BND": 7, "PAY": 6, "TRF": 3, "DSH": 2, "SET": 3, "CNT": 5, "ERR": 2, "OPS": 3, "CARD": 3,
	} {
		require.GreaterOrEqual(t, counts[area], least, area)
	}
}
