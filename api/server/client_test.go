package server_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/internal/contract"
)

func TestBehindATrustedProxyTheLastForwardedAddressCounts(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.TrustedProxies = []string{"0.0.0.0"} }) // where the test's requests come from
	search := func(forwarded string) answer {
		return r.call(http.MethodPost, "/api/sim-activation/orders", `{"iccid":"8996601000000000001","idNumber":"1000000008"}`,
			header{"X-Forwarded-For": forwarded})
	}
	for range 10 {
		requireRefused(t, search("203.0.113.7"), contract.FailNoOrdersFound)
	}
	requireRefused(t, search("203.0.113.7"), contract.FailRateLimited)
	requireRefused(t, search("198.51.100.1, 203.0.113.7"), contract.FailRateLimited)
	requireRefused(t, search("203.0.113.8"), contract.FailNoOrdersFound)
	require.Equal(t, http.StatusNotFound, search("nonsense").StatusCode)
}
