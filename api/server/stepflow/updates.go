// Package stepflow passes the steps of an order on to its workflow.
package stepflow

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
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
	row := current.Order.Order
	taken, err := flow.SendFromRow(ctx, row.Seq, func() (contract.Order, error) {
		return s.Flow.Update(ctx, row.Number, update, current.Key, arg)
	})
	if err != nil {
		return gen.OrderJSONResponse{}, err
	}
	view, err := present.Order(ctx, s.Core, taken)
	return gen.OrderJSONResponse(view), err
}
