package identity_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/domain/identity"
)

func TestOutcome_Unknown_IsNeverRejected(t *testing.T) {
	end := time.Date(2026, 1, 4, 9, 0, 0, 0, time.UTC)
	open, over := end.Add(-time.Second), end.Add(identity.AnswerGrace)
	for name, tt := range map[string]struct {
		said, want contract.IdentityStatus
		now        time.Time
	}{
		"not reached while the push is open": {contract.IdentityUnknown, contract.IdentityWaiting, open},
		"not reached after its end":          {contract.IdentityUnknown, contract.IdentityUnknown, over},
		"no answer yet":                      {contract.IdentityWaiting, contract.IdentityWaiting, open},
		"no answer in time":                  {contract.IdentityWaiting, contract.IdentityExpired, over},
		"a yes heard late":                   {contract.IdentityCompleted, contract.IdentityCompleted, over.Add(time.Hour)},
		"a no heard late":                    {contract.IdentityRejected, contract.IdentityRejected, over.Add(time.Hour)},
	} {
		require.Equal(t, tt.want, identity.Outcome(tt.said, end, tt.now), name)
	}
}

func TestAskAgain_NoAnswer_IsWithinTenSeconds(t *testing.T) {
	end := time.Date(2026, 1, 4, 9, 0, 0, 0, time.UTC)
	const most = 8 * time.Second // a quarter more is added, so that processes do not ask in step
	require.LessOrEqual(t, identity.AskAgain(end.Add(-time.Minute), end, true), most)
	require.LessOrEqual(t, identity.AskAgain(end.Add(10*time.Minute), end, true), most)
	require.Greater(t, identity.AskAgain(end.Add(3*time.Hour), end, true), identity.AskAgain(end.Add(time.Hour), end, true), "the pauses grow")
}
