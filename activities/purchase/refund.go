package purchase

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/transfer"
)

// BeginPurchaseRefund writes the reason for which the money goes back.
func (a *Activities) BeginPurchaseRefund(ctx context.Context, p contract.Purchase, in contract.PurchaseEnding) (contract.Purchase, error) {
	if p.Stage == contract.PurchaseRefunding || p.Stage.Closed() {
		return p, nil
	}
	return a.change(ctx, "begin refund", p, func(*store.Tx) (contract.Purchase, error) {
		return purchase.Refunding(p, in.Reason), nil
	})
}

// RecordPurchaseRefund writes that the money is back. A balance or a voucher that paid goes back in the same transaction.
func (a *Activities) RecordPurchaseRefund(ctx context.Context, p contract.Purchase, in contract.PurchaseRefunded) (contract.Purchase, error) {
	if !p.RefundedAt.IsZero() {
		return p, nil
	}
	return a.change(ctx, "record refund", p, func(q *store.Tx) (contract.Purchase, error) {
		next := purchase.Refunded(p, in.Now)
		if next.Stage == contract.PurchaseFailed { // the purchase was paid and not delivered
			if err := tell(ctx, q, next); err != nil {
				return p, err
			}
		}
		if inHistory(p) {
			if err := q.Transfers.End(ctx, p.ID, transfer.Returned); err != nil {
				return p, err
			}
		}
		if err := endService(ctx, q, p, in.Now); err != nil {
			return p, err
		}
		switch p.Way {
		case contract.PayVoucher:
			return next, q.Vouchers.GiveBack(ctx, p.ID)
		case contract.PayBalance:
			return next, payBack(ctx, q, p)
		case contract.PayWallet:
			return next, q.Allowances.TakeFrom(ctx, p.PayerLineID, p.Data.WalletID, -p.Data.Megabytes)
		case contract.PayInvoice: // nothing was taken
			return next, nil
		default:
			if err := q.Payments.Save(ctx, p.ID, *next.Payment); err != nil {
				return p, err
			}
			return next, q.Ledger.Post(ctx, refundPosting(p.ID, *next.Payment, in.ByHand))
		}
	})
}

// ReverseTopUp takes back a completed top-up that the partner took back: its books, its place among the transfers, and the money.
func (a *Activities) ReverseTopUp(ctx context.Context, p contract.Purchase, in contract.PurchaseRefunded) (contract.Purchase, error) {
	if !p.RefundedAt.IsZero() {
		return p, nil
	}
	return a.change(ctx, "reverse top-up", p, func(q *store.Tx) (contract.Purchase, error) {
		next := purchase.Reversed(p, in.Now)
		if err := q.Ledger.Post(ctx, ledger.ReversalPosting(p)); err != nil {
			return p, err
		}
		if err := q.Transfers.End(ctx, p.ID, transfer.Returned); err != nil {
			return p, err
		}
		if err := tell(ctx, q, next); err != nil {
			return p, err
		}
		return next, payBack(ctx, q, p)
	})
}

// payBack gives the price back to the balance that paid it. The payer's line does not end until that is written.
func payBack(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	_, err := q.Lines.Keep(ctx, p.PayerLineID)
	ended := errors.Is(err, storeerrors.ErrNotFound)
	if err != nil && !ended {
		return err
	}
	return q.Ledger.Post(ctx, ledger.PayBackPosting(p, ended))
}

// refundPosting books a payment that went back, by the provider or by hand.
func refundPosting(purchaseID string, paid contract.Payment, byHand bool) ledger.Posting {
	if byHand {
		return ledger.HandRefundPosting(purchaseID, paid.ID, paid.Amount)
	}
	return ledger.RefundPosting(purchaseID, paid.ID, paid.Amount)
}

// RecordLatePurchasePayment writes down money that came after a purchase was over, and answers with the amount that has to go back.
func (a *Activities) RecordLatePurchasePayment(ctx context.Context, in contract.LatePaymentMoved) (contract.LateMoney, error) {
	p, err := a.store.Purchases.Get(ctx, in.PurchaseID)
	if err != nil || p.Payment == nil || p.Payment.ID != in.Payment.ID {
		return contract.LateMoney{}, failure.Map("record late payment", err)
	}
	due := contract.LateMoney{Number: p.Number, Due: p.Total}
	switch p.Payment.Status {
	case contract.PaymentPaid:
		if p.FailureCode == "" { // this money paid the purchase
			due.Due = 0
		}
		return due, nil
	case contract.PaymentRefunded:
		return contract.LateMoney{Number: p.Number}, nil
	default:
		_, err = a.change(ctx, "record late payment", p, func(q *store.Tx) (contract.Purchase, error) {
			late := purchase.LatePaid(p)
			if err := q.Payments.Save(ctx, p.ID, *late.Payment); err != nil {
				return p, err
			}
			return late, q.Ledger.Post(ctx, ledger.ChargePosting(p.ID, *late.Payment))
		})
		return due, err
	}
}

// RecordLatePurchaseRefund writes that such money is back.
func (a *Activities) RecordLatePurchaseRefund(ctx context.Context, in contract.LatePaymentMoved) (contract.Purchase, error) {
	p, err := a.store.Purchases.Get(ctx, in.PurchaseID)
	if err != nil || p.Payment == nil || p.Payment.Status == contract.PaymentRefunded {
		return p, failure.Map("record late refund", err)
	}
	return a.RecordPurchaseRefund(ctx, p, contract.PurchaseRefunded{At: in.At})
}
