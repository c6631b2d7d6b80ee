package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// A language header that is longer than the contract takes was answered from memory, where the address was there already (S12).
func TestARememberedAnswerIsForRequestsThatKeepTheContract(t *testing.T) {
	r := newRig(t)
	tooLong := header{"Accept-Language": strings.Repeat("en,", 50)}
	requireRefused(t, r.call(http.MethodGet, "/api/lookup/operators", "", tooLong), contract.FailLanguageUnknown)
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/lookup/operators", "", header{"Accept-Language": "en"}).StatusCode)
	requireRefused(t, r.call(http.MethodGet, "/api/lookup/operators", "", tooLong), contract.FailLanguageUnknown)
}
