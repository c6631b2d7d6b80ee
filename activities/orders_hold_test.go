package activities_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

func TestExtendHold_KeepsTheNumberLonger(t *testing.T) {
	s := newShop(t)
	o := s.opened(numberA)
	later := now.Add(10 * time.Minute)
	kept := s.twice(func() (contract.Order, error) { return s.orders.ExtendHold(ctx, o, booking("", later)) })
	require.Equal(t, 1, kept.Booking.Extensions)
	require.Equal(t, now, kept.Booking.HeldSince)
	require.Equal(t, heldBy(o, later.Add(holdFor)), s.number(numberA))
	require.Equal(t, []string{"number.extended"}, s.lastEvents(o.ID, 1))
}

func TestExtendHold_StopsAtTheCap(t *testing.T) {
	s := newShop(t)
	o := s.opened(numberA)
	kept := s.twice(func() (contract.Order, error) {
		return s.orders.ExtendHold(ctx, o, booking("", now.Add(50*time.Minute)))
	})
	require.Equal(t, now.Add(holdCap), kept.Booking.HeldUntil)
	require.Equal(t, heldBy(o, now.Add(holdCap)), s.number(numberA))
}

func TestExtendHold_SavesAnElapsedHoldThatNobodyTook(t *testing.T) {
	s := newShop(t)
	o := s.opened(numberA)
	s.holdRunsOut(numberA)
	s.twice(func() (contract.Order, error) { return s.orders.ExtendHold(ctx, o, booking("", now)) })
	require.Equal(t, heldBy(o, now.Add(holdFor)), s.number(numberA))
}

func TestExtendHold_ANumberThatSomebodyTookIsRefused(t *testing.T) {
	s := newShop(t)
	o := s.opened(numberA)
	s.takenBySomebodyElse(numberA)
	s.refuses(func() (contract.Order, error) { return s.orders.ExtendHold(ctx, o, booking("", now)) }, contract.FailHoldExpired)
}

func TestGiveNumberBack_FreesItForOthers(t *testing.T) {
	s := newShop(t)
	o := s.confirmed(numberA)
	freed := s.twice(func() (contract.Order, error) { return s.orders.GiveNumberBack(ctx, o, at(now)) })
	require.Nil(t, freed.Booking)
	require.Equal(t, contract.StepNumberSelection, freed.Step)
	require.True(t, freed.Price.PinnedAt.IsZero(), "the price must be confirmed again")
	require.Equal(t, free, s.number(numberA))
	require.Equal(t, []string{"number.released"}, s.lastEvents(o.ID, 1))
}

func TestExpireHold_FreesTheNumberAndKeepsWhatWasTyped(t *testing.T) {
	s := newShop(t)
	o := s.confirmed(numberA)
	expired := s.twice(func() (contract.Order, error) { return s.orders.ExpireHold(ctx, o, at(now)) })
	require.Equal(t, &contract.Booking{
		MSISDN: numberA, Category: "bronze", Price: 3000, HeldSince: now, Expired: true,
	}, expired.Booking, "in view, so that similar ones can be offered")
	require.Equal(t, []any{o.Plan, o.Person, o.Contact, o.Delivery}, []any{expired.Plan, expired.Person, expired.Contact, expired.Delivery})
	require.True(t, expired.Price.PinnedAt.IsZero())
	require.Equal(t, free, s.number(numberA))
	require.Equal(t, []string{"number.expired"}, s.lastEvents(o.ID, 1))
}

func TestExpireHold_LeavesANumberAloneThatSomebodyTook(t *testing.T) {
	s := newShop(t)
	o := s.opened(numberA)
	s.holdRunsOut(numberA)
	other := s.opened(numberA)
	s.twice(func() (contract.Order, error) { return s.orders.ExpireHold(ctx, o, at(now)) })
	require.Equal(t, heldBy(other, now.Add(holdFor)), s.number(numberA))
}

func TestReleaseNumber_UndoesTheBookingAndTheSale(t *testing.T) {
	for name, way := range map[string]func(*shop) contract.Order{
		"held": func(s *shop) contract.Order { return s.opened(numberA) },
		"sold": func(s *shop) contract.Order { return s.paid(numberA) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := way(s)
			require.Equal(t, name, s.number(numberA).Status)
			released := s.twice(func() (contract.Order, error) { return s.orders.ReleaseNumber(ctx, o, at(now)) })
			require.Equal(t, o.Booking, released.Booking, "the closed order still shows which number it was about")
			require.Equal(t, free, s.number(numberA))
			require.Equal(t, []string{"number.released"}, s.lastEvents(o.ID, 1))
		})
	}
}

func TestFreeingANumber_AnOrderWithoutOneIsLeftAsItIs(t *testing.T) {
	for name, change := range map[string]func(*shop, contract.Order) (contract.Order, error){
		"give back": func(s *shop, o contract.Order) (contract.Order, error) {
			return s.orders.GiveNumberBack(ctx, o, at(now))
		},
		"expire": func(s *shop, o contract.Order) (contract.Order, error) { return s.orders.ExpireHold(ctx, o, at(now)) },
		"release": func(s *shop, o contract.Order) (contract.Order, error) {
			return s.orders.ReleaseNumber(ctx, o, at(now))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newShop(t)
			o := s.opened("")
			after := s.twice(func() (contract.Order, error) { return change(s, o) })
			require.Nil(t, after.Booking)
			require.Equal(t, []string{"order.started"}, s.timeline(o.ID))
		})
	}
}
