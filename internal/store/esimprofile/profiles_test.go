package esimprofile_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestClaim_OtherOrder_IsConflict(t *testing.T) {
	_, s := storetest.Database(t)
	first := storetest.Opened(t, s, storetest.FullOrder())
	second := storetest.Opened(t, s, storetest.FullOrder())
	mine := contract.ProfileOrder{OrderID: first.ID, Issue: 1}
	for range 2 {
		require.NoError(t, s.Profiles.Claim(ctx, mine, storetest.FirstICCID))
	}
	for name, tt := range map[string]struct {
		of    contract.ProfileOrder
		iccid string
	}{
		"another order":                {contract.ProfileOrder{OrderID: second.ID, Issue: 1}, storetest.FirstICCID},
		"another issue of the order":   {contract.ProfileOrder{OrderID: first.ID, Issue: 2}, storetest.FirstICCID},
		"another profile of the issue": {mine, storetest.SecondICCID},
	} {
		t.Run(name, func(t *testing.T) {
			require.ErrorIs(t, s.Profiles.Claim(ctx, tt.of, tt.iccid), storeerrors.ErrConflict)
		})
	}
	owner, err := s.Profiles.OrderOf(ctx, storetest.FirstICCID)
	require.NoError(t, err)
	require.Equal(t, first.ID, owner)
	_, err = s.Profiles.OrderOf(ctx, storetest.SecondICCID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestMove_LateState_IsIgnored(t *testing.T) {
	db, s := storetest.Database(t)
	o := storetest.Opened(t, s, storetest.FullOrder())
	other := storetest.Opened(t, s, storetest.FullOrder())
	require.NoError(t, s.Profiles.Claim(ctx, contract.ProfileOrder{OrderID: o.ID, Issue: 1}, storetest.FirstICCID))
	moves := func(order string, state contract.ProfileState) (stored string) {
		require.NoError(t, s.Profiles.Move(ctx, order, storetest.FirstICCID, state))
		require.NoError(t, db.NewRaw("SELECT status FROM esim_profiles").Scan(ctx, &stored))
		return stored
	}
	require.Equal(t, "ordered", moves(other.ID, contract.ProfileReleased), "the profile belongs to another order")
	require.Equal(t, "released", moves(o.ID, contract.ProfileReleased))
	require.Equal(t, "installed", moves(o.ID, contract.ProfileInstalled))
	require.Equal(t, "installed", moves(o.ID, contract.ProfileDownloaded))
	require.Equal(t, "installed", moves(o.ID, contract.ProfileCancelled))
}
