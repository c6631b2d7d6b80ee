package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

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
