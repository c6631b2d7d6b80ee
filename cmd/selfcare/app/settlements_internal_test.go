package app

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	"selfcare/internal/domain/settlement"
	"selfcare/internal/store"
	settlementstore "selfcare/internal/store/settlement"
)

func TestDoctor_Settlements_ShowComparedDays(t *testing.T) {
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	night := time.Date(2026, 11, 26, 2, 0, 0, 0, time.UTC)
	said, err := settlementsOf(t.Context(), s, night)
	require.NoError(t, err)
	require.Equal(t, "no settlement file yet", said)

	_, err = s.Settlements.Expect(t.Context(), "2026-11-25", 31)
	require.NoError(t, err)
	require.NoError(t, s.Settlements.Finish(t.Context(), settlementstore.File{Day: "2026-11-25", SHA256: []byte{1}, ReadAt: night}))
	_, err = s.Settlements.Hold(t.Context(), "2026-11-25", []settlement.Difference{{Kind: settlement.Unreadable, Number: 2}, {Kind: settlement.Unreadable, Number: 3}})
	require.NoError(t, err)
	said, err = settlementsOf(t.Context(), s, night)
	require.NoError(t, err)
	require.Equal(t, "compared up to 2026-11-25, 2 differences wait for support", said)

	_, err = s.Settlements.Expect(t.Context(), "2026-11-29", 31)
	require.NoError(t, err)
	_, err = settlementsOf(t.Context(), s, night.AddDate(0, 0, 3))
	require.NoError(t, err, "it is asked for again each night")
	_, err = settlementsOf(t.Context(), s, night.AddDate(0, 0, 4))
	require.ErrorContains(t, err, "2026-11-26")

	broken := []settlement.Difference{{Kind: settlement.BrokenFile, Reason: "count"}}
	for _, day := range []string{"2026-11-26", "2026-11-27", "2026-11-28", "2026-11-29"} {
		require.NoError(t, s.Settlements.Break(t.Context(), day, []byte{2}, night))
		_, err = s.Settlements.Hold(t.Context(), day, broken)
		require.NoError(t, err)
	}
	_, err = settlementsOf(t.Context(), s, night.AddDate(0, 0, 4))
	require.ErrorContains(t, err, "2026-11-26", "what is broken could not be read")
	decides(t, db, s)
	said, err = settlementsOf(t.Context(), s, night.AddDate(0, 0, 4))
	require.NoError(t, err)
	require.Equal(t, "compared up to 2026-11-25, 0 differences wait for support", said)
}

// decides resolves every waiting difference.
func decides(t *testing.T, db *bun.DB, s *store.Store) {
	t.Helper()
	var support string
	require.NoError(t, db.NewRaw("INSERT INTO users (mobile, password_hash) VALUES ('0570000001', 'x') RETURNING id").Scan(t.Context(), &support))
	items, err := s.Settlements.Items(t.Context(), settlement.Held, nil, 1)
	require.NoError(t, err)
	for _, item := range items {
		item.Action, item.Note, item.ResolvedBy, item.ResolvedAt = settlement.BookedByHand, "looked at", support, time.Now()
		resolved, err := s.Settlements.Resolve(t.Context(), item)
		require.NoError(t, err)
		require.True(t, resolved)
	}
}
