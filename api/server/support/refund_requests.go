package support

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// askSecondPerson writes down that a refund waits for somebody else than who asks.
func (s *SupportHandlers) askSecondPerson(ctx context.Context, o contract.Order, note string, ttl time.Duration) (store.RefundRequest, error) {
	now := s.Now()
	if err := s.RefundRequests.Expire(ctx, now); err != nil {
		return store.RefundRequest{}, fmt.Errorf("expire refund requests: %w", err)
	}
	asked, err := s.RefundRequests.Open(ctx, store.RefundRequest{
		OrderID: o.ID, Amount: order.RefundTotal(o), Note: note, RequestedBy: middleware.RequestOf(ctx).User.ID,
		RequestedAt: now, ExpiresAt: now.Add(ttl),
	})
	if errors.Is(err, store.ErrConflict) {
		return asked, contract.Refuse(contract.FailRefundWaits)
	}
	return asked, err
}

// ListRefunds shows the refunds that wait for a second person, or what became of them.
func (s *SupportHandlers) ListRefunds(ctx context.Context, req gen.ListRefundsRequestObject) (gen.ListRefundsResponseObject, error) {
	if err := s.RefundRequests.Expire(ctx, s.Now()); err != nil {
		return nil, fmt.Errorf("expire refund requests: %w", err)
	}
	state := contract.RefundRequestState(cmp.Or(optional.Value(req.Params.State), gen.RefundRequestState(contract.RefundPending)))
	requests, more, err := s.RefundRequests.Page(ctx, state, cmp.Or(optional.Value(req.Params.Page), 1))
	if err != nil {
		return nil, fmt.Errorf("list refund requests: %w", err)
	}
	items := make([]gen.RefundRequest, len(requests))
	for i, r := range requests {
		items[i] = refundView(ctx, r)
	}
	return gen.ListRefunds200JSONResponse{Items: items, More: more}, nil
}

// ApproveRefund lets a refund begin that somebody else asked for.
func (s *SupportHandlers) ApproveRefund(ctx context.Context, req gen.ApproveRefundRequestObject) (gen.ApproveRefundResponseObject, error) {
	asked, err := s.Desk.RefundRequest(ctx, req.RefundId, contract.RefundApproved, req.Body.Note)
	if err != nil {
		return nil, err
	}
	record, err := s.orderForSupport(ctx, asked.OrderID)
	if err != nil {
		return nil, err
	}
	approved, err := s.Desk.Approved(ctx, record.Order, asked)
	if err != nil {
		return nil, err
	}
	view, err := s.refundedView(ctx, approved)
	return gen.ApproveRefund200JSONResponse{OrderJSONResponse: view}, err
}

// DeclineRefund ends a request without a refund.
func (s *SupportHandlers) DeclineRefund(ctx context.Context, req gen.DeclineRefundRequestObject) (gen.DeclineRefundResponseObject, error) {
	asked, err := s.Desk.RefundRequest(ctx, req.RefundId, contract.RefundDeclined, req.Body.Note)
	return gen.DeclineRefund200JSONResponse(refundView(ctx, asked)), err
}

func refundView(ctx context.Context, r store.RefundRequest) gen.RefundRequest {
	return gen.RefundRequest{
		Id: r.ID, OrderId: r.OrderID, OrderNumber: r.OrderNumber, Amount: int64(r.Amount), Note: r.Note, RequestedBy: r.RequestedBy,
		RequestedByName: cmp.Or(r.Requester, r.RequestedBy), Own: r.RequestedBy == middleware.RequestOf(ctx).User.ID,
		RequestedAt: r.RequestedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(), State: gen.RefundRequestState(r.State),
		DecidedBy: optional.Text(r.DecidedBy), DecidedByName: optional.Text(cmp.Or(r.Decider, r.DecidedBy)), DecidedAt: optional.Time(r.DecidedAt),
	}
}
