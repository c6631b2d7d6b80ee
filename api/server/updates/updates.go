// Package updates passes single steps on to the workflow of an order.
package updates

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Updates passes single steps on to the workflow of an order.
type Updates struct {
	*middleware.Core
	Flow    orderUpdater
	Orders  orderReader
	Written stepWatcher
}

type orderUpdater interface {
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
}

type orderReader interface {
	Get(ctx context.Context, id string) (store.OrderRecord, error)
}

// stepWatcher hears when what a step has made is in the database. It may hear nothing.
type stepWatcher interface {
	SubscribeStep(ctx context.Context, orderID, step string) (written <-chan int64, closeFn func())
}

// Apply passes one step on to the order's workflow and shows the order as it stands after it.
func (s *Updates) Apply(ctx context.Context, update string, arg any) (gen.OrderJSONResponse, error) {
	apply := s.untilAnswered
	if contract.OneWrite[update] {
		apply = s.untilWritten
	}
	taken, err := apply(ctx, update, arg)
	if err != nil {
		return gen.OrderJSONResponse{}, err
	}
	view, err := views.Order(ctx, s.Core, taken)
	return gen.OrderJSONResponse(view), err
}

func (s *Updates) untilAnswered(ctx context.Context, update string, arg any) (contract.Order, error) {
	current := middleware.RequestOf(ctx)
	return s.Flow.Update(ctx, current.Order.Order.Number, update, current.Key, arg)
}

func (s *Updates) untilWritten(ctx context.Context, update string, arg any) (contract.Order, error) {
	return s.First(ctx, middleware.RequestOf(ctx).Order.Order.ID, func(ctx context.Context) (contract.Order, error) {
		return s.untilAnswered(ctx, update, arg)
	})
}

// First asks an order's workflow for this request's step, one that is one write. It waits for the workflow's answer or for
// the row that the step has written, whichever comes first: they say the same, and Temporal may note the step while the
// customer reads on.
func (s *Updates) First(ctx context.Context, orderID string, ask asking) (contract.Order, error) {
	written, unsubscribe := s.Written.SubscribeStep(ctx, orderID, middleware.RequestOf(ctx).Key)
	defer unsubscribe()
	answers := ask.beside(context.WithoutCancel(ctx))
	select {
	case <-written:
		if record, err := s.Orders.Get(ctx, orderID); err == nil {
			return record.Order, nil
		}
	case first := <-answers:
		return first.order, first.err
	}
	only := <-answers
	return only.order, only.err
}

type answer struct {
	order contract.Order
	err   error
}

// asking waits for a workflow's answer.
type asking func(ctx context.Context) (contract.Order, error)

// beside waits beside its caller.
func (ask asking) beside(ctx context.Context) <-chan answer {
	answers := make(chan answer, 1)
	go func() {
		var got answer
		defer func() {
			if failed := recover(); failed != nil {
				got.err = fmt.Errorf("panic: %v", failed)
			}
			answers <- got
		}()
		got.order, got.err = ask(ctx)
	}()
	return answers
}
