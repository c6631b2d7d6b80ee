package casework

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/refund"
)

type refundDecider interface {
	Decide(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error)
}

type refundRequests interface {
	Decide(ctx context.Context, id string, state contract.RefundRequestState, by, note string, now time.Time) error
	Expire(ctx context.Context, now time.Time) error
	Get(ctx context.Context, id string) (refund.Request, error)
	AliveOf(ctx context.Context, way contract.PayoutKind, subjectID string) (refund.Request, error)
	Open(ctx context.Context, g refund.Payout, ttl time.Duration) (refund.Request, error)
	GiveAlone(ctx context.Context, g refund.Payout, above contract.Halalas) (alone bool, err error)
	SumGivenThatDay(ctx context.Context, g refund.Payout) (contract.Halalas, error)
}

// BeginRefund begins the refund of a completed order, or tries it again.
func (d *Decisions) BeginRefund(ctx context.Context, o contract.Order, in contract.RefundDecision) (contract.Order, error) {
	return d.Refunds.Decide(ctx, o, in)
}

// BeginApprovedRefund begins a refund that another person asked for. The request's id is the key, so the money goes
// back once.
func (d *Decisions) BeginApprovedRefund(ctx context.Context, o contract.Order, asked refund.Request) (contract.Order, error) {
	return d.BeginRefund(ctx, o, contract.RefundDecision{Key: asked.ID, Actor: asked.DecidedBy, Note: asked.Note})
}

// DecideRefundRequest decides about a request in this person's name. It accepts the same earlier decision, whose
// answer got lost or whose refund could not begin yet.
func (d *Decisions) DecideRefundRequest(ctx context.Context, id string, state contract.RefundRequestState, note string) (refund.Request, error) {
	by := middleware.RequestOf(ctx).User.ID
	if err := d.Requests.Expire(ctx, d.Now()); err != nil {
		return refund.Request{}, fmt.Errorf("expire refund requests: %w", err)
	}
	asked, err := d.requestRefund(ctx, id)
	if err != nil || asked.State == state && asked.DecidedBy == by {
		return asked, err
	}
	if err := order.ValidateRefundDecision(asked.State, asked.RequestedBy, by); err != nil {
		return asked, err
	}
	err = d.Requests.Decide(ctx, id, state, by, note, d.Now())
	if errors.Is(err, storeerrors.ErrConflict) { // another person decided at the same moment
		return asked, contract.Refuse(contract.FailRefundDecided)
	}
	if err != nil {
		return asked, fmt.Errorf("decide refund request: %w", err)
	}
	return d.requestRefund(ctx, id)
}

func (d *Decisions) requestRefund(ctx context.Context, id string) (refund.Request, error) {
	asked, err := d.Requests.Get(ctx, id)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return asked, contract.Refuse(contract.FailRefundUnknown)
	}
	return asked, err
}
