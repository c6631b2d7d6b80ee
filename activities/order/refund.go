package order

import (
	"context"
	"errors"
	"slices"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/ledger"
	"selfcare/internal/spending"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
)

// Refunds refunds completed orders and takes back their benefits.
type Refunds struct{ writer }

// BeginRefund records on a completed order that it is refunded, and by whose decision. The decision's key makes a repeat
// harmless; another decision continues a refund that is under way.
func (a *Refunds) BeginRefund(ctx context.Context, orderID string, in contract.RefundDecided) (contract.Order, error) {
	o, err := a.refundable(ctx, orderID)
	if err != nil {
		return contract.Order{}, failure.Map("begin refund", err)
	}
	decision := in.Decision
	if order.RefundDecidedBy(o, decision.Key) {
		return o, nil
	}
	return a.change(ctx, "begin refund", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		o = order.WithRefund(o, decision.Key, in.Now)
		err := q.Audit.Write(ctx, audit.Record{
			Key: "refund:" + o.ID + ":" + decision.Key, OrderID: o.ID, Actor: decision.Actor, Action: "refund", Note: decision.Note,
			Details: amountParam(o.Refund.Amount),
		})
		return o, []contract.Event{{Key: "refund.requested", Params: amountParam(o.Refund.Amount)}}, err
	})
}

// refundable reads the order from its row, because its own workflow is over and writes no more.
func (a *Refunds) refundable(ctx context.Context, orderID string) (contract.Order, error) {
	record, err := a.store.Orders.Get(ctx, orderID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Order{}, contract.Refuse(contract.FailOrderNotFound)
	}
	if err != nil {
		return contract.Order{}, err
	}
	return record.Order, order.ValidateRefund(record.Order)
}

// FlagRefund shows support an order whose refund fails.
func (a *Refunds) FlagRefund(ctx context.Context, o contract.Order, in contract.RefundFlagged) (contract.Order, error) {
	return a.change(ctx, "flag refund", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		return order.RefundFlagged(o, in.FailureCode), nil, nil
	})
}

// CompleteRefund records the refund and reverses the order's revenue, the use of a promo code and the reward of an invitation.
func (a *Refunds) CompleteRefund(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "complete refund", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if o.Refund.Done() {
			return o, nil, nil
		}
		if err := postRefund(ctx, q, o); err != nil {
			return o, nil, err
		}
		if err := q.Promos.GiveBack(ctx, o.ID); err != nil {
			return o, nil, err
		}
		reward, reversed, err := reverseReferral(ctx, q, o, in.Now)
		if err != nil {
			return o, nil, err
		}
		done := contract.Event{Key: "refund.done", Params: amountParam(o.Refund.Amount)}
		o = order.Refunded(o, reward, in.Now)
		if err := oweCreditNote(ctx, q, o, o.Refund.DoneAt); err != nil {
			return o, nil, err
		}
		return o, append([]contract.Event{done}, reversed...), q.Payments.Save(ctx, o.ID, *order.PaymentByID(o, o.Refund.PaymentID))
	})
}

func postRefund(ctx context.Context, q *store.Tx, o contract.Order) error {
	if err := q.Ledger.Post(ctx, ledger.UnearnedPosting(o)); err != nil {
		return err
	}
	return q.Ledger.Post(ctx, ledger.RefundPosting(o.ID, o.Refund.PaymentID, o.Refund.Amount))
}

// reverseReferral reverses the reward of an invitation on both sides and returns the amount of each. A line that has spent it
// owes us, and may use nothing beyond its plan.
func reverseReferral(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) (contract.Halalas, []contract.Event, error) {
	reward, lines, err := q.Referrals.Reverse(ctx, o.ID, now)
	if err != nil || reward == 0 {
		return 0, nil, err
	}
	ended, err := lockRewarded(ctx, q, lines)
	if err != nil {
		return reward, nil, err
	}
	if err := q.Ledger.Post(ctx, ledger.ReferralReversalPosting(o.ID, reward, lines, ended)); err != nil {
		return reward, nil, err
	}
	for _, line := range lines {
		if err := spending.FollowLine(ctx, q, line, now); err != nil {
			return reward, nil, err
		}
	}
	return reward, []contract.Event{{Key: "referral.reversed", Params: amountParam(reward)}}, nil
}

// lockRewarded locks the plans and the lines of a reward, and answers with the lines that have ended. None ends until the transaction is
// over. Usage and the end of a line lock the plan first, too.
func lockRewarded(ctx context.Context, q *store.Tx, lines []string) (ended []string, err error) {
	sorted := slices.Sorted(slices.Values(lines))
	for _, line := range sorted {
		if err := q.PlanSubscriptions.Lock(ctx, line); err != nil {
			return nil, err
		}
	}
	for _, line := range sorted {
		_, err := q.Lines.Keep(ctx, line)
		switch {
		case errors.Is(err, storeerrors.ErrNotFound):
			ended = append(ended, line)
		case err != nil:
			return nil, err
		}
	}
	return ended, nil
}
