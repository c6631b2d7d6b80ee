package user_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/user"
)

var ctx = context.Background()

func TestPreferences_LastChoice_Wins(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	got, err := s.Users.Preferences(ctx, her.ID)
	require.NoError(t, err)
	require.Equal(t, user.Preferences{SMS: true, Email: true}, got)
	for _, chosen := range []user.Preferences{
		{Language: "ur", Email: true}, {Language: "ml", SMS: true, Promotions: true},
	} {
		require.NoError(t, s.Users.SetPreferences(ctx, her.ID, chosen))
		got, err = s.Users.Preferences(ctx, her.ID)
		require.NoError(t, err)
		require.Equal(t, chosen, got)
	}
	require.ErrorIs(t, s.Users.SetPreferences(ctx, her.ID, user.Preferences{Language: "fr"}), storeerrors.ErrConflict)
	require.ErrorIs(t, s.Users.SetPreferences(ctx, storetest.NewID(), user.Preferences{Language: "en"}), storeerrors.ErrConflict)
}

func TestOrderHolder_GuestOrder_IsFoundByID(t *testing.T) {
	db, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	require.NoError(t, s.Users.SetPreferences(ctx, her.ID, user.Preferences{Language: "en", Email: true}))
	require.NoError(t, s.Users.ConfirmEmail(ctx, her.ID, "her@example.com"))
	hers := user.OrderHolder{Email: true, ConfirmedEmail: "her@example.com"}
	signedIn := storetest.OrderOf(t, s, her.ID, storetest.HisID, time.Now())
	asGuest, strangers := storetest.OrderOf(t, s, "", storetest.HerID, time.Now()), storetest.OrderOf(t, s, "", "1000000008", time.Now())
	his := storetest.OrderOf(t, s, him.ID, storetest.HerID, time.Now())
	_, err := db.NewRaw("UPDATE orders SET stage = 'preparing'").Exec(ctx)
	require.NoError(t, err)
	for order, want := range map[string]user.OrderHolder{signedIn: hers, asGuest: hers, his: {SMS: true, Email: true}} {
		holder, err := s.Users.OrderHolder(ctx, order)
		require.NoError(t, err)
		require.Equal(t, want, holder)
	}
	for _, unknown := range []string{strangers, storetest.NewID()} {
		_, err := s.Users.OrderHolder(ctx, unknown)
		require.ErrorIs(t, err, storeerrors.ErrNotFound)
	}
	_, err = db.NewRaw("UPDATE orders SET stage = 'wizard' WHERE id = ?", asGuest).Exec(ctx)
	require.NoError(t, err)
	_, err = s.Users.OrderHolder(ctx, asGuest)
	require.ErrorIs(t, err, storeerrors.ErrNotFound, "before the order is placed the ID is unproved")
}

func TestConfirmEmail_Another_CancelsOld(t *testing.T) {
	tests := map[string]struct {
		former []string // confirmed before, in order
		email  string
		kept   bool
	}{
		"another one instead of a confirmed one": {[]string{"her@example.com"}, "new@example.com", false},
		"the first one":                          {nil, "her@example.com", true},
		"the same one once more":                 {[]string{"her@example.com"}, "her@example.com", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, s := storetest.Database(t)
			her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
			him := storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
			for _, former := range test.former {
				require.NoError(t, s.Users.ConfirmEmail(ctx, her.ID, former))
			}
			chosen := user.Preferences{Language: "en", SMS: true, Email: true, Promotions: true}
			require.NoError(t, s.Users.SetPreferences(ctx, her.ID, chosen))
			require.NoError(t, s.Users.SetPreferences(ctx, him.ID, chosen))
			require.NoError(t, s.Users.ConfirmEmail(ctx, her.ID, test.email))
			his, err := s.Users.Preferences(ctx, him.ID)
			require.NoError(t, err)
			require.Equal(t, chosen, his, "of another user")
			chosen.Promotions = test.kept
			hers, err := s.Users.Preferences(ctx, her.ID)
			require.NoError(t, err)
			require.Equal(t, chosen, hers)
		})
	}
}
