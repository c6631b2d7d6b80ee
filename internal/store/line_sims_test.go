package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

func TestClaimLine_SecondChange_IsBusy(t *testing.T) {
	_, s := storetest.Database(t)
	line := storetest.InService(t, s)
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	first := store.LineClaim{LineID: line.ID, Holder: "first", OrderNumber: "SC1", Until: until}
	require.NoError(t, s.Lines.Claim(ctx, first))
	require.NoError(t, s.Lines.Claim(ctx, first), "again")
	second := store.LineClaim{LineID: line.ID, Holder: "second", Until: until}
	var busy *store.LineBusyError
	require.ErrorAs(t, s.Lines.Claim(ctx, second), &busy)
	require.Equal(t, "SC1", busy.By.OrderNumber)
	require.True(t, until.Equal(busy.By.Until))
	require.NotContains(t, busy.Error(), line.MSISDN)

	require.NoError(t, s.Lines.Release(ctx, "second"), "nothing of its own")
	require.Error(t, s.Lines.Claim(ctx, second))
	require.NoError(t, s.Lines.Release(ctx, "first"))
	require.NoError(t, s.Lines.Claim(ctx, second))
}

func TestClaimLine_DraftsClaim_Expires(t *testing.T) {
	_, s := storetest.Database(t)
	line := storetest.InService(t, s)
	draft := store.LineClaim{LineID: line.ID, Holder: "draft", Until: storetest.Soon(), ExpiresAt: storetest.Past()}
	require.NoError(t, s.Lines.Claim(ctx, draft))
	_, err := s.Lines.ClaimOf(ctx, line.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.NoError(t, s.Lines.Claim(ctx, store.LineClaim{LineID: line.ID, Holder: "another", Until: storetest.Soon(), ExpiresAt: storetest.Soon()}))
	require.Error(t, s.Lines.Claim(ctx, draft))
}

func TestLines_Suspended_CanResume(t *testing.T) {
	db, s := storetest.Database(t)
	line := storetest.InService(t, s)
	status := func() contract.LineStatus {
		found, err := s.Lines.Get(ctx, line.ID)
		require.NoError(t, err)
		return found.Status
	}
	require.NoError(t, s.Lines.Suspend(ctx, line.ID))
	require.Equal(t, contract.LineSuspended, status())
	require.NoError(t, s.Lines.Resume(ctx, line.ID))
	require.Equal(t, contract.LineActive, status())
	storetest.Exec(t, db, "UPDATE lines SET status = 'blocked'")
	require.NoError(t, s.Lines.Suspend(ctx, line.ID))
	require.NoError(t, s.Lines.Resume(ctx, line.ID))
	require.Equal(t, contract.LineBlocked, status(), "a block by a court stays")

	later := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
	require.NoError(t, s.Lines.Guard(ctx, line.ID, later))
	require.NoError(t, s.Lines.Guard(ctx, line.ID, later.Add(-time.Hour)))
	guarded, err := s.Lines.Get(ctx, line.ID)
	require.NoError(t, err)
	require.True(t, later.Equal(guarded.GuardedUntil))
}
