package order

import (
	"context"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// NoteLate writes that an order waits for longer than is usual, and tells its customer the new time. One that has gone on
// meanwhile is not late.
func (a *Fulfilment) NoteLate(ctx context.Context, o contract.Order, in contract.OrderIsLate) (contract.Order, error) {
	return a.changeAlone(ctx, "note a late order", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		if !order.BecomesLate(o, in.OrderLate) {
			return o, nil, nil
		}
		return order.WithLate(o, in.OrderLate, in.Now), happened("order.late"), nil
	})
}
