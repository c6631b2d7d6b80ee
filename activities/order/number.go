package order

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/number"
)

// Numbers writes the number of an order: booked, held longer, given back.
type Numbers struct{ writer }

// BookNumber books a number for a running order; the claim gives the former one back. After a lost number the new one is sold
// at once, and may not cost more than the lost one.
func (a *Numbers) BookNumber(ctx context.Context, o contract.Order, in contract.Booked) (contract.Order, error) {
	return a.change(ctx, "book number", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if o.Stage == contract.StageNumberLost {
			return replaceLost(ctx, q, o, in)
		}
		if o.Booking != nil && !o.Booking.Expired && o.Booking.MSISDN == in.MSISDN {
			return o, nil, nil // already booked; a repeat must not lengthen the hold
		}
		booked, err := book(ctx, q, o, in, q.Numbers.Claim)
		return booked, happened("number.booked"), err
	})
}

type claim func(ctx context.Context, msisdn, orderID string, until time.Time) (number.Free, error)

func book(ctx context.Context, q *store.Tx, o contract.Order, in contract.Booked, take claim) (contract.Order, error) {
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return o, err
	}
	until := in.Now.Add(in.HoldFor)
	free, err := take(ctx, in.MSISDN, o.ID, until)
	if err != nil {
		return o, err
	}
	booking := contract.Booking{
		MSISDN: free.MSISDN, Category: free.Category, Price: free.Price, HeldSince: in.Now, HeldUntil: until,
	}
	return order.WithBooking(o, booking, settings.VATPercent), nil
}

func replaceLost(ctx context.Context, q *store.Tx, o contract.Order, in contract.Booked) (contract.Order, []contract.Event, error) {
	saved, err := q.Orders.Get(ctx, o.ID)
	if err != nil {
		return o, nil, err
	}
	if saved.Order.Stage == contract.StagePlaced { // an earlier try was written and its answer lost: its number counts
		return placed(o, *saved.Order.Booking)
	}
	free, err := q.Numbers.Claim(ctx, in.MSISDN, o.ID, in.Now.Add(in.HoldFor))
	if err != nil {
		return o, nil, err
	}
	if err := order.ValidateReplacement(o, free.Price); err != nil {
		return o, nil, err
	}
	if err := q.Numbers.Sell(ctx, free.MSISDN, o.ID); err != nil {
		return o, nil, err
	}
	return placed(o, contract.Booking{MSISDN: free.MSISDN, Category: free.Category, Price: o.Booking.Price, HeldSince: in.Now})
}

func placed(o contract.Order, replacement contract.Booking) (contract.Order, []contract.Event, error) {
	o.Booking, o.Stage = &replacement, contract.StagePlaced
	return o, happened("number.replaced", "order.placed"), nil
}

// ExtendHold is the customer's "keep my number".
func (a *Numbers) ExtendHold(ctx context.Context, o contract.Order, in contract.Booked) (contract.Order, error) {
	return a.change(ctx, "extend hold", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if !order.HasHold(o) {
			return o, happened("number.extended"), nil
		}
		kept, err := extendHold(ctx, q, o, order.ExtendedUntil(*o.Booking, in.Now, in.HoldFor, in.HoldCap))
		if err == nil {
			kept.Booking.Extensions++
		}
		return kept, happened("number.extended"), err
	})
}

// keepNumber lengthens a live hold; an order without one stays unchanged.
func keepNumber(ctx context.Context, q *store.Tx, o contract.Order, now time.Time, window, limit time.Duration) (contract.Order, error) {
	if !order.HasHold(o) {
		return o, nil
	}
	return extendHold(ctx, q, o, order.HoldUntil(*o.Booking, now, window, limit))
}

// extendHold moves the end of the hold, in the order and at the number.
func extendHold(ctx context.Context, q *store.Tx, o contract.Order, until time.Time) (contract.Order, error) {
	o = order.WithHoldUntil(o, until)
	err := q.Numbers.ExtendHold(ctx, o.Booking.MSISDN, o.ID, until)
	if errors.Is(err, storeerrors.ErrNumberTaken) {
		return o, contract.Refuse(contract.FailHoldExpired)
	}
	return o, err
}

// GiveNumberBack frees the number at the customer's request.
func (a *Numbers) GiveNumberBack(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.freeNumber(ctx, o, in, "number.released", false)
}

// ExpireHold frees the number because its time is over. The customer's other answers stay.
func (a *Numbers) ExpireHold(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.freeNumber(ctx, o, in, "number.expired", true)
}

func (a *Numbers) freeNumber(ctx context.Context, o contract.Order, in contract.At, event string, lost bool) (contract.Order, error) {
	return a.change(ctx, "free number", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if o.Booking == nil {
			return o, nil, nil
		}
		err := q.Numbers.Release(ctx, o.Booking.MSISDN, o.ID)
		return order.WithoutBooking(o, lost), happened(event), err
	})
}

// ReleaseNumber undoes the booking and the sale of the number when the order ends. Another order may then bring a number that
// this one was bringing along.
func (a *Numbers) ReleaseNumber(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "release number", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if o.Booking == nil {
			return o, nil, q.Ports.Release(ctx, o.ID)
		}
		err := q.Numbers.Release(ctx, o.Booking.MSISDN, o.ID)
		return o, happened("number.released"), err
	})
}
