package order_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestExtendHold_Held_KeepsNumberLonger(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	later := now.Add(10 * time.Minute)
	kept := s.Twice(func() (contract.Order, error) { return s.Orders.ExtendHold(ctx, o, booking("", later)) })
	require.Equal(t, 1, kept.Booking.Extensions)
	require.Equal(t, now, kept.Booking.HeldSince)
	require.Equal(t, heldBy(o, now.Add(2*holdFor)), s.number(numberA), "added to what was left")
	require.Equal(t, []string{"number.extended"}, s.LastEvents(o.ID, 1))
}

func TestExtendHold_AtTheCap_Stops(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	kept := s.Twice(func() (contract.Order, error) {
		return s.Orders.ExtendHold(ctx, o, booking("", now.Add(50*time.Minute)))
	})
	require.Equal(t, now.Add(holdCap), kept.Booking.HeldUntil)
	require.Equal(t, heldBy(o, now.Add(holdCap)), s.number(numberA))
}

func TestExtendHold_ElapsedButFree_IsSaved(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	s.HoldRunsOut(numberA)
	s.Twice(func() (contract.Order, error) { return s.Orders.ExtendHold(ctx, o, booking("", now)) })
	require.Equal(t, heldBy(o, now.Add(2*holdFor)), s.number(numberA))
}

func TestExtendHold_NumberTaken_Refused(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	s.SellToOtherOrder(numberA)
	s.Refuses(func() (contract.Order, error) { return s.Orders.ExtendHold(ctx, o, booking("", now)) }, contract.FailHoldExpired)
}

func TestGiveNumberBack_Held_IsFree(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	freed := s.Twice(func() (contract.Order, error) { return s.Orders.GiveNumberBack(ctx, o, at(now)) })
	require.Nil(t, freed.Booking)
	require.Equal(t, contract.StepNumberSelection, freed.Step)
	require.True(t, freed.Price.PinnedAt.IsZero(), "the price must be confirmed again")
	require.Equal(t, free, s.number(numberA))
	require.Equal(t, []string{"number.released"}, s.LastEvents(o.ID, 1))
}

func TestExpireHold_Elapsed_KeepsOtherAnswers(t *testing.T) {
	s := newShop(t)
	o := s.Confirmed(numberA)
	expired := s.Twice(func() (contract.Order, error) { return s.Orders.ExpireHold(ctx, o, at(now)) })
	require.Equal(t, &contract.Booking{
		MSISDN: numberA, Category: "bronze", Price: 3000, HeldSince: now, Expired: true,
	}, expired.Booking, "in view, so that similar ones can be offered")
	require.Equal(t, []any{o.Plan, o.Person, o.Contact, o.Delivery}, []any{expired.Plan, expired.Person, expired.Contact, expired.Delivery})
	require.True(t, expired.Price.PinnedAt.IsZero())
	require.Equal(t, free, s.number(numberA))
	require.Equal(t, []string{"number.expired"}, s.LastEvents(o.ID, 1))
}

func TestExpireHold_NumberTaken_LeavesItAlone(t *testing.T) {
	s := newShop(t)
	o := s.Opened(numberA)
	s.HoldRunsOut(numberA)
	other := s.Opened(numberA)
	s.Twice(func() (contract.Order, error) { return s.Orders.ExpireHold(ctx, o, at(now)) })
	require.Equal(t, heldBy(other, now.Add(holdFor)), s.number(numberA))
}

func TestReleaseNumber_Sold_UndoesSale(t *testing.T) {
	for name, way := range map[string]func(*shop) contract.Order{
		"held": func(s *shop) contract.Order { return s.Opened(numberA) },
		"sold": func(s *shop) contract.Order { return s.Paid(numberA) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := way(s)
			require.Equal(t, name, s.number(numberA).Status)
			released := s.Twice(func() (contract.Order, error) { return s.Orders.ReleaseNumber(ctx, o, at(now)) })
			require.Equal(t, o.Booking, released.Booking, "the closed order still shows which number it was about")
			require.Equal(t, free, s.number(numberA))
			require.Equal(t, []string{"number.released"}, s.LastEvents(o.ID, 1))
		})
	}
}

func TestReleaseNumber_WithoutNumber_Unchanged(t *testing.T) {
	for name, change := range map[string]func(*shop, contract.Order) (contract.Order, error){
		"give back": func(s *shop, o contract.Order) (contract.Order, error) {
			return s.Orders.GiveNumberBack(ctx, o, at(now))
		},
		"expire": func(s *shop, o contract.Order) (contract.Order, error) { return s.Orders.ExpireHold(ctx, o, at(now)) },
		"release": func(s *shop, o contract.Order) (contract.Order, error) {
			return s.Orders.ReleaseNumber(ctx, o, at(now))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := s.Opened("")
			after := s.Twice(func() (contract.Order, error) { return change(s, o) })
			require.Nil(t, after.Booking)
			require.Equal(t, []string{"order.started"}, s.Timeline(o.ID))
		})
	}
}
