// Package stepflow passes the steps of an order on to its workflow.
package stepflow

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
)

// Updates passes single steps on to the workflow of an order.
type Updates struct {
	*middleware.Core
	Flow orderUpdater
}

type orderUpdater interface {
	Update(ctx context.Context, orderNumber, update, key string, arg any) (contract.Order, error)
}

// Apply passes one step on to the order's workflow. It answers with the order after the step, once Temporal has recorded it.
func (s *Updates) Apply(ctx context.Context, update string, arg any) (gen.OrderJSONResponse, error) {
	current := middleware.RequestOf(ctx)
	taken, err := s.Flow.Update(ctx, current.Order.Order.Number, update, current.Key, arg)
	if err != nil {
		return gen.OrderJSONResponse{}, err
	}
	view, err := present.Order(ctx, s.Core, taken)
	return gen.OrderJSONResponse(view), err
}
