package store_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
)

func TestPreferences_TheLastChoiceCounts(t *testing.T) {
	_, s := database(t)
	her := ownerOf(t, s, "0570000001", herID)
	got, err := s.Preferences(ctx, her.ID)
	require.NoError(t, err)
	require.Equal(t, store.Preferences{SMS: true, Email: true}, got)
	for _, chosen := range []store.Preferences{
		{Language: "ur", Email: true}, {Language: "ml", SMS: true, Promotions: true},
	} {
		require.NoError(t, s.SetPreferences(ctx, her.ID, chosen))
		got, err = s.Preferences(ctx, her.ID)
		require.NoError(t, err)
		require.Equal(t, chosen, got)
	}
	require.ErrorIs(t, s.SetPreferences(ctx, her.ID, store.Preferences{Language: "fr"}), store.ErrConflict)
	require.ErrorIs(t, s.SetPreferences(ctx, newID(), store.Preferences{Language: "en"}), store.ErrConflict)
}
