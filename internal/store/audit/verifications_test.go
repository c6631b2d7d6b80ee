package audit_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store/audit"
)

func TestLastVerification_None_IsFirstSeal(t *testing.T) {
	l := newLog(t)
	last := func() audit.Verification {
		t.Helper()
		v, err := l.seals.LastVerification(t.Context())
		require.NoError(t, err)
		return v
	}
	require.Equal(t, 0, last().Faults)
	require.True(t, last().At.IsZero(), "nothing is sealed, and nothing to be verified")

	l.write(l.app, 1)
	first := l.seal()
	l.write(l.app, 1)
	l.seal()
	require.WithinDuration(t, first.SealedAt, last().At, time.Millisecond)

	yesterday, now := time.Now().Add(-24*time.Hour), time.Now()
	require.NoError(t, l.seals.NoteVerification(t.Context(), audit.Report{Seals: 1, Entries: 1, Faults: 3}, yesterday))
	require.Equal(t, 3, last().Faults)
	require.WithinDuration(t, yesterday, last().At, time.Millisecond)
	require.NoError(t, l.seals.NoteVerification(t.Context(), audit.Report{Seals: 2, Entries: 2}, now))
	require.Equal(t, 0, last().Faults)
	require.WithinDuration(t, now, last().At, time.Millisecond)
}
