package order

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Payments records the payments of an order and their refunds.
type Payments struct{ writer }

// OpenPayment records the attempt before any money moves, and keeps the number while it is open.
func (a *Payments) OpenPayment(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.change(ctx, "open payment", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := validateCard(ctx, q, in); err != nil {
			return o, nil, err
		}
		kept, err := keepNumber(ctx, q, o, in.Now, in.HoldFor, in.HoldCap)
		if err != nil {
			return o, nil, err
		}
		if err := keepPort(ctx, q, o, in.Now.Add(in.HoldFor)); err != nil {
			return o, nil, err
		}
		err = q.Payments.Save(ctx, o.ID, in.Payment)
		return order.WithPayment(kept, in.Payment), happened("payment.started"), err
	})
}

// validateCard refuses a saved card that is not the payer's, or that has expired.
func validateCard(ctx context.Context, q *store.Tx, in contract.PaymentMoved) error {
	if in.Kept == nil || in.Kept.CardID == "" {
		return nil
	}
	card, err := q.Cards.Get(ctx, in.Kept.UserID, in.Kept.CardID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.RefuseField("cardId", contract.FailCardUnknown)
	}
	if err != nil {
		return err
	}
	return order.ValidateCard(card.ExpiryMonth, card.ExpiryYear, in.Now)
}

// RecordPayment records the provider's answer. The first success buys the number; another one is a double payment.
func (a *Payments) RecordPayment(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.change(ctx, "record payment", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		p, moves := order.PaymentNews(o, in)
		if !moves {
			return o, nil, nil // late news of a payment with a final outcome
		}
		if err := q.Payments.Save(ctx, o.ID, p); err != nil {
			return o, nil, err
		}
		paid := order.WithPayment(o, p)
		if p.Status != contract.PaymentPaid {
			return paid, happened("payment." + string(p.Status)), nil
		}
		if err := q.Ledger.Post(ctx, ledger.ChargePosting(o.ID, p)); err != nil {
			return o, nil, err
		}
		if p.Double {
			return paid, happened("payment.double"), nil
		}
		if err := oweInvoice(ctx, q, paid); err != nil {
			return o, nil, err
		}
		bought, events, err := buyNumber(ctx, q, paid, in.Now.Add(in.ChooseWithin))
		if err == nil && bought.Stage == contract.StagePlaced && order.HasPhase(bought, contract.PhaseProfileReady) {
			return order.Promised(bought, in.Now.Add(in.PromiseWithin)), append(events, happened("profile.ordered")...), nil
		}
		return bought, events, err
	})
}

// buyNumber sells the held number to the order. A hold that ran out still counts while the number is free. If another order
// has it, the customer chooses another number until chooseUntil.
func buyNumber(ctx context.Context, q *store.Tx, o contract.Order, chooseUntil time.Time) (contract.Order, []contract.Event, error) {
	if o.Port != nil {
		return bringNumber(ctx, q, o)
	}
	if o.Booking == nil { // the number is in service already
		return order.Placed(o), happened("payment.paid", "order.placed"), nil
	}
	err := q.Numbers.Sell(ctx, o.Booking.MSISDN, o.ID)
	if errors.Is(err, storeerrors.ErrNumberTaken) {
		return order.NumberLost(o, chooseUntil), happened("payment.paid", "number.lost"), nil
	}
	return order.Placed(o), happened("payment.paid", "order.placed"), err
}

// RecordRefund records a refund by the provider.
func (a *Payments) RecordRefund(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.recordRefund(ctx, o, in, ledger.RefundPosting(o.ID, in.Payment.ID, in.Payment.Amount))
}

// RecordHandRefund records a refund that a person made when the provider refused it and support skipped it.
func (a *Payments) RecordHandRefund(ctx context.Context, o contract.Order, in contract.PaymentMoved) (contract.Order, error) {
	return a.recordRefund(ctx, o, in, ledger.HandRefundPosting(o.ID, in.Payment.ID, in.Payment.Amount))
}

func (a *Payments) recordRefund(ctx context.Context, o contract.Order, in contract.PaymentMoved, p ledger.Posting) (contract.Order, error) {
	return a.change(ctx, "record refund", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		paid := *order.PaymentByID(o, in.Payment.ID)
		if paid.Status == contract.PaymentRefunded {
			return o, nil, nil
		}
		back, err := order.Returned(paid, in.Payment.Amount)
		if err != nil {
			return o, nil, err
		}
		if err := q.Payments.Save(ctx, o.ID, back); err != nil {
			return o, nil, err
		}
		if err := q.Ledger.Post(ctx, p); err != nil {
			return o, nil, err
		}
		return order.WithPayment(o, back), []contract.Event{{Key: "refund.done", Params: amountParam(in.Payment.Amount)}}, nil
	})
}
