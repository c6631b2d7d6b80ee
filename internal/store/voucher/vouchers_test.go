package voucher_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

const code = "12345678901234"

var printed = purchase.Voucher{Value: 5000, ExpiresAt: time.Date(2027, 11, 20, 0, 0, 0, 0, time.UTC)}

// sold returns the hash of a voucher in our books.
func sold(t *testing.T, s *store.Store) (hash []byte) {
	t.Helper()
	added, err := s.Vouchers.Import(ctx, code, "batch-1", printed)
	require.NoError(t, err)
	require.True(t, added)
	return s.Vouchers.Hash(code)
}

func usedBy(t *testing.T, s *store.Store, hash []byte) string {
	t.Helper()
	v, err := s.Vouchers.Get(ctx, hash)
	require.NoError(t, err)
	return v.UsedBy
}

func TestTake_Concurrent_OnePurchaseWins(t *testing.T) {
	_, s := storetest.Database(t)
	hash := sold(t, s)
	var purchases [8]string
	for n := range purchases {
		purchases[n] = storetest.NewID()
	}
	winner := purchases[storetest.RequireOneWins(t, storeerrors.ErrConflict, func(caller int) error {
		return s.Vouchers.Take(ctx, hash, purchases[caller])
	})]
	require.NoError(t, s.Vouchers.Take(ctx, hash, winner), "a repeated call")
	require.Equal(t, winner, usedBy(t, s, hash))
}

func TestTake_SecondVoucher_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	hash, purchaseID := sold(t, s), storetest.NewID()
	_, err := s.Vouchers.Import(ctx, "99999999999999", "batch-1", printed)
	require.NoError(t, err)
	require.NoError(t, s.Vouchers.Take(ctx, hash, purchaseID))
	require.ErrorIs(t, s.Vouchers.Take(ctx, s.Vouchers.Hash("99999999999999"), purchaseID), storeerrors.ErrConflict)
	require.ErrorIs(t, s.Vouchers.Take(ctx, s.Vouchers.Hash("00000000000000"), purchaseID), storeerrors.ErrConflict, "an unknown code")
}

func TestTake_Blocked_IsConflict(t *testing.T) {
	db, s := storetest.Database(t)
	hash := sold(t, s)
	storetest.Exec(t, db, "UPDATE vouchers SET blocked = true")
	require.ErrorIs(t, s.Vouchers.Take(ctx, hash, storetest.NewID()), storeerrors.ErrConflict)
	require.Empty(t, usedBy(t, s, hash))
}

func TestGiveBack_Late_LeavesTheNewUse(t *testing.T) {
	_, s := storetest.Database(t)
	hash, first, second := sold(t, s), storetest.NewID(), storetest.NewID()
	require.NoError(t, s.Vouchers.Take(ctx, hash, first))
	require.NoError(t, s.Vouchers.GiveBack(ctx, first))
	require.NoError(t, s.Vouchers.Take(ctx, hash, second))
	require.NoError(t, s.Vouchers.GiveBack(ctx, first))
	require.Equal(t, second, usedBy(t, s, hash))
}

func TestImport_KnownCode_StaysAsItIs(t *testing.T) {
	_, s := storetest.Database(t)
	hash, purchaseID := sold(t, s), storetest.NewID()
	require.NoError(t, s.Vouchers.Take(ctx, hash, purchaseID))
	added, err := s.Vouchers.Import(ctx, code, "batch-2", purchase.Voucher{Value: 100, ExpiresAt: printed.ExpiresAt.AddDate(1, 0, 0)})
	require.NoError(t, err)
	require.False(t, added)
	v, err := s.Vouchers.Get(ctx, hash)
	require.NoError(t, err)
	require.True(t, printed.ExpiresAt.Equal(v.ExpiresAt))
	require.Equal(t, []any{printed.Value, purchaseID}, []any{v.Value, v.UsedBy})
	_, err = s.Vouchers.Get(ctx, s.Vouchers.Hash("00000000000000"))
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}
