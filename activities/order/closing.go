package order

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
)

// Closing ends an order, at its aim or before it.
type Closing struct{ writer }

// CompleteOrder creates the line with its subscriber, if the order makes one, and closes the books.
func (a *Closing) CompleteOrder(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "complete order", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if order.HasReached(o, contract.StageActive) {
			return o, nil, nil
		}
		if err := putInService(ctx, q, o, in.Now); err != nil {
			return o, nil, err
		}
		if err := q.Ports.Release(ctx, o.ID); err != nil { // from now on the line keeps the number
			return o, nil, err
		}
		o.Stage = contract.StageActive
		if err := q.Ledger.Post(ctx, ledger.EarnedPosting(o)); err != nil {
			return o, nil, err
		}
		if !order.MakesLine(o) {
			return o, happened("order.completed"), nil
		}
		rewarded, err := rewardReferral(ctx, q, o, in.Now)
		return o, append(happened("line.activated", "order.completed"), rewarded...), err
	})
}

// rewardReferral credits both sides of an invitation. Only a refund of the completed order reverses it.
func rewardReferral(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) ([]contract.Event, error) {
	if o.Referral == "" {
		return nil, nil
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil || settings.ReferralReward == 0 {
		return nil, err
	}
	lines, err := q.Referrals.Reward(ctx, o, settings.ReferralReward, now)
	if err != nil || len(lines) == 0 {
		return nil, err
	}
	event := contract.Event{Key: "referral.rewarded", Params: amountParam(settings.ReferralReward)}
	return []contract.Event{event}, q.Ledger.Post(ctx, ledger.ReferralPosting(o.ID, settings.ReferralReward, lines))
}

// putInService writes the line or SIM that the order brought into service, and releases the line that it changed.
func putInService(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) error {
	if order.MakesLine(o) {
		if err := q.Lines.Create(ctx, o, now); err != nil {
			return err
		}
		if err := beginPlan(ctx, q, o, now); err != nil {
			return err
		}
	}
	if err := q.SIMs.MarkActive(ctx, o.ID); err != nil {
		return err
	}
	return q.Lines.Release(ctx, o.ID)
}

// BeginCancel shows that the order is being undone.
func (a *Closing) BeginCancel(ctx context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	return a.changeAlone(ctx, "begin cancel", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		if o.Held == nil && order.CalledOff(o) {
			return o, nil, nil
		}
		return order.Cancelling(o), happened("order.cancelling"), nil
	})
}

// CloseOrder ends an order that did not reach its aim, after everything was undone, and releases its line.
func (a *Closing) CloseOrder(ctx context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	return a.change(ctx, "close order", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if o.Ended != nil {
			return o, nil, nil
		}
		if err := q.LineSIMs.DropOf(ctx, o.ID); err != nil {
			return o, nil, err
		}
		if err := q.Lines.Release(ctx, o.ID); err != nil {
			return o, nil, err
		}
		o = order.Closed(o, in)
		event := "order.cancelled"
		if o.Stage == contract.StageAbandoned {
			event = "order.abandoned"
		}
		if err := q.Promos.GiveBack(ctx, o.ID); err != nil {
			return o, nil, err
		}
		if err := oweCreditNote(ctx, q, o, in.Now); err != nil {
			return o, nil, err
		}
		return o, happened(event), bookKept(ctx, q, o)
	})
}

// bookKept books the part of an ended order's money that we keep, with the VAT that its electronic invoices leave.
func bookKept(ctx context.Context, q *store.Tx, o contract.Order) error {
	rest := order.AmountKept(o, o.Ended.Refunded)
	if rest <= 0 {
		return nil
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil {
		return err
	}
	return q.Ledger.Post(ctx, ledger.KeptPosting(o.ID, rest, order.KeptVAT(o, settings.VATPercent)))
}
