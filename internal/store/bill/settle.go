package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/store/tx"
)

// Payment methods of invoices.
const (
	WayPurchase = "purchase" // by card or wallet, in this app
	WaySADAD    = "sadad"    // at a bank
)

// Payment is a payment of an invoice. Its id is the idempotency key.
type Payment struct {
	bun.BaseModel `bun:"table:invoice_payments,alias:p"`

	ID        string `bun:",pk"`
	InvoiceID string
	Way       string
	Amount    contract.Halalas
	PaidAt    time.Time
}

// Pay inserts a payment; false when it is known already.
func (q Invoices) Pay(ctx context.Context, p Payment) (written bool, err error) {
	changed, err := tx.Changed(q.DB.NewInsert().Model(&p).On("CONFLICT (id) DO NOTHING").Exec(ctx))
	return changed > 0, wrap("pay invoice", err)
}

// Payments lists the payments of an invoice, the oldest first.
func (q Invoices) Payments(ctx context.Context, invoiceID string) ([]Payment, error) {
	paid := []Payment{}
	err := q.DB.NewSelect().Model(&paid).Where("invoice_id = ?", invoiceID).Order("paid_at", "id").Scan(ctx)
	for n := range paid {
		paid[n].PaidAt = paid[n].PaidAt.UTC()
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
	issued := noteRow{
		ID: c.ID, InvoiceID: c.InvoiceID, Reason: c.Reason, Actor: c.Actor, IssuedAt: c.IssuedAt, Net: int64(c.Net), VAT: int64(c.VAT), Total: int64(c.Total),
	}
	_, err := q.DB.NewInsert().Model(&issued).Value("series", "''").Value("n", "0").Returning("number").Exec(ctx)
	c.Number = issued.Number
	return c, wrap("issue credit note", err)
}

type noteRow struct {
	bun.BaseModel `bun:"table:credit_notes,alias:c"`

	ID        string `bun:",pk"`
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
	return q.notes(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("invoice_id = ?", invoiceID).Order("issued_at", "n")
	})
}

// CreditNote returns one credit note; false for an unknown id.
func (q Invoices) CreditNote(ctx context.Context, id string) (note CreditNote, known bool, err error) {
	notes, err := q.notes(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("id = ?", id) })
	if err != nil || len(notes) == 0 {
		return note, false, err
	}
	return notes[0], true, nil
}

func (q Invoices) notes(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]CreditNote, error) {
	var rows []noteRow
	err := q.DB.NewSelect().Model(&rows).Apply(narrow).Scan(ctx)
	notes := make([]CreditNote, len(rows))
	for n, r := range rows {
		notes[n] = CreditNote{
			Credit: bill.Credit{Net: contract.Halalas(r.Net), VAT: contract.Halalas(r.VAT), Total: contract.Halalas(r.Total)},
			ID:     r.ID, Number: r.Number, InvoiceID: r.InvoiceID, Reason: r.Reason, Actor: r.Actor, IssuedAt: r.IssuedAt.UTC(),
		}
	}
	return notes, wrap("list credit notes", err)
}
