package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/bill"
)

type invoiceRow struct {
	bun.BaseModel `bun:"table:invoices,alias:i"`

	ID          string `bun:",pk"`
	Number      string
	LineID      string
	Period      string
	PeriodFrom  time.Time
	PeriodUntil time.Time
	IssuedAt    time.Time
	DueAt       time.Time
	Net         int64
	VAT         int64 `bun:"vat"`
	Total       int64
	VATPercent  int `bun:"vat_percent"`
}

// Issue writes an invoice with its lines, marks its charges as billed, and returns it with the number from the database. The
// caller has read the charges in the same transaction, with the line locked.
func (q Invoices) Issue(ctx context.Context, i bill.Invoice, before, nextAt time.Time) (bill.Invoice, error) {
	issued := invoiceRow{
		ID: i.ID, LineID: i.LineID, Period: i.Period, PeriodFrom: i.From, PeriodUntil: i.Until, IssuedAt: i.IssuedAt, DueAt: i.DueAt,
		Net: int64(i.Net), VAT: int64(i.VAT), Total: int64(i.Total), VATPercent: i.VATPercent,
	}
	_, err := q.DB.NewInsert().Model(&issued).Value("series", "''").Value("n", "0").Returning("number").Exec(ctx)
	if err != nil {
		return i, wrap("issue invoice", err)
	}
	i.Number = issued.Number
	if err := q.addLines(ctx, i); err != nil {
		return i, err
	}
	_, err = q.DB.NewUpdate().Table("subscription_charges").Set("invoice_id = ?", i.ID).Where("line_id = ?", i.LineID).Where("paid_by = 'invoice'").
		Where("invoice_id IS NULL").Where("waived_at IS NULL").Where("cycle_from < ?", before).Exec(ctx)
	if err != nil {
		return i, wrap("mark charges as billed", err)
	}
	_, err = q.DB.NewUpdate().Table("usage_charges").Set("invoice_id = ?", i.ID).Where("line_id = ?", i.LineID).
		Where("invoice_id IS NULL").Where("taken_by IS NULL").Where("NOT written_off").Where("used_at < ?", before).Exec(ctx)
	if err != nil {
		return i, wrap("mark usage as billed", err)
	}
	_, err = q.DB.NewUpdate().Model((*dueRow)(nil)).Set("next_at = ?", nextAt).Where("invoice_id = ?", i.ID).Exec(ctx)
	return i, wrap("note what follows", err)
}

type lineRow struct {
	bun.BaseModel `bun:"table:invoice_lines,alias:l"`

	InvoiceID  string
	N          int
	Service    string
	Item       string
	NameEn     string
	NameAr     string
	PlanID     string
	Quantity   int64
	Unit       string
	FromAt     time.Time
	UntilAt    time.Time
	Net        int64
	VAT        int64 `bun:"vat"`
	Total      int64
	VATPercent int `bun:"vat_percent"`
}

func (q Invoices) addLines(ctx context.Context, i bill.Invoice) error {
	if len(i.Lines) == 0 {
		return nil
	}
	rows := make([]lineRow, len(i.Lines))
	for n, l := range i.Lines {
		rows[n] = lineRow{
			InvoiceID: i.ID, N: l.N, Service: string(l.Service), Item: l.Item, NameEn: l.NameEn, NameAr: l.NameAr, PlanID: l.PlanID, Quantity: l.Quantity,
			Unit: l.Unit, FromAt: l.From, UntilAt: l.Until, Net: int64(l.Net), VAT: int64(l.VAT), Total: int64(l.Total), VATPercent: l.VATPercent,
		}
	}
	_, err := q.DB.NewInsert().Model(&rows).Exec(ctx)
	return wrap("add lines of invoice", err)
}
