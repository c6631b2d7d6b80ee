package order_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

func (s *shop) books(o contract.Order) order.Books {
	s.T.Helper()
	books, err := s.Store.Orders.Books(ctx, o.ID)
	require.NoError(s.T, err)
	return books
}

// numberState is a number's row: its holder, and until when.
type numberState struct {
	Status    string
	OrderID   string
	HeldUntil time.Time
}

func (s *shop) number(msisdn string) numberState {
	s.T.Helper()
	var n numberState
	require.NoError(s.T, s.DB.NewRaw(`
		SELECT status, coalesce(order_id::text, '') AS order_id, coalesce(held_until, to_timestamp(0)) AS held_until
		FROM numbers WHERE msisdn = ?`, msisdn).Scan(ctx, &n))
	if n.HeldUntil = n.HeldUntil.UTC(); n.HeldUntil.Unix() == 0 {
		n.HeldUntil = time.Time{}
	}
	return n
}

var free = numberState{Status: "free"}

func heldBy(o contract.Order, until time.Time) numberState {
	return numberState{Status: "held", OrderID: o.ID, HeldUntil: until}
}

func soldTo(o contract.Order) numberState { return numberState{Status: "sold", OrderID: o.ID} }

func TestBookNumber_Another_FreesFormer(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	later := now.Add(time.Minute)
	changed := s.Twice(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, booking(goldNumber, later)) })

	require.Equal(t, &contract.Booking{
		MSISDN: goldNumber, Category: "gold", Price: 50000, HeldSince: later, HeldUntil: later.Add(holdFor),
	}, changed.Booking)
	require.Equal(t, contract.Halalas(61500), changed.Price.Total)
	require.Equal(t, contract.StepOrderConfirmation, changed.Step, "another price must be confirmed again")
	require.Equal(t, free, s.number(numberA))
	require.Equal(t, heldBy(o, later.Add(holdFor)), s.number(goldNumber))
	require.Equal(t, []string{"number.booked"}, s.LastEvents(o.ID, 1))
}

func TestBookNumber_NewOneTaken_KeepsFormer(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	s.Opened(numberB)
	s.Refuses(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, booking(numberB, now)) }, contract.FailNumberTaken)
	require.Equal(t, heldBy(o, now.Add(holdFor)), s.number(numberA))
}

func TestBookNumber_NotOurs_KeepsFormer(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	s.Refuses(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, booking("0579999999", now)) }, contract.FailNumberUnknown)
	require.Equal(t, heldBy(o, now.Add(holdFor)), s.number(numberA))
}

func TestBookNumber_SameAgain_KeepsHold(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	later := booking(numberA, now.Add(10*time.Minute))
	again := s.Twice(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, later) })
	require.Equal(t, o.Booking, again.Booking)
	require.Equal(t, heldBy(o, now.Add(holdFor)), s.number(numberA))
	require.Equal(t, []string{"order.started", "number.booked"}, s.Timeline(o.ID), "nothing happened")
}

func TestBookNumber_Expired_StartsNewHold(t *testing.T) {
	s := newShop(t)
	o := s.Once(s.Orders.ExpireHold(ctx, s.Opened(numberA), at(now)))
	later := now.Add(20 * time.Minute)
	booked := s.Twice(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, booking(numberA, later)) })
	require.False(t, booked.Booking.Expired)
	require.Equal(t, later, booked.Booking.HeldSince)
	require.Equal(t, heldBy(o, later.Add(holdFor)), s.number(numberA))
}

func TestBookNumber_ElapsedHoldOfOther_IsFree(t *testing.T) {
	s := newShop(t)
	s.Opened(numberA)
	s.HoldRunsOut(numberA)
	o := s.Opened("")
	s.Twice(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, o, booking(numberA, now)) })
	require.Equal(t, heldBy(o, now.Add(holdFor)), s.number(numberA))
}

func TestBookNumber_TwentyOrders_OneWins(t *testing.T) {
	s := newShop(t)
	orders := make([]contract.Order, 20)
	for i := range orders {
		orders[i] = s.Opened("")
	}
	var winners, losers atomic.Int32
	var all errgroup.Group
	for _, o := range orders {
		all.Go(func() error {
			if _, err := s.Orders.BookNumber(ctx, o, booking(numberA, now)); err != nil {
				requireRefusal(collected{t}, err, contract.FailNumberTaken)
				losers.Add(1)
				return nil
			}
			winners.Add(1)
			return nil
		})
	}
	require.NoError(t, all.Wait())
	require.EqualValues(t, 1, winners.Load())
	require.EqualValues(t, 19, losers.Load())
}

// collected lets a goroutine fail the test; only the test's own goroutine may stop it.
type collected struct{ *testing.T }

func (c collected) FailNow() { c.Fail() }

func TestBookNumber_AfterLoss_SoldAtOnce(t *testing.T) {
	s := newShop(t)
	lost := s.NumberLost(numberA)
	replaced := s.Twice(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, lost, booking(numberB, now)) })
	require.Equal(t, contract.StagePlaced, replaced.Stage)
	require.Equal(t, &contract.Booking{MSISDN: numberB, Category: "bronze", Price: 3000, HeldSince: now}, replaced.Booking)
	require.Equal(t, lost.Price, replaced.Price, "the price paid stands")
	require.Equal(t, soldTo(lost), s.number(numberB))
	require.Equal(t, []string{"number.replaced", "order.placed"}, s.LastEvents(lost.ID, 2))
}

func TestBookNumber_AfterLoss_AtMostPricePaid(t *testing.T) {
	s := newShop(t)
	lost := s.NumberLost(numberA)
	s.Refuses(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, lost, booking(goldNumber, now)) },
		contract.FailNumberCostsMore, "msisdn")
	require.Equal(t, free, s.number(goldNumber))
}

func TestBookNumber_CheaperAfterLoss_KeepsPrice(t *testing.T) {
	s := newShop(t)
	lost := s.NumberLost(goldNumber)
	replaced := s.Twice(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, lost, booking(numberA, now)) })
	require.Equal(t, contract.Halalas(50000), replaced.Booking.Price)
	require.Equal(t, "bronze", replaced.Booking.Category)
}

func TestBookNumber_TakenAfterLoss_IsRefused(t *testing.T) {
	s := newShop(t)
	lost := s.NumberLost(numberA)
	s.Opened(numberB)
	s.Refuses(func() (contract.Order, error) { return s.Orders.BookNumber(ctx, lost, booking(numberB, now)) }, contract.FailNumberTaken)
}

func TestBookNumber_LostAnswerAfterLoss_Counts(t *testing.T) {
	s := newShop(t)
	lost := s.NumberLost(goldNumber)
	first := s.Once(s.Orders.BookNumber(ctx, lost, booking(numberA, now)))
	before := s.Written()
	again, err := s.Orders.BookNumber(ctx, lost, booking(numberB, now))
	require.NoError(t, err)
	require.Equal(t, first, again, "the order has bought a number; another click gets that one")
	require.Equal(t, before, s.Written())
}
