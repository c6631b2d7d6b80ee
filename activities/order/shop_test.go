package order_test

import (
	"context"
	"testing"

	"selfcare/dev/testkit/fixture"
)

const (
	numberA    = fixture.NumberA
	numberB    = fixture.NumberB
	goldNumber = fixture.GoldNumber
	brought    = fixture.Brought
	cardOne    = fixture.CardOne
	cardTwo    = fixture.CardTwo
	citizenID  = fixture.CitizenID
	residentID = fixture.ResidentID
	holdFor    = fixture.HoldFor
	holdCap    = fixture.HoldCap
)

var (
	ctx   = context.Background()
	now   = fixture.Now
	noura = fixture.Noura

	newOrder, at, booking, found = fixture.NewOrder, fixture.At, fixture.Booking, fixture.Found
	homeIn, attempt, parcel      = fixture.HomeIn, fixture.Attempt, fixture.Parcel
	lostSIM, watch               = fixture.LostSIM, fixture.Watch
	requireRefusal, requireRetry = fixture.RequireRefusal, fixture.RequireRetry
)

// shop is the shared fixture with helpers for tests of orders.
type shop struct{ *fixture.Shop }

func newShop(t *testing.T) *shop {
	t.Helper()
	return &shop{fixture.NewShop(t)}
}

func portShop(t *testing.T) *shop {
	t.Helper()
	return &shop{fixture.NewPortShop(t)}
}
