package line_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	linestore "selfcare/internal/store/line"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestCreateLine_Repeated_ChangesNothing(t *testing.T) {
	db, s := storetest.Database(t)
	o := storetest.FullOrder()
	for range 2 {
		require.NoError(t, s.Lines.Create(ctx, o, time.Now()))
	}
	var lines, cards int
	require.NoError(t, db.NewRaw("SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM line_sims)").Scan(ctx, &lines, &cards))
	require.Equal(t, 1, lines)
	require.Equal(t, 1, cards)
}

func TestCreateLine_NumberInUse_IsConflict(t *testing.T) {
	s, first, second := testkit.Store(t), storetest.FullOrder(), storetest.FullOrder()
	require.NoError(t, s.Lines.Create(ctx, first, time.Now()))
	second.SIM = &contract.SIM{ICCID: "8996605000000000025"}
	require.ErrorIs(t, s.Lines.Create(ctx, second, time.Now()), storeerrors.ErrConflict)
	second.Person = nil
	require.ErrorIs(t, s.Lines.Create(ctx, second, time.Now()), storeerrors.ErrConflict)
}

func TestCountUnderID_PaidOrders_Count(t *testing.T) {
	s := testkit.Store(t)
	const id = "1000000008"
	counted := func() int {
		n, err := s.Lines.CountUnderID(ctx, id)
		require.NoError(t, err)
		return n
	}
	require.Zero(t, counted())
	wizard := storetest.Opened(t, s, storetest.FullOrder())
	require.Zero(t, counted(), "an order in the wizard may still be given up")

	placed := wizard
	placed.Seq, placed.Stage = 2, contract.StagePlaced
	require.NoError(t, s.Orders.Save(ctx, placed))
	require.Equal(t, 1, counted())
	require.NoError(t, s.Lines.Create(ctx, placed, time.Now()))
	require.Equal(t, 1, counted(), "the order has become the line")

	cancelled := storetest.FullOrder()
	cancelled.Stage = contract.StageCancelled
	storetest.Opened(t, s, cancelled)
	require.Equal(t, 1, counted())
	other, err := s.Lines.CountUnderID(ctx, "2000000006")
	require.NoError(t, err)
	require.Zero(t, other)
}

func TestClaimLine_SecondChange_IsBusy(t *testing.T) {
	_, s := storetest.Database(t)
	line := storetest.InService(t, s)
	until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
	first := linestore.Claim{LineID: line.ID, Holder: "first", OrderNumber: "SC1", Until: until}
	require.NoError(t, s.Lines.Claim(ctx, first))
	require.NoError(t, s.Lines.Claim(ctx, first), "again")
	second := linestore.Claim{LineID: line.ID, Holder: "second", Until: until}
	var busy *linestore.BusyError
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
	draft := linestore.Claim{LineID: line.ID, Holder: "draft", Until: storetest.Soon(), ExpiresAt: storetest.Past()}
	require.NoError(t, s.Lines.Claim(ctx, draft))
	_, err := s.Lines.ClaimOf(ctx, line.ID)
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
	require.NoError(t, s.Lines.Claim(ctx, linestore.Claim{LineID: line.ID, Holder: "another", Until: storetest.Soon(), ExpiresAt: storetest.Soon()}))
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
