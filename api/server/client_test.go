package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

// searchFrom looks for the nth card of the nth person with the given X-Forwarded-For lines.
func searchFrom(r *servertest.Rig, n int, lines ...string) servertest.Answer {
	r.T.Helper()
	card := servertest.WithCheckDigit(fmt.Sprintf("8996601000000%05d", n))
	body := strings.NewReader(fmt.Sprintf(`{"iccid":%q,"idNumber":"1%09d"}`, card, n))
	request := httptest.NewRequestWithContext(r.T.Context(), http.MethodPost, "http://selfcare.example/api/sim-activation/orders", body)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Language", "en")
	request.Header["X-Forwarded-For"] = lines
	return r.Exchange(request)
}

func TestClient_ForgedAddress_IsNotCounted(t *testing.T) {
	for name, forge := range map[string]func(n int) []string{
		"before the proxy's entry":  func(n int) []string { return []string{fmt.Sprintf("198.51.100.%d, 203.0.113.7", n)} },
		"on a line before":          func(n int) []string { return []string{fmt.Sprintf("198.51.100.%d", n), "203.0.113.7"} },
		"as another port":           func(n int) []string { return []string{fmt.Sprintf("203.0.113.7:%d", 1000+n)} },
		"as nonsense":               func(n int) []string { return []string{fmt.Sprintf("nonsense-%d", n)} },
		"within the same household": func(n int) []string { return []string{fmt.Sprintf("2001:db8:0:1::%x", n)} },
	} {
		t.Run(name, func(t *testing.T) {
			r := servertest.New(t, servertest.TrustProxies)
			for n := range 10 {
				servertest.RequireRefused(t, searchFrom(r, n, forge(n)...), contract.FailNoOrdersFound)
			}
			servertest.RequireRefused(t, searchFrom(r, 11, forge(11)...), contract.FailRateLimited)
			for n, other := range []string{"203.0.113.8", "2001:db8:0:2::1"} {
				require.Equal(t, http.StatusNotFound, searchFrom(r, 20+n, other).StatusCode)
			}
		})
	}
}

// The identity app requires the address in full. Limits and logs know an IPv6 address by its network only.
func TestRequestIdentity_ClientAddress_IsPassedOnInFull(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	o := r.AnswerUpTo(3)
	call := servertest.WizardCalls[3]
	require.Equal(t, "requestIdentity", call.Operation)
	for _, address := range []string{"203.0.113.77", "2001:db8:1:2:3:4:5:6"} {
		got := take(r, o, call, servertest.WithSession(o.Session), servertest.Header{"X-Forwarded-For": address})
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		sent := r.Flow.SentUpdates()
		require.Equal(t, contract.IdentityAsk{ClientAddress: address}, sent[len(sent)-1].Arg)
	}
}
