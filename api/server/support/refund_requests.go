package support

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/store/refund"
	"selfcare/internal/store/tx"
)

// ListRefunds shows money requests that wait for a second person, or are decided.
func (s *SupportHandlers) ListRefunds(ctx context.Context, req gen.ListRefundsRequestObject) (gen.ListRefundsResponseObject, error) {
	if err := s.RefundRequests.Expire(ctx, s.Now()); err != nil {
		return nil, fmt.Errorf("expire refund requests: %w", err)
	}
	state := contract.RefundRequestState(cmp.Or(optional.Value(req.Params.State), gen.RefundRequestState(contract.RefundPending)))
	after, err := present.PlaceOf(req.Params.After)
	if err != nil {
		return nil, err
	}
	requests, more, err := s.RefundRequests.Page(ctx, state, after, cmp.Or(optional.Value(req.Params.Page), 1))
	if err != nil {
		return nil, fmt.Errorf("list refund requests: %w", err)
	}
	items := make([]gen.RefundRequest, len(requests))
	for i, r := range requests {
		items[i] = present.RefundRequest(ctx, r)
	}
	answer := gen.ListRefunds200JSONResponse{Items: items, More: more}
	if more {
		answer.Next = present.Next(requests, func(r refund.Request) tx.Place { return tx.Place{At: r.RequestedAt, ID: r.ID} })
	}
	return answer, nil
}

// ApproveRefund gives the money that another person asked for.
func (s *SupportHandlers) ApproveRefund(ctx context.Context, req gen.ApproveRefundRequestObject) (gen.ApproveRefundResponseObject, error) {
	asked, err := s.Decisions.DecideRefundRequest(ctx, req.RefundId, contract.RefundApproved, req.Body.Note)
	if err != nil {
		return nil, err
	}
	if asked.Way == contract.PayoutRefund {
		err = s.refundApproved(ctx, asked)
	} else {
		err = s.Decisions.Give(ctx, asked)
	}
	return gen.ApproveRefund200JSONResponse(present.RefundRequest(ctx, asked)), err
}

func (s *SupportHandlers) refundApproved(ctx context.Context, asked refund.Request) error {
	record, err := s.orderForSupport(ctx, asked.SubjectID)
	if err != nil {
		return err
	}
	_, err = s.Decisions.BeginApprovedRefund(ctx, record.Order, asked)
	return err
}

// DeclineRefund ends a request: no money is given.
func (s *SupportHandlers) DeclineRefund(ctx context.Context, req gen.DeclineRefundRequestObject) (gen.DeclineRefundResponseObject, error) {
	asked, err := s.Decisions.DecideRefundRequest(ctx, req.RefundId, contract.RefundDeclined, req.Body.Note)
	return gen.DeclineRefund200JSONResponse(present.RefundRequest(ctx, asked)), err
}
