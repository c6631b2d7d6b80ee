package order

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// errRefundUnderWay makes late money wait, because the refund of the same order is writing its row.
var errRefundUnderWay = errors.New("a refund of the order is under way")

// RecordLatePayment records money that came for an order that is over, and returns the amount to refund.
func (a *Payments) RecordLatePayment(ctx context.Context, in contract.LatePaymentMoved) (contract.LateMoney, error) {
	o, err := a.readClosedOrder(ctx, in.OrderID)
	if err != nil {
		return contract.LateMoney{}, failure.Map("record late payment", err)
	}
	late := order.LateMoney(o, in.Payment)
	if late == nil {
		return contract.LateMoney{Number: o.Number}, nil
	}
	if order.PaymentByID(o, late.ID).Status != contract.PaymentPaid {
		o, err = a.change(ctx, "record late payment", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
			if err := q.Payments.Save(ctx, o.ID, *late); err != nil {
				return o, nil, err
			}
			return order.WithPayment(o, *late), happened("payment.double"), q.Ledger.Post(ctx, ledger.ChargePosting(o.ID, *late))
		})
	}
	return contract.LateMoney{Number: o.Number, Due: late.Amount}, err
}

// RecordLateRefund records that such money is refunded.
func (a *Payments) RecordLateRefund(ctx context.Context, in contract.LatePaymentMoved) (contract.Order, error) {
	o, err := a.readClosedOrder(ctx, in.OrderID)
	if err != nil {
		return contract.Order{}, failure.Map("record late refund", err)
	}
	if p := order.PaymentByID(o, in.Payment.ID); p == nil || p.Status == contract.PaymentRefunded {
		return o, nil
	}
	return a.RecordRefund(ctx, o, contract.PaymentMoved{At: in.At, Payment: *order.PaymentByID(o, in.Payment.ID)})
}

// readClosedOrder reads an order from its row, because its own workflow is over. Each write reads it anew, because support may
// have begun a refund in between.
func (a *Payments) readClosedOrder(ctx context.Context, orderID string) (contract.Order, error) {
	record, err := a.store.Orders.Get(ctx, orderID)
	switch {
	case errors.Is(err, storeerrors.ErrNotFound):
		return contract.Order{}, contract.Refuse(contract.FailOrderNotFound)
	case err != nil:
		return contract.Order{}, err
	case record.Order.Refund != nil && !record.Order.Refund.Done():
		return contract.Order{}, errRefundUnderWay
	default:
		return record.Order, nil
	}
}
