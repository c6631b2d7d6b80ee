package bill

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
)

// Payment methods of invoices.
const (
	WayPurchase = "purchase" // by card or wallet, in this app
	WaySADAD    = "sadad"    // at a bank
)

// Payment is a payment of an invoice. Its id is the idempotency key.
type Payment struct {
	ID        string
	InvoiceID string
	Way       string
	Amount    contract.Halalas
	PaidAt    time.Time
}

// Pay inserts a payment; false when it is known already.
func (q Invoices) Pay(ctx context.Context, p Payment) (written bool, err error) {
	return q.row(ctx, "pay invoice", `
		INSERT INTO invoice_payments (id, invoice_id, way, amount, paid_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING true`,
		[]any{p.ID, p.InvoiceID, p.Way, int64(p.Amount), p.PaidAt}, &written)
}

// Payments lists the payments of an invoice, the oldest first.
func (q Invoices) Payments(ctx context.Context, invoiceID string) ([]Payment, error) {
	var rows []struct {
		ID, InvoiceID, Way string
		Amount             int64
		PaidAt             time.Time
	}
	err := q.DB.NewRaw("SELECT id, invoice_id, way, amount, paid_at FROM invoice_payments WHERE invoice_id = ? ORDER BY paid_at, id", invoiceID).Scan(ctx, &rows)
	paid := make([]Payment, len(rows))
	for n, r := range rows {
		paid[n] = Payment{r.ID, r.InvoiceID, r.Way, contract.Halalas(r.Amount), r.PaidAt.UTC()}
	}
	return paid, wrap("list payments of invoice", err)
}

// CreditNote credits a part of an invoice.
type CreditNote struct {
	bill.Credit
	ID        string
	Number    string // given by the database
	InvoiceID string
	Reason    string
	Actor     string
	IssuedAt  time.Time
}

// Credit inserts a credit note and returns it with its number.
func (q Invoices) Credit(ctx context.Context, c CreditNote) (CreditNote, error) {
	_, err := q.row(ctx, "issue credit note", `
		INSERT INTO credit_notes (id, invoice_id, reason, actor, issued_at, net, vat, total, series, n, number)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, '', 0, '') RETURNING number`,
		[]any{c.ID, c.InvoiceID, c.Reason, c.Actor, c.IssuedAt, int64(c.Net), int64(c.VAT), int64(c.Total)}, &c.Number)
	return c, err
}

// noteRow is a row of credit_notes.
type noteRow struct {
	ID        string
	Number    string
	InvoiceID string
	Reason    string
	Actor     string
	IssuedAt  time.Time
	Net       int64
	VAT       int64 `bun:"vat"`
	Total     int64
}

// CreditNotes lists the credit notes of an invoice, the oldest first.
func (q Invoices) CreditNotes(ctx context.Context, invoiceID string) ([]CreditNote, error) {
	return q.notes(ctx, "WHERE invoice_id = ? ORDER BY issued_at, n", invoiceID)
}

// CreditNote returns one credit note; false for an unknown id.
func (q Invoices) CreditNote(ctx context.Context, id string) (note CreditNote, known bool, err error) {
	notes, err := q.notes(ctx, "WHERE id = ?", id)
	if err != nil || len(notes) == 0 {
		return note, false, err
	}
	return notes[0], true, nil
}

func (q Invoices) notes(ctx context.Context, condition string, args ...any) ([]CreditNote, error) {
	var rows []noteRow
	err := q.DB.NewRaw("SELECT id, number, invoice_id, reason, actor, issued_at, net, vat, total FROM credit_notes "+condition, args...).Scan(ctx, &rows)
	notes := make([]CreditNote, len(rows))
	for n, r := range rows {
		notes[n] = CreditNote{
			Credit: bill.Credit{Net: contract.Halalas(r.Net), VAT: contract.Halalas(r.VAT), Total: contract.Halalas(r.Total)},
			ID:     r.ID, Number: r.Number, InvoiceID: r.InvoiceID, Reason: r.Reason, Actor: r.Actor, IssuedAt: r.IssuedAt.UTC(),
		}
	}
	return notes, wrap("list credit notes", err)
}
