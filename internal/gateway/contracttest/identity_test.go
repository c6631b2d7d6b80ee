package contracttest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/gateway"
	"selfcare/internal/gateway/identity"
)

const (
	idApproves  = "1000000008"
	idRejects   = "1000000214"
	idUnknown   = "1000000230"
	idElsewhere = "1000000248"
)

func newIdentity(t *testing.T, s stand) *identity.HTTP {
	t.Helper()
	adapter, err := identity.NewHTTP(identity.Config{
		URL: s.url + "/identity", AppID: s.keys.IdentityAppID, AppKey: s.keys.IdentityAppKey,
	}, nil, quiet())
	require.NoError(t, err)
	return adapter
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
			first, err := adapter.Request(t.Context(), "req-1", tt.idNumber, "ar")
			require.NoError(t, err)
			require.Regexp(t, `^\d\d$`, first.Random)
			again, err := adapter.Request(t.Context(), "req-1", tt.idNumber, "ar")
			require.NoError(t, err)
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

func TestIdentity_OpenElsewhere_IsFound(t *testing.T) {
	s := newStand(t)
	adapter := newIdentity(t, s)
	open, err := adapter.Request(t.Context(), "req-1", idElsewhere, "en")
	require.NoError(t, err)
	require.NotEmpty(t, open.TransactionID)
	got, err := adapter.Status(t.Context(), open.TransactionID, idElsewhere, open.Random)
	require.NoError(t, err)
	require.Equal(t, contract.IdentityWaiting, got)
}

func TestIdentity_UnknownPersonOrRequest_SaysSo(t *testing.T) {
	adapter := newIdentity(t, newStand(t))
	_, err := adapter.Request(t.Context(), "req-1", idUnknown, "en")
	requireRefusal(t, "id_unknown", err)
	_, err = adapter.Status(t.Context(), "no-such-transaction", idApproves, "11")
	require.ErrorIs(t, err, gateway.ErrNotFound)
}

func TestIdentity_LostAnswer_FoundByRepeat(t *testing.T) {
	s := newStand(t)
	adapter := newIdentity(t, s)
	s.script(t, "identity", "request", "timeout-after-commit")
	_, err := adapter.Request(s.untilHeld(t, "identity", "request"), "req-1", idApproves, "en")
	require.ErrorIs(t, err, gateway.ErrUnknown)
	got, err := adapter.Request(t.Context(), "req-1", idApproves, "en")
	require.NoError(t, err)
	require.NotEmpty(t, got.TransactionID)
}
