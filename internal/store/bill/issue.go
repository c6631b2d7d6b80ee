package bill

import (
	"context"
	"time"

	"selfcare/internal/domain/bill"
)

// invoiceRow is a row of invoices.
type invoiceRow struct {
	ID          string
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
	_, err := q.row(ctx, "issue invoice", `
		INSERT INTO invoices (id, line_id, period, period_from, period_until, issued_at, due_at, net, vat, total, vat_percent, series, n, number)
		VALUES (?0, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '', 0, '') RETURNING number`,
		[]any{i.ID, i.LineID, i.Period, i.From, i.Until, i.IssuedAt, i.DueAt, int64(i.Net), int64(i.VAT), int64(i.Total), i.VATPercent}, &i.Number)
	if err != nil {
		return i, err
	}
	if err := q.addLines(ctx, i); err != nil {
		return i, err
	}
	if err := q.exec(ctx, "mark charges as billed", `
		UPDATE subscription_charges SET invoice_id = ?1
		WHERE line_id = ?0 AND paid_by = 'invoice' AND invoice_id IS NULL AND waived_at IS NULL AND cycle_from < ?2`, i.LineID, i.ID, before); err != nil {
		return i, err
	}
	if err := q.exec(ctx, "mark usage as billed", `
		UPDATE usage_events SET invoice_id = ?1 WHERE line_id = ?0 AND charged > 0 AND invoice_id IS NULL AND taken_by IS NULL AND NOT written_off AND used_at < ?2`, i.LineID, i.ID, before); err != nil {
		return i, err
	}
	return i, q.exec(ctx, "note what follows", "UPDATE invoice_dues SET next_at = ?1 WHERE invoice_id = ?0", i.ID, nextAt)
}

// lineRow is a row of invoice_lines.
type lineRow struct {
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
	for _, l := range i.Lines {
		err := q.exec(ctx, "add line of invoice", `
			INSERT INTO invoice_lines (invoice_id, n, service, item, name_en, name_ar, plan_id, quantity, unit, from_at, until_at, net, vat, total, vat_percent)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
			i.ID, l.N, string(l.Service), l.Item, l.NameEn, l.NameAr, l.PlanID, l.Quantity, l.Unit, l.From, l.Until, int64(l.Net), int64(l.VAT), int64(l.Total),
			l.VATPercent)
		if err != nil {
			return err
		}
	}
	return nil
}
