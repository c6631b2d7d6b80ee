package server_test

import (
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/stretchr/testify/require"

	"selfcare/api/failures"
	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

func document(t testing.TB) *openapi3.T {
	t.Helper()
	read, err := gen.GetSpec()
	require.NoError(t, err)
	return read
}

// described calls a function for each operation of the contract; its id begins with a small letter.
func described(t testing.TB, visit func(id string, operation *openapi3.Operation)) {
	t.Helper()
	for _, item := range document(t).Paths.Map() {
		for _, operation := range item.Operations() {
			visit(servertest.AsContracted(operation.OperationID), operation)
		}
	}
}

// schemes returns the security schemes that a row of the permission table needs in the contract.
func schemes(rule permission.Rule) []string {
	switch rule.Caller {
	case permission.Public:
		return []string{}
	case permission.Visitor:
		return []string{"", "deviceSession"}
	case permission.Device:
		return []string{"deviceSession"}
	case permission.Customer:
		return []string{"customerSession"}
	case permission.Staff:
		return []string{"staffSession"}
	case permission.Support:
		return []string{"supportSession"}
	case permission.System:
		return []string{"webhookSignature"}
	case permission.Partner:
		return []string{"partner"}
	case permission.OrderOwner:
		if rule.WithSession {
			return []string{"deviceSession+orderSession", "ownerSession"}
		}
		return []string{"orderSession", "ownerSession"}
	}
	return nil
}

// byPassword is the operation that opens a session by password and so needs none.
const byPassword = "signIn"

func TestContract_Permissions_MatchTheTable(t *testing.T) {
	described(t, func(id string, operation *openapi3.Operation) {
		require.NotNil(t, operation.Security, "%s does not say who may call it", id)
		asked := []string{}
		for _, requirement := range *operation.Security {
			names := make([]string, 0, len(requirement))
			for name := range requirement {
				names = append(names, name)
			}
			slices.Sort(names)
			asked = append(asked, strings.Join(names, "+"))
		}
		if id == byPassword {
			require.Equal(t, []string{"password"}, asked)
			return
		}
		rule, listed := permission.Of(id)
		require.True(t, listed, id)
		require.Equal(t, schemes(rule), asked, id)
	})
}

func TestContract_Failures_AreAllListed(t *testing.T) {
	listed := map[contract.Code]bool{}
	for _, value := range document(t).Components.Schemas["MessageKey"].Value.Enum {
		listed[contract.Code(value.(string))] = true
	}
	for code := range contract.Catalogue {
		require.True(t, listed[code], "%s is not among MessageKey of the contract", code)
	}
	require.Len(t, listed, len(contract.Catalogue))
}

func TestContract_Operation_KnownFailures(t *testing.T) {
	read := document(t)
	shared := map[contract.Code]bool{}
	for group, codes := range failures.Shared(read) {
		require.NotEmpty(t, codes, group)
		for _, code := range codes {
			require.Contains(t, contract.Catalogue, code, "%s of the group %s", code, group)
		}
	}
	for _, code := range failures.Shared(read)["any"] {
		shared[code] = true
	}
	described(t, func(id string, operation *openapi3.Operation) {
		for _, code := range failures.Own(operation) {
			require.Contains(t, contract.Catalogue, code, "%s of %s", code, id)
			require.False(t, shared[code], "%s must not list %s: every call can answer it", id, code)
		}
		want, got := map[int]bool{}, map[int]bool{}
		for _, code := range failures.Of(read, operation) {
			if status := contract.Catalogue[code].Status; status < http.StatusInternalServerError {
				want[status] = true
			}
		}
		for status := http.StatusBadRequest; status < http.StatusInternalServerError; status++ {
			if operation.Responses.Status(status) != nil {
				got[status] = true
			}
		}
		require.Equal(t, want, got, "statuses of the refusals of %s", id)
	})
}

func TestContract_Operation_IsDescribed(t *testing.T) {
	described(t, func(id string, operation *openapi3.Operation) {
		require.NotEmpty(t, operation.Summary, id)
		require.Greater(t, len(operation.Description), 40, "%s needs a description of input, answer and errors", id)
		require.NotEqual(t, operation.Summary, operation.Description, id)
		for status, response := range operation.Responses.Map() {
			for kind, media := range response.Value.Content {
				if strings.Contains(kind, "json") {
					require.NotEmpty(t, media.Schema.Ref, "the schema of %s %s has no name", id, status)
				}
			}
		}
	})
}

// sameByChance lists patterns that are equal but describe different things.
var sameByChance = []string{
	`\S`,                           // not blank
	`^[a-z-]+$`,                    // words of different lists
	`^[A-Za-z0-9_-]+$`,             // Base64 for addresses
	`^[a-z0-9-]{2,40}$`,            // keys of different catalogues
	`^[0-9]{4}-[0-9]{2}-[0-9]{2}$`, // days of two calendars
}

func TestContract_Pattern_StandsOnce(t *testing.T) {
	text, err := os.ReadFile("../openapi.yaml")
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, found := range regexp.MustCompile(`pattern: '((?:[^']|\'\')*)'`).FindAllStringSubmatch(string(text), -1) {
		pattern := found[1]
		require.False(t, seen[pattern] && !slices.Contains(sameByChance, pattern), "%s stands twice: give it a name among the schemas", pattern)
		seen[pattern] = true
	}
	require.Greater(t, len(seen), 20)
}
