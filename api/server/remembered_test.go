package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// The cache once answered a request whose header breaks the contract (S12).
func TestCache_InvalidRequest_IsRefused(t *testing.T) {
	r := servertest.New(t)
	unknown := servertest.Header{"X-Api-Version": "v9"}
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/lookup/operators", "", unknown), contract.FailVersion)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/lookup/operators", "").StatusCode)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/lookup/operators", "", unknown), contract.FailVersion)
}
