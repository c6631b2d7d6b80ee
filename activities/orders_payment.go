package activities

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// OpenPayment writes the attempt before any money moves and keeps the number while it is open.
func (a *Orders) OpenPayment(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.change(ctx, "open payment", in.Now, func(q *store.Queries) (contract.Order, []contract.Event, error) {
		kept, err := keepNumber(ctx, q, o, in.Now, in.HoldFor, in.HoldCap)
		if err != nil {
			return o, nil, err
		}
		if err := keepPort(ctx, q, o, in.Now.Add(in.HoldFor)); err != nil {
			return o, nil, err
		}
		err = q.SavePayment(ctx, o.ID, in.Payment)
		return order.WithPayment(kept, in.Payment), happened("payment.started"), err
	})
}

// RecordPayment writes what the provider said. The first success buys the number; another one is a double payment.
func (a *Orders) RecordPayment(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.change(ctx, "record payment", in.Now, func(q *store.Queries) (contract.Order, []contract.Event, error) {
		p := in.Payment
		known := order.PaymentByID(o, p.ID)
		if known != nil && (known.Status == p.Status || known.Status.Settled()) {
			return o, nil, nil // late news of a payment whose outcome stands
		}
		p.Double = p.Status == contract.PaymentPaid && !awaitsMoney(o)
		if err := q.SavePayment(ctx, o.ID, p); err != nil {
			return o, nil, err
		}
		paid := order.WithPayment(o, p)
		if p.Status != contract.PaymentPaid {
			return paid, happened("payment." + string(p.Status)), nil
		}
		if err := q.Post(ctx, charged(o.ID, p)); err != nil {
			return o, nil, err
		}
		if p.Double {
			return paid, happened("payment.double"), nil
		}
		return buyNumber(ctx, q, paid)
	})
}

// awaitsMoney is false once the order is paid or ending: money that arrives then goes back.
func awaitsMoney(o contract.Order) bool {
	return o.Stage == contract.StageWizard && order.PaidPayment(o) == nil
}

// buyNumber makes the held number the order's own; a hold that ran out meanwhile still counts while nobody took it.
func buyNumber(ctx context.Context, q *store.Queries, o contract.Order) (contract.Order, []contract.Event, error) {
	if o.Port != nil {
		return bringNumber(ctx, q, o)
	}
	if o.Booking == nil { // in service already
		o.Stage = contract.StagePlaced
		return o, happened("payment.paid", "order.placed"), nil
	}
	err := q.SellNumber(ctx, o.Booking.MSISDN, o.ID)
	if errors.Is(err, store.ErrNumberTaken) {
		lost := *o.Booking
		lost.Expired, lost.HeldUntil = true, time.Time{}
		o.Booking, o.Stage = &lost, contract.StageNumberLost
		return o, happened("payment.paid", "number.lost"), nil
	}
	bought := *o.Booking
	bought.Expired, bought.HeldUntil = false, time.Time{}
	o.Booking = &bought
	o.Stage = contract.StagePlaced
	return o, happened("payment.paid", "order.placed"), err
}

// RecordRefund writes that money went back.
func (a *Orders) RecordRefund(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.change(ctx, "record refund", in.Now, func(q *store.Queries) (contract.Order, []contract.Event, error) {
		refunded := in.Payment.Amount
		p := *order.PaymentByID(o, in.Payment.ID)
		p.Status = contract.PaymentRefunded
		if err := q.SavePayment(ctx, o.ID, p); err != nil {
			return o, nil, err
		}
		if err := q.Post(ctx, returned(o.ID, p.ID, refunded)); err != nil {
			return o, nil, err
		}
		return order.WithPayment(o, p), []contract.Event{{Key: "refund.done", Params: amountParam(refunded)}}, nil
	})
}
