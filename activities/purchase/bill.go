package purchase

import (
	"context"
	"time"

	billinternal "selfcare/activities/internal/bill"
	"selfcare/internal/contract"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
)

// validateBillPayment refuses a payment of more than is left of an invoice, before money is taken.
func validateBillPayment(ctx context.Context, q *store.Tx, p contract.Purchase) error {
	b, known, err := q.Invoices.Get(ctx, p.Bill.InvoiceID)
	if err == nil && !known {
		return contract.Refuse(contract.FailInvoiceUnknown)
	}
	if err != nil {
		return err
	}
	return b.ValidatePayment(p.Total)
}

// payBill takes the payment off an invoice and lifts the bars of its line. If another payment came first it is refused, and the money goes
// back: the unpaid amount is locked, so that simultaneous payments count one after the other.
func payBill(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) (contract.Purchase, error) {
	b, known, err := q.Invoices.GetLocked(ctx, p.Bill.InvoiceID)
	if err == nil && !known {
		err = contract.Refuse(contract.FailInvoiceUnknown)
	}
	if err == nil {
		err = b.ValidatePayment(p.Total)
	}
	if err != nil {
		return p, err
	}
	paid := billstore.Payment{ID: p.ID, InvoiceID: b.ID, Way: billstore.WayPurchase, Amount: p.Total, PaidAt: now}
	if _, err := q.Invoices.Pay(ctx, paid); err != nil {
		return p, err
	}
	if err := q.Ledger.Post(ctx, ledger.BillPaymentPosting(p, b.LineID)); err != nil {
		return p, err
	}
	bill := *p.Bill
	bill.Left, bill.PaidAt = b.Left-p.Total, now
	p.Bill = &bill
	return p, billinternal.SettleInvoice(ctx, q, billinternal.Message{
		Invoice: b.Invoice, Left: bill.Left, Amount: p.Total, Template: billinternal.MessagePaid, Key: "-" + p.Number, Language: p.Language, Now: now,
	})
}
