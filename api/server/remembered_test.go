package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// A header that the contract refuses was answered from memory, where the address was there already (S12).
func TestARememberedAnswerIsForRequestsThatKeepTheContract(t *testing.T) {
	r := newRig(t)
	unknown := header{"X-Api-Version": "v9"}
	requireRefused(t, r.call(http.MethodGet, "/api/lookup/operators", "", unknown), contract.FailVersion)
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/lookup/operators", "").StatusCode)
	requireRefused(t, r.call(http.MethodGet, "/api/lookup/operators", "", unknown), contract.FailVersion)
}
