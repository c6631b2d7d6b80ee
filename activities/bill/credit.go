package bill

import (
	"context"

	"selfcare/activities/internal/bill"
	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/einvoice"
	"selfcare/internal/ledger"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
	billstore "selfcare/internal/store/bill"
	einvoicestore "selfcare/internal/store/einvoice"
)

// CreditInvoice takes back part of the unpaid amount of an invoice and answers with the number of the credit note. A repeat answers with the
// same number.
func (a *Activities) CreditInvoice(ctx context.Context, in contract.InvoiceCreditAt) (number string, err error) {
	err = a.store.InTx(ctx, func(q *store.Tx) error {
		b, known, err := q.Invoices.GetLocked(ctx, in.Credit.InvoiceID)
		if err == nil && !known {
			err = contract.Refuse(contract.FailInvoiceUnknown)
		}
		if err != nil {
			return err
		}
		number, err = creditBill(ctx, q, b, in)
		return err
	})
	return number, failure.Map("credit invoice", err)
}

func creditBill(ctx context.Context, q *store.Tx, b billstore.Bill, in contract.InvoiceCreditAt) (number string, err error) {
	notes, err := q.Invoices.CreditNotes(ctx, b.ID)
	for _, note := range notes {
		if note.ID == in.Credit.ID {
			return note.Number, nil
		}
	}
	if err != nil {
		return "", err
	}
	credit, err := b.CreditNote(b.Standing, in.Credit.Amount)
	if err != nil {
		return "", err
	}
	note, err := q.Invoices.Credit(ctx, billstore.CreditNote{
		Credit: credit, ID: in.Credit.ID, InvoiceID: b.ID, Reason: in.Credit.Reason, Actor: in.Credit.Actor, IssuedAt: in.Now,
	})
	if err != nil {
		return "", err
	}
	if err := q.Ledger.Post(ctx, ledger.CreditNotePosting(b.LineID, note.ID, credit)); err != nil {
		return "", err
	}
	receipt := einvoicestore.Receipt{Subject: einvoicestore.CreditNote, SubjectID: note.ID, Kind: einvoice.CreditNote, IssuedAt: in.Now}
	if err := q.EInvoices.Owe(ctx, receipt); err != nil {
		return "", err
	}
	err = q.Audit.Write(ctx, audit.Record{
		Key: "credit-note:" + note.ID, OrderID: b.ID, Actor: note.Actor, Action: "credit-note", Note: note.Reason,
		Details: map[string]string{"invoice": b.Number, "creditNote": note.Number},
	})
	if err != nil {
		return "", err
	}
	return note.Number, bill.SettleInvoice(ctx, q, bill.Message{
		Invoice: b.Invoice, Left: b.Left - credit.Total, Amount: credit.Total, Template: bill.MessageCredited, Key: "-" + note.Number, Now: in.Now,
	})
}
