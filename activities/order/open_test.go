package order_test

import (
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
)

func TestOpenOrder_WithNumber_WritesAndBooks(t *testing.T) {
	s, o := newShop(t), newOrder()
	opening := contract.Opening{Session: []byte("hash"), Subject: "user-7", MSISDN: numberA}

	opened := s.Twice(func() (contract.Order, error) { return s.Orders.OpenOrder(ctx, o, opening, booking("", now)) })

	require.EqualValues(t, 1, opened.Seq)
	require.Equal(t, contract.StepPlanSelection, opened.Step)
	require.Equal(t, &contract.Booking{
		MSISDN: numberA, Category: "bronze", Price: 3000, HeldSince: now, HeldUntil: now.Add(holdFor),
	}, opened.Booking)
	require.Equal(t, contract.Halalas(3000), opened.Price.Total)
	require.Equal(t, []string{"order.started", "number.booked"}, s.Timeline(o.ID))
	record, err := s.Store.Orders.Get(ctx, o.ID)
	require.NoError(t, err)
	require.Equal(t, []byte("hash"), record.Session)
	require.Equal(t, "user-7", record.Subject)
	require.Equal(t, "held", s.books(o).Number)
}

func TestOpenOrder_WithoutNumber_StartsAtNumbers(t *testing.T) {
	s, o := newShop(t), newOrder()
	opening := contract.Opening{Session: []byte("hash")}
	opened := s.Twice(func() (contract.Order, error) { return s.Orders.OpenOrder(ctx, o, opening, booking("", now)) })
	require.Nil(t, opened.Booking)
	require.Equal(t, contract.StepNumberSelection, opened.Step)
	require.Equal(t, []string{"order.started"}, s.Timeline(o.ID))
	require.Equal(t, "none", s.books(o).Number)
}

func TestOpenOrder_NumberGone_LeavesNoOrder(t *testing.T) {
	for msisdn, code := range map[string]contract.Code{
		numberA:      contract.FailNumberTaken,
		"0579999999": contract.FailNumberUnknown,
	} {
		t.Run(string(code), func(t *testing.T) {
			s, o := newShop(t), newOrder()
			s.Opened(numberA)
			opening := contract.Opening{Session: []byte("hash"), MSISDN: msisdn}
			s.Refuses(func() (contract.Order, error) { return s.Orders.OpenOrder(ctx, o, opening, booking("", now)) }, code)
			_, err := s.Store.Orders.Get(ctx, o.ID)
			require.ErrorIs(t, err, storeerrors.ErrNotFound)
			require.Empty(t, s.Announced.Of(o.ID))
		})
	}
}

func TestOpenOrder_Package_BringsItsPlan(t *testing.T) {
	s, o := newShop(t), newOrder()
	o.PackageID = "postpaid-200"
	opening := contract.Opening{Session: []byte("hash"), MSISDN: numberA}
	opened := s.Twice(func() (contract.Order, error) { return s.Orders.OpenOrder(ctx, o, opening, booking("", now)) })
	require.Equal(t, &contract.Plan{
		ID: "postpaid-200", NameEn: "Postpaid 200", NameAr: "المفوترة 200", Price: 20000, SubscriptionType: "postpaid", CycleDays: 30,
	}, opened.Plan)
	require.Equal(t, contract.StepEligibilityCheck, opened.Step, "the plan step is left out")
	require.Equal(t, contract.Halalas(23000), opened.Price.Total)
}

func TestOpenOrder_PackageNotSold_IsRefused(t *testing.T) {
	s, o := newShop(t), newOrder()
	o.PackageID = "old-1"
	opening := contract.Opening{Session: []byte("hash"), MSISDN: numberA}
	s.Refuses(func() (contract.Order, error) { return s.Orders.OpenOrder(ctx, o, opening, booking("", now)) },
		contract.FailPlanUnknown, "packageId")
}

func TestOpenOrder_TwentyForOneNumber_OneWins(t *testing.T) {
	s := newShop(t)
	orders := make([]contract.Order, 20)
	refusals := make([]error, len(orders))
	var winners atomic.Int32
	var all errgroup.Group
	for i := range orders {
		orders[i] = newOrder()
		all.Go(func() error {
			opening := contract.Opening{Session: []byte("hash"), MSISDN: numberA}
			_, refusals[i] = s.Orders.OpenOrder(ctx, orders[i], opening, booking("", now))
			if refusals[i] == nil {
				winners.Add(1)
			}
			return nil
		})
	}
	require.NoError(t, all.Wait())
	require.EqualValues(t, 1, winners.Load())
	for i, refusal := range refusals {
		if refusal == nil {
			require.Equal(t, numberA, s.Row(orders[i].ID).Booking.MSISDN)
			continue
		}
		requireRefusal(t, refusal, contract.FailNumberTaken)
		_, err := s.Store.Orders.Get(ctx, orders[i].ID)
		require.ErrorIs(t, err, storeerrors.ErrNotFound, "a loser leaves no row")
	}
}
