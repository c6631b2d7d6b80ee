package store_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

func TestAllocateSIM_Repeated_ReturnsSameCard(t *testing.T) {
	s, order := testkit.Seeded(t), newID()
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
			cards[i], err = s.SIMs.Allocate(ctx, newID())
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
	_, err := testkit.Store(t).SIMs.Allocate(ctx, newID())
	require.ErrorIs(t, err, storeerrors.ErrOutOfStock)
}

func TestReturnSIM_ActiveCard_Stays(t *testing.T) {
	s, first, second := testkit.Seeded(t), newID(), newID()
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
	require.ErrorIs(t, s.SIMs.MarkActive(ctx, newID()), storeerrors.ErrNotFound)
}

func TestShipments_LateState_IsIgnored(t *testing.T) {
	db, s := database(t)
	order := newID()
	for _, shipment := range []contract.Shipment{
		{AirwayBill: "290000000001", Status: contract.ShipmentBooked, TrackingURL: "https://courier.example/290000000001"},
		{AirwayBill: "290000000001", Status: contract.ShipmentFailedAttempt, Attempts: 2},
		{AirwayBill: "290000000001", Status: contract.ShipmentDelivered, Attempts: 1},
		{AirwayBill: "290000000001", Status: contract.ShipmentInTransit},
	} {
		require.NoError(t, s.Shipments.Save(ctx, order, shipment))
	}
	var status string
	var attempts int
	require.NoError(t, db.NewRaw("SELECT status, attempts FROM shipments").Scan(ctx, &status, &attempts))
	require.Equal(t, "delivered", status)
	require.Equal(t, 2, attempts)

	found, err := s.Shipments.OrderOf(ctx, "290000000001")
	require.NoError(t, err)
	require.Equal(t, order, found)
	_, err = s.Shipments.OrderOf(ctx, "290000000002")
	require.ErrorIs(t, err, storeerrors.ErrNotFound)
}

func TestCreateLine_Repeated_ChangesNothing(t *testing.T) {
	db, s := database(t)
	o := fullOrder()
	for range 2 {
		require.NoError(t, s.Lines.Create(ctx, o, time.Now()))
	}
	var lines, cards int
	require.NoError(t, db.NewRaw("SELECT (SELECT count(*) FROM lines), (SELECT count(*) FROM line_sims)").Scan(ctx, &lines, &cards))
	require.Equal(t, 1, lines)
	require.Equal(t, 1, cards)
}

func TestCreateLine_NumberInUse_IsConflict(t *testing.T) {
	s, first, second := testkit.Store(t), fullOrder(), fullOrder()
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
	wizard := opened(t, s, fullOrder())
	require.Zero(t, counted(), "an order in the wizard may still be given up")

	placed := wizard
	placed.Seq, placed.Stage = 2, contract.StagePlaced
	require.NoError(t, s.Orders.Save(ctx, placed))
	require.Equal(t, 1, counted())
	require.NoError(t, s.Lines.Create(ctx, placed, time.Now()))
	require.Equal(t, 1, counted(), "the order has become the line")

	cancelled := fullOrder()
	cancelled.Stage = contract.StageCancelled
	opened(t, s, cancelled)
	require.Equal(t, 1, counted())
	other, err := s.Lines.CountUnderID(ctx, "2000000006")
	require.NoError(t, err)
	require.Zero(t, other)
}
