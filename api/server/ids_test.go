package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// An id that is none was said to be that of an order, wherever it stood (S12).
func TestAnIDThatIsNoneIsRefusedAsOneOfWhatWasAskedFor(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	token := r.signIn(mainLine)
	requireRefused(t, r.call(http.MethodGet, "/api/purchases/1'", "", bearer(token)), contract.FailPurchaseUnknown)
	requireRefused(t, r.call(http.MethodGet, "/api/purchases/1/receipt.pdf", "", bearer(token)), contract.FailPurchaseUnknown)
	requireRefused(t, r.call(http.MethodPost, "/api/deactivations/1/statement", `{"token":"0123456789abcdefghij"}`), contract.FailEndUnknown)
	requireRefused(t, r.call(http.MethodGet, "/api/orders/1", ""), contract.FailOrderNotFound)
	require.Equal(t, http.StatusOK, r.call(http.MethodGet, "/api/plans/categories", "").StatusCode, "a name is no id, in whatever order addresses were generated")
}
