package support

import (
	"context"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
)

type refundDecider interface {
	Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error)
}

// RefundOrder has the money of a completed order given back. What is refused here is only refused early: the order's row is
// looked at again when the refund begins. A repeat goes to the workflow, which knows what it was answered with.
func (s *SupportHandlers) RefundOrder(ctx context.Context, req gen.RefundOrderRequestObject) (gen.RefundOrderResponseObject, error) {
	current := middleware.RequestOf(ctx)
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	if err := order.MayRefund(record.Order); err != nil && !order.RefundDecidedBy(record.Order, current.Key) {
		return nil, err
	}
	refunded, err := s.Refunds.Decide(ctx, record.Order, contract.RefundDecision{Key: current.Key, Actor: current.User.ID, Note: req.Body.Note})
	if err != nil {
		return nil, err
	}
	view, err := views.Order(ctx, s.Core, refunded)
	withoutSecrets(&view)
	return gen.RefundOrder200JSONResponse{OrderJSONResponse: gen.OrderJSONResponse(view)}, err
}
