package passkey_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/passkey"
	"selfcare/internal/store/storetest"
)

var (
	ctx = context.Background()
	at  = storetest.Today

	phone  = []byte("the key of a phone")
	laptop = []byte("the key of a laptop")
)

// added stores a passkey of a user at a count.
func added(t *testing.T, s *store.Store, userID string, id []byte, count uint32) {
	t.Helper()
	require.NoError(t, s.Passkeys.Add(ctx, passkey.Passkey{ID: id, UserID: userID, PublicKey: []byte("public"), SignCount: count, Name: "Phone"}))
}

func TestAdd_KnownKey_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	added(t, s, her.ID, phone, 1)
	for _, user := range []string{her.ID, him.ID} {
		require.ErrorIs(t, s.Passkeys.Add(ctx, passkey.Passkey{ID: phone, UserID: user, PublicKey: []byte("other"), Name: "Mine"}), storeerrors.ErrConflict)
	}
	stored, err := s.Passkeys.Get(ctx, phone)
	require.NoError(t, err)
	require.Equal(t, []any{her.ID, "public", "Phone"}, []any{stored.UserID, string(stored.PublicKey), stored.Name})
}

func TestUse_Count_MustIncrease(t *testing.T) {
	_, s := storetest.Database(t)
	her := storetest.OwnerOf(t, s, "0570000001", storetest.HerID)
	added(t, s, her.ID, phone, 4)
	added(t, s, her.ID, laptop, 0)
	storetest.RequireOneWins(t, storeerrors.ErrConflict, func(int) error { return s.Passkeys.Use(ctx, phone, 7, at) })
	for name, count := range map[string]uint32{"the same": 7, "an earlier one": 6, "none any more": 0} {
		require.ErrorIs(t, s.Passkeys.Use(ctx, phone, count, at.Add(time.Hour)), storeerrors.ErrConflict, name)
	}
	stored, err := s.Passkeys.Get(ctx, phone)
	require.NoError(t, err)
	require.EqualValues(t, 7, stored.SignCount)
	require.True(t, at.Equal(*stored.UsedAt), "a refused use leaves no time")

	for range 2 {
		require.NoError(t, s.Passkeys.Use(ctx, laptop, 0, at), "this device does not count")
	}
	require.NoError(t, s.Passkeys.Use(ctx, laptop, 1, at))
	require.ErrorIs(t, s.Passkeys.Use(ctx, laptop, 0, at), storeerrors.ErrConflict, "from now on it does")
}

func TestPasskeys_OtherUser_IsNotFound(t *testing.T) {
	db, s := storetest.Database(t)
	her, him := storetest.OwnerOf(t, s, "0570000001", storetest.HerID), storetest.OwnerOf(t, s, "0570000002", storetest.HisID)
	added(t, s, her.ID, phone, 0)
	added(t, s, her.ID, laptop, 0)
	storetest.Exec(t, db, "UPDATE passkeys SET added_at = now() - interval '1 day' WHERE credential_id = ?", phone)
	require.ErrorIs(t, s.Passkeys.Rename(ctx, him.ID, phone, "His"), storeerrors.ErrNotFound)
	require.ErrorIs(t, s.Passkeys.Remove(ctx, him.ID, phone), storeerrors.ErrNotFound)
	require.NoError(t, s.Passkeys.Rename(ctx, her.ID, phone, "Old phone"))
	names := func() (names []string) {
		all, err := s.Passkeys.Of(ctx, her.ID)
		require.NoError(t, err)
		for _, p := range all {
			names = append(names, p.Name)
		}
		return names
	}
	require.Equal(t, []string{"Phone", "Old phone"}, names(), "the newest first")
	require.NoError(t, s.Passkeys.Remove(ctx, her.ID, phone))
	require.ErrorIs(t, s.Passkeys.Remove(ctx, her.ID, phone), storeerrors.ErrNotFound)
	require.Len(t, names(), 1)
	his, err := s.Passkeys.Of(ctx, him.ID)
	require.NoError(t, err)
	require.Empty(t, his)
}
