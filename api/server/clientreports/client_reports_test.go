package clientreports_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

const clientReport = `{"page": "order-sim/:orderId/:slug", "build": "0.1.0", "browser": "safari", "language": "ar",
	"errors": [{"name": "TypeError", "words": ["undefined", "is", "not", "an", "object", "other"], "at": "assets/start-page-1a2b3c4.js:1:2041"}],
	"vitals": [{"name": "LCP", "value": 1830.5}, {"name": "CLS", "value": 0.02}]}`

func TestClientReports_Valid_AreCounted(t *testing.T) {
	var log bytes.Buffer
	r := servertest.New(t, func(o *server.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	got := r.Call(http.MethodPost, "/api/client-reports", clientReport)
	require.Equal(t, http.StatusNoContent, got.StatusCode, string(got.Body))
	require.Empty(t, got.Body)

	page := r.Figures()
	require.Contains(t, page, `selfcare_client_errors_total{name="TypeError"} 1`)
	require.Contains(t, page, `selfcare_client_errors_total{page="order-sim/:orderId/:slug"} 1`)
	require.Contains(t, page, `selfcare_client_lcp_seconds{page="order-sim/:orderId/:slug"}`)
	require.Contains(t, page, `selfcare_client_cls{page="order-sim/:orderId/:slug"}`)
	require.NotContains(t, page, `selfcare_client_inp_seconds`)
	require.Contains(t, log.String(), `words="undefined is not an object other" at=assets/start-page-1a2b3c4.js:1:2041`)
	require.Contains(t, log.String(), `vital=LCP value=1830.5`)
}

func TestClientReports_PersonalData_IsRefused(t *testing.T) {
	var log bytes.Buffer
	r := servertest.New(t, func(o *server.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	for name, change := range map[string][2]string{
		"a mobile number in a message": {`"other"`, `"0551234567"`},
		"a name in a message":          {`"other"`, `"Fahad"`},
		"an e-mail in a message":       {`"other"`, `"fahad@example.com"`},
		"an address of a page":         {`order-sim/:orderId/:slug`, `order-sim/ORD-7F3K9/payment`},
		"a query of a page":            {`:slug`, `:slug?mobile=0551234567`},
		"a name of an error":           {`TypeError`, `Fahad`},
		"a place with a query":         {`.js:1`, `.js?token=abc:1`},
		"a place of another site":      {`assets/`, `https://elsewhere.example/assets/`},
		"a malformed build":            {`0.1.0`, `fahad@example.com`},
		"a user agent":                 {`safari`, `Mozilla/5.0 (iPhone)`},
		"an extra field":               {`"page"`, `"userId": "8d1c", "page"`},
		"an unknown value":             {`1830.5`, `-1`},
	} {
		t.Run(name, func(t *testing.T) {
			body := strings.Replace(clientReport, change[0], change[1], 1)
			require.NotEqual(t, clientReport, body)
			servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/client-reports", body), contract.FailValidation)
		})
	}
	require.NotContains(t, log.String(), "ahad")
	require.NotContains(t, log.String(), "0551234567")
	require.NotContains(t, r.Figures(), "selfcare_client_errors_total")
}

func TestClientReports_Flood_IsRefused(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies, func(o *server.Options) { o.Log = slog.New(slog.DiscardHandler) })
	from := func(address string) servertest.Answer {
		return r.Call(http.MethodPost, "/api/client-reports", clientReport, servertest.Header{"X-Forwarded-For": address})
	}
	for range 600 {
		require.Equal(t, http.StatusNoContent, from("203.0.113.7").StatusCode)
	}
	refused := from("203.0.113.7")
	servertest.RequireRefused(t, refused, contract.FailRateLimited)
	require.NotEmpty(t, refused.Header.Get("Retry-After"))
	require.Equal(t, http.StatusNoContent, from("203.0.113.8").StatusCode, "another client is not limited")
	require.Contains(t, r.Figures(), `selfcare_client_errors_total{name="TypeError"} 601`)

	large := fmt.Sprintf(`{"page": %q}`, strings.Repeat("a", 9_000))
	servertest.RequireRefused(t, r.Call(http.MethodPost, "/api/client-reports", large), contract.FailTooLarge)
}
