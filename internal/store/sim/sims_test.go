package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
)

var ctx = context.Background()

func TestAllocateSIM_Repeated_ReturnsSameCard(t *testing.T) {
	s, order := testkit.Seeded(t), storetest.NewID()
	cards := make([]contract.SIM, 20)
	var all errgroup.Group
	for i := range cards {
		all.Go(func() (err error) {
			cards[i], err = s.SIMs.Allocate(ctx, order)
			return err
		})
	}
	require.NoError(t, all.Wait())
	for _, card := range cards {
		require.Equal(t, cards[0], card)
	}
}

func TestAllocateSIM_TwoOrders_GetTwoCards(t *testing.T) {
	s := testkit.Seeded(t)
	cards := make([]contract.SIM, 40)
	var all errgroup.Group
	for i := range cards {
		all.Go(func() (err error) {
			cards[i], err = s.SIMs.Allocate(ctx, storetest.NewID())
			return err
		})
	}
	require.NoError(t, all.Wait())
	seen := map[string]bool{}
	for _, card := range cards {
		require.False(t, seen[card.ICCID])
		seen[card.ICCID] = true
	}
}

func TestAllocateSIM_EmptyStock_IsError(t *testing.T) {
	_, err := testkit.Store(t).SIMs.Allocate(ctx, storetest.NewID())
	require.ErrorIs(t, err, storeerrors.ErrOutOfStock)
}

func TestReturnSIM_ActiveCard_Stays(t *testing.T) {
	s, first, second := testkit.Seeded(t), storetest.NewID(), storetest.NewID()
	card, err := s.SIMs.Allocate(ctx, first)
	require.NoError(t, err)
	require.NoError(t, s.SIMs.Return(ctx, first))
	require.NoError(t, s.SIMs.Return(ctx, first), "repeat")
	again, err := s.SIMs.Allocate(ctx, second)
	require.NoError(t, err)
	require.Equal(t, card, again)

	require.NoError(t, s.SIMs.MarkActive(ctx, second))
	require.NoError(t, s.SIMs.MarkActive(ctx, second), "repeat")
	require.NoError(t, s.SIMs.Return(ctx, second))
	kept, err := s.SIMs.Allocate(ctx, second)
	require.NoError(t, err)
	require.Equal(t, card, kept)
	require.ErrorIs(t, s.SIMs.MarkActive(ctx, storetest.NewID()), storeerrors.ErrNotFound)
}
