package contracttest

import (
	"io"
	"net/http"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	simidentity "selfcare/dev/simulator/identity"
	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/identity"
	"selfcare/internal/gateway/identity/nafath"
)

const (
	idApproves     = "1000000008"
	idRejects      = "1000000214"
	idNeverAnswers = "1000000222"
	idUnknown      = "1000000230"
	idElsewhere    = "1000000248"
)

func nafathAt(s stand) nafath.Config {
	return nafath.Config{
		URL: s.url + "/identity", AppID: s.keys.IdentityAppID, AppKey: s.keys.IdentityAppKey, Service: "OpenAccount", Server: "192.0.2.1",
	}
}

func newIdentity(t *testing.T, s stand) *nafath.Client {
	t.Helper()
	adapter, err := nafath.New(nafathAt(s), nil, quiet())
	require.NoError(t, err)
	return adapter
}

func ask(requestID, idNumber string) identity.Ask {
	return identity.Ask{RequestID: requestID, IDNumber: idNumber, Language: "ar", Client: "203.0.113.77"}
}

func TestIdentity_Request_MadeOnceAndAnswered(t *testing.T) {
	tests := map[string]struct {
		idNumber string
		want     contract.IdentityStatus
	}{
		"approved": {idApproves, contract.IdentityCompleted},
		"rejected": {idRejects, contract.IdentityRejected},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStand(t)
			adapter := newIdentity(t, s)
			first, err := adapter.Request(t.Context(), ask("req-1", tt.idNumber))
			require.NoError(t, err)
			require.Regexp(t, `^\d\d$`, first.Random)
			again, err := adapter.Request(t.Context(), ask("req-1", tt.idNumber))
			require.NoError(t, err)
			require.WithinDuration(t, first.ExpiresAt, again.ExpiresAt, time.Minute)
			again.ExpiresAt = first.ExpiresAt
			require.Equal(t, first, again)

			got, err := adapter.Status(t.Context(), first.TransactionID, tt.idNumber, first.Random)
			require.NoError(t, err)
			require.Equal(t, contract.IdentityWaiting, got)
			s.post(t, "/control/clock", "", map[string]any{"speed": 100}, nil)
			require.Eventually(t, func() bool {
				got, err = adapter.Status(t.Context(), first.TransactionID, tt.idNumber, first.Random)
				return err == nil && got == tt.want
			}, time.Minute, 10*time.Millisecond)
		})
	}
}

func TestIdentity_OpenElsewhere_IsRefused(t *testing.T) {
	s := newStand(t)
	adapter := newIdentity(t, s)
	_, err := adapter.Request(t.Context(), ask("req-1", idElsewhere))
	requireRefusal(t, identity.CodeOpen, err)

	open, err := adapter.Request(t.Context(), ask("req-2", idApproves))
	require.NoError(t, err)
	_, err = adapter.Request(t.Context(), ask("req-3", idApproves))
	requireRefusal(t, identity.CodeOpen, err)
	got, err := adapter.Status(t.Context(), open.TransactionID, idApproves, open.Random)
	require.NoError(t, err)
	require.Equal(t, contract.IdentityWaiting, got)
	s.script(t, "identity", "request", "repeat-refused")
	_, err = adapter.Request(t.Context(), ask("req-2", idApproves))
	requireRefusal(t, identity.CodeOpen, err)
}

func TestIdentity_UnknownPersonOrRequest_SaysSo(t *testing.T) {
	adapter := newIdentity(t, newStand(t))
	_, err := adapter.Request(t.Context(), ask("req-1", idUnknown))
	requireRefusal(t, identity.CodeIDUnknown, err)
	_, err = adapter.Status(t.Context(), "no-such-transaction", idApproves, "11")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestIdentity_LostAnswer_FoundByRepeat(t *testing.T) {
	s := newStand(t)
	adapter := newIdentity(t, s)
	s.script(t, "identity", "request", "timeout-after-commit")
	_, err := adapter.Request(s.untilHeld(t, "identity", "request"), ask("req-1", idApproves))
	require.ErrorIs(t, err, gateway.ErrUnknown)
	got, err := adapter.Request(t.Context(), ask("req-1", idApproves))
	require.NoError(t, err)
	require.NotEmpty(t, got.TransactionID)
}

func TestIdentity_ForgotTransaction_HasExpired(t *testing.T) {
	s := newStand(t)
	adapter := newIdentity(t, s)
	open, err := adapter.Request(t.Context(), ask("req-1", idNeverAnswers))
	require.NoError(t, err)
	for _, pass := range []time.Duration{190 * time.Second, 20 * time.Second} { // the push has ended, then the transaction
		s.post(t, "/control/clock", "", map[string]any{"advanceMs": pass.Milliseconds()}, nil)
		require.Eventually(t, func() bool {
			got, err := adapter.Status(t.Context(), open.TransactionID, idNeverAnswers, open.Random)
			return err == nil && got == contract.IdentityExpired
		}, time.Minute, 10*time.Millisecond)
	}
}

// reports keeps the call-backs of a simulator.
type reports struct {
	path string // of the expected ones
	mu   sync.Mutex
	came []callback.Request
}

func (r *reports) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	from, addrErr := netip.ParseAddrPort(req.RemoteAddr)
	if err != nil || addrErr != nil || req.URL.Path != r.path {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.came = append(r.came, callback.Request{Body: body, Header: req.Header.Get, Client: from.Addr(), At: time.Now()})
}

// next waits for the call-back with a number, beginning with 0.
func (r *reports) next(t *testing.T, number int) callback.Request {
	t.Helper()
	var found callback.Request
	require.Eventually(t, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.came) <= number {
			return false
		}
		found = r.came[number]
		return true
	}, time.Minute, 5*time.Millisecond)
	return found
}

func TestIdentity_CallBack_ProvesItsSender(t *testing.T) {
	heard := &reports{path: "/identity/nafath"}
	s := newStandWith(t, heard)
	adapter := newIdentity(t, s)
	receiver, err := nafath.NewReceiver(nafathAt(s), nafath.CallBacks{
		Issuer: s.keys.IdentityIssuer, Audience: s.keys.IdentityAudience, Senders: []string{"127.0.0.1"},
	}, nil, quiet())
	require.NoError(t, err)
	open, err := adapter.Request(t.Context(), ask("req-1", idApproves))
	require.NoError(t, err)

	for n, how := range simidentity.Forgeries() {
		s.post(t, "/control/identity/forge", "", map[string]string{"transId": open.TransactionID, "how": how}, nil)
		_, err := receiver.Receive(t.Context(), heard.next(t, n))
		require.ErrorIs(t, err, callback.ErrForged, how)
	}
	s.post(t, "/control/identity/requests/"+open.TransactionID+"/answer", "", map[string]string{"status": "REJECTED"}, nil)
	events, err := receiver.Receive(t.Context(), heard.next(t, len(simidentity.Forgeries())))
	require.NoError(t, err)
	require.Len(t, events, 1)
	require.Equal(t, callback.Identity{TransactionID: open.TransactionID, Status: contract.IdentityRejected}, events[0].News)
}
