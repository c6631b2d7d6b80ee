package support

import (
	"context"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

type refundDecider interface {
	Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error)
}

type refundRequests interface {
	AliveOf(ctx context.Context, orderID string) (store.RefundRequest, error)
	Decide(ctx context.Context, id string, state contract.RefundRequestState, by, note string, now time.Time) error
	Expire(ctx context.Context, now time.Time) error
	Get(ctx context.Context, id string) (store.RefundRequest, error)
	Open(ctx context.Context, r store.RefundRequest) (store.RefundRequest, error)
	Page(ctx context.Context, state contract.RefundRequestState, page int) ([]store.RefundRequest, error)
}

// RefundOrder has the money of a completed order given back, or asks a second person where it is much. What is refused here is
// only refused early: the order's row is looked at again when the refund begins. A repeat goes to the workflow, which knows what
// it was answered with.
func (s *SupportHandlers) RefundOrder(ctx context.Context, req gen.RefundOrderRequestObject) (gen.RefundOrderResponseObject, error) {
	current := middleware.RequestOf(ctx)
	record, err := s.orderForSupport(ctx, req.Id)
	if err != nil {
		return nil, err
	}
	if err := order.MayRefund(record.Order); err != nil && !order.RefundDecidedBy(record.Order, current.Key) {
		return nil, err
	}
	settings, err := s.SettingsStore.Get(ctx) // not those of a moment ago: an operator may just have lowered the limit
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	if order.NeedsSecondPerson(record.Order, settings.RefundSecondPersonAbove) {
		asked, err := s.askSecondPerson(ctx, record.Order, req.Body.Note, settings.RefundApprovalTTL)
		return gen.RefundOrder202JSONResponse(refundView(asked)), err
	}
	view, err := s.refunded(ctx, record.Order, contract.RefundDecision{Key: current.Key, Actor: current.User.ID, Note: req.Body.Note})
	return gen.RefundOrder200JSONResponse{OrderJSONResponse: view}, err
}

// refunded begins a refund.
func (s *SupportHandlers) refunded(ctx context.Context, o contract.Order, decision contract.RefundDecision) (gen.OrderJSONResponse, error) {
	refunded, err := s.Refunds.Decide(ctx, o, decision)
	if err != nil {
		return gen.OrderJSONResponse{}, err
	}
	view, err := views.Order(ctx, s.Core, refunded)
	withoutSecrets(&view)
	return gen.OrderJSONResponse(view), err
}
