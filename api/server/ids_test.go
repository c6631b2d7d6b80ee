package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// A malformed id once got the answer for unknown orders on every path (S12).
func TestPathID_Malformed_IsNotFound(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	token := r.SignIn(servertest.MainLine)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/1'", "", servertest.Bearer(token)), contract.FailPurchaseUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/purchases/1/receipt.pdf", "", servertest.Bearer(token)), contract.FailPurchaseUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/deactivations/1/statement", `{"token":"0123456789abcdefghij"}`), contract.FailEndUnknown)
	servertest.RequireRefused(t, r.Call(http.MethodGet, "/api/orders/1", ""), contract.FailOrderNotFound)
	require.Equal(t, http.StatusOK, r.Call(http.MethodGet, "/api/plans/categories", "").StatusCode, "a path name must not be read as an id")
}
