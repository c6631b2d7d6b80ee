package bill

import (
	"context"

	"selfcare/activities/internal/bill"
	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	billdomain "selfcare/internal/domain/bill"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	billstore "selfcare/internal/store/bill"
)

// TakeSADADPayment pays the bill that a bank's payment names, up to its unpaid amount, and holds the rest. A repeat does nothing.
func (a *Activities) TakeSADADPayment(ctx context.Context, in contract.SADADPaymentAt) error {
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		p, known, err := q.BankPayments.GetLocked(ctx, in.ID)
		if err == nil && !known {
			err = contract.Refuse(contract.FailSADADUnknown)
		}
		if err != nil || p.State != billdomain.BankReceived {
			return err
		}
		return take(ctx, q, p, in)
	})
	return failure.Map("take payment at a bank", err)
}

func take(ctx context.Context, q *store.Tx, p billdomain.BankPayment, in contract.SADADPaymentAt) error {
	b, known, err := lockBillByReference(ctx, q, p.Reference)
	if err != nil {
		return err
	}
	p = p.ForUnknownBill()
	if known {
		p = p.For(b.ID, b.Standing)
	}
	if err := q.BankPayments.Decide(ctx, p); err != nil {
		return err
	}
	if err := q.Ledger.Post(ctx, ledger.BankPaymentPosting(p, b.LineID)); err != nil || p.Taken == 0 {
		return err
	}
	paid := billstore.Payment{ID: billstore.WaySADAD + ":" + p.PaymentID, InvoiceID: b.ID, Way: billstore.WaySADAD, Amount: p.Taken, PaidAt: p.PaidAt}
	if _, err := q.Invoices.Pay(ctx, paid); err != nil {
		return err
	}
	return bill.SettleInvoice(ctx, q, bill.Message{
		Invoice: b.Invoice, Left: b.Left - p.Taken, Amount: p.Taken, Template: bill.MessagePaid, Key: "-" + p.ID, Now: in.Now,
	})
}

// lockBillByReference finds the bill of a reference and locks its unpaid amount, so that simultaneous payments count one after the other.
func lockBillByReference(ctx context.Context, q *store.Tx, reference string) (b billstore.Bill, known bool, err error) {
	number, is := billdomain.ReadReference(reference)
	if !is {
		return b, false, nil
	}
	b, known, err = q.Invoices.ByNumber(ctx, number)
	if err != nil || !known {
		return b, known, err
	}
	return q.Invoices.GetLocked(ctx, b.ID)
}
