package order

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// NoteLate records that an order waits for longer than usual, and tells its customer the new time. An order that has moved on
// meanwhile is not late.
func (a *Fulfilment) NoteLate(ctx context.Context, o contract.Order, in contract.OrderIsLate) (contract.Order, error) {
	return a.changeAlone(ctx, "note a late order", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		if !order.BecomesLate(o, in.OrderLate) {
			return o, nil, nil
		}
		return order.WithLate(o, in.OrderLate, in.Now), happened("order.late"), nil
	})
}
