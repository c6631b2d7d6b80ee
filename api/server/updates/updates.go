// Package updates passes single steps on to workflows, and waits for what they make.
package updates

import (
	"context"
	"errors"
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
	Written StepWatcher
}

type orderUpdater interface {
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
}

type orderReader interface {
	Get(ctx context.Context, id string) (store.OrderRecord, error)
}

// StepWatcher hears when what a step has made is in the database. It may hear nothing.
type StepWatcher interface {
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

// untilAnswered sends a step once more that was refused: the workflow may have been behind the row, and is not any more.
func (s *Updates) untilAnswered(ctx context.Context, update string, arg any) (contract.Order, error) {
	current := middleware.RequestOf(ctx)
	taken, err := s.Flow.Update(ctx, current.Order.Order.Number, update, current.Key, arg)
	var refused *contract.Refusal
	if !errors.As(err, &refused) || !s.caughtUp(ctx) {
		return taken, err
	}
	return s.Flow.Update(ctx, current.Order.Order.Number, update, current.Key, arg)
}

// caughtUp has a workflow look at its row: the step before may have been saved, answered, and lost with Temporal and with whoever would
// have sent it again (ADR 20). A workflow that knows the row by now refuses to look, which leaves no history; when it refused the step it
// may have been behind all the same: its worker died once the step before was saved, and the next one was given both.
func (s *Updates) caughtUp(ctx context.Context) bool {
	current := middleware.RequestOf(ctx)
	o := current.Order.Order
	_, err := s.Flow.Update(ctx, o.Number, contract.UpdateCatchUp, current.Key+"/catch-up", contract.CatchUp{Seq: o.Seq})
	var knows *contract.Refusal
	return err == nil || errors.As(err, &knows)
}

func (s *Updates) untilWritten(ctx context.Context, update string, arg any) (contract.Order, error) {
	return s.First(ctx, middleware.RequestOf(ctx).Order.Order.ID, func(ctx context.Context) (contract.Order, error) {
		return s.untilAnswered(ctx, update, arg)
	})
}

// First asks an order's workflow for this request's step, one that is one write.
func (s *Updates) First(ctx context.Context, orderID string, ask func(ctx context.Context) (contract.Order, error)) (contract.Order, error) {
	return First(ctx, s.Written, orderID, ask, func(ctx context.Context, _ int64) (contract.Order, error) {
		record, err := s.Orders.Get(ctx, orderID)
		return record.Order, err
	})
}

// First asks a workflow for this request's step, one that is one write. It waits for the workflow's answer or for the row that the
// step has written, whichever comes first: they say the same, and Temporal may note the step while the customer reads on. id is
// the order's, the purchase's, or the line's where the row is that of its plan; seq is the row's as it was written.
func First[T any](
	ctx context.Context, w StepWatcher, id string, ask func(ctx context.Context) (T, error), read func(ctx context.Context, seq int64) (T, error),
) (T, error) {
	written, unsubscribe := w.SubscribeStep(ctx, id, middleware.RequestOf(ctx).Key)
	defer unsubscribe()
	answers := beside(context.WithoutCancel(ctx), ask)
	select {
	case seq := <-written:
		if row, err := read(ctx, seq); err == nil {
			return row, nil
		}
	case first := <-answers:
		return first.row, first.err
	}
	only := <-answers
	return only.row, only.err
}

type answer[T any] struct {
	row T
	err error
}

// beside waits for a workflow's answer beside its caller.
func beside[T any](ctx context.Context, ask func(ctx context.Context) (T, error)) <-chan answer[T] {
	answers := make(chan answer[T], 1)
	go func() {
		var got answer[T]
		defer func() {
			if failed := recover(); failed != nil {
				got.err = fmt.Errorf("panic: %v", failed)
			}
			answers <- got
		}()
		got.row, got.err = ask(ctx)
	}()
	return answers
}
