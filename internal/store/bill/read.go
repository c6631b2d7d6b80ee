package bill

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
)

// Bill is an invoice with its state. A list omits its lines.
type Bill struct {
	bill.Invoice
	bill.Standing
	Step      bill.Step
	NextAt    time.Time // of the next step; zero without one
	SettledAt time.Time // zero until it is paid in full
}

const bills = `
SELECT i.id, i.number, i.line_id, i.period, i.period_from, i.period_until, i.issued_at, i.due_at, i.net, i.vat, i.total, i.vat_percent,
       d.left_over, d.credited, d.step, d.next_at, d.settled_at
FROM invoices AS i JOIN invoice_dues AS d ON d.invoice_id = i.id `

// billRow is the row of a Bill.
type billRow struct {
	invoiceRow
	LeftOver  int64
	Credited  int64
	Step      string
	NextAt    *time.Time
	SettledAt *time.Time
}

func (r billRow) bill() Bill {
	b := Bill{
		Invoice: bill.Invoice{
			ID: r.ID, Number: r.Number, LineID: r.LineID, Period: r.Period, From: r.PeriodFrom.UTC(), Until: r.PeriodUntil.UTC(), IssuedAt: r.IssuedAt.UTC(),
			DueAt: r.DueAt.UTC(), Net: contract.Halalas(r.Net), VAT: contract.Halalas(r.VAT), Total: contract.Halalas(r.Total), VATPercent: r.VATPercent,
		},
		Standing: bill.Standing{
			Total: contract.Halalas(r.Total), Left: contract.Halalas(r.LeftOver), Credited: contract.Halalas(r.Credited), DueAt: r.DueAt.UTC(),
		},
		Step: bill.Step(r.Step),
	}
	if r.NextAt != nil {
		b.NextAt = r.NextAt.UTC()
	}
	if r.SettledAt != nil {
		b.SettledAt = r.SettledAt.UTC()
	}
	return b
}

// OfLine returns a page of the bills of a line, the newest first.
func (q Invoices) OfLine(ctx context.Context, lineID string, page, size int) (found []Bill, total int, err error) {
	if _, err = q.row(ctx, "count bills", "SELECT count(*) FROM invoices WHERE line_id = ?", []any{lineID}, &total); err != nil {
		return nil, 0, err
	}
	found, err = q.list(ctx, "WHERE i.line_id = ? ORDER BY i.issued_at DESC, i.n DESC LIMIT ? OFFSET ?", lineID, size, (page-1)*size)
	return found, total, err
}

// Open returns the unpaid bills of a line, the oldest first.
func (q Invoices) Open(ctx context.Context, lineID string) ([]Bill, error) {
	return q.list(ctx, "WHERE i.line_id = ? AND d.left_over > 0 ORDER BY i.due_at, i.n", lineID)
}

// CountUnpaid counts the unpaid bills.
func (q Invoices) CountUnpaid(ctx context.Context) (count int, err error) {
	_, err = q.row(ctx, "count unpaid bills", "SELECT count(*) FROM invoice_dues WHERE left_over > 0", nil, &count)
	return count, err
}

func (q Invoices) list(ctx context.Context, condition string, args ...any) ([]Bill, error) {
	var rows []billRow
	err := q.DB.NewRaw(bills+condition, args...).Scan(ctx, &rows)
	found := make([]Bill, len(rows))
	for n, r := range rows {
		found[n] = r.bill()
	}
	return found, wrap("list bills", err)
}

// Get returns an invoice with its lines; false for an unknown id.
func (q Invoices) Get(ctx context.Context, id string) (b Bill, known bool, err error) {
	return q.whole(ctx, "WHERE i.id = ?", id)
}

// ByNumber is Get by the invoice number.
func (q Invoices) ByNumber(ctx context.Context, number string) (b Bill, known bool, err error) {
	return q.whole(ctx, "WHERE i.number = ?", number)
}

// GetLocked is Get for a payment or a credit note: it locks the invoice until the end of the transaction.
func (q Invoices) GetLocked(ctx context.Context, id string) (b Bill, known bool, err error) {
	return q.whole(ctx, "WHERE i.id = ? FOR UPDATE OF d", id)
}

func (q Invoices) whole(ctx context.Context, condition string, args ...any) (b Bill, known bool, err error) {
	found, err := q.list(ctx, condition, args...)
	if err != nil || len(found) == 0 {
		return b, false, err
	}
	b = found[0]
	var rows []lineRow
	err = q.DB.NewRaw(`
		SELECT n, service, item, name_en, name_ar, plan_id, quantity, unit, from_at, until_at, net, vat, total, vat_percent
		FROM invoice_lines WHERE invoice_id = ? ORDER BY n`, b.ID).Scan(ctx, &rows)
	for _, r := range rows {
		b.Lines = append(b.Lines, bill.Line{
			N: r.N, Service: bill.Service(r.Service), Item: r.Item, NameEn: r.NameEn, NameAr: r.NameAr, PlanID: r.PlanID, Quantity: r.Quantity,
			Unit: r.Unit, From: r.FromAt.UTC(), Until: r.UntilAt.UTC(), Net: contract.Halalas(r.Net), VAT: contract.Halalas(r.VAT), Total: contract.Halalas(r.Total),
			VATPercent: r.VATPercent,
		})
	}
	return b, err == nil, wrap("read lines of invoice", err)
}
