package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/store/tx"
)

// Bill is an invoice with its state. A list omits its lines.
type Bill struct {
	bill.Invoice
	bill.Standing
	Step      bill.Step
	NextAt    time.Time // of the next step; zero without one
	SettledAt time.Time // zero until it is paid in full
}

// billRow is the row of a Bill.
type billRow struct {
	invoiceRow `bun:",extend"`

	LeftOver  int64      `bun:",scanonly"`
	Credited  int64      `bun:",scanonly"`
	Step      string     `bun:",scanonly"`
	NextAt    *time.Time `bun:",scanonly"`
	SettledAt *time.Time `bun:",scanonly"`
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
	count, err := q.DB.NewSelect().Model((*invoiceRow)(nil)).Where("line_id = ?", lineID).Count(ctx)
	if err != nil {
		return nil, 0, wrap("count bills", err)
	}
	found, err = q.list(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("i.line_id = ?", lineID).Order("i.issued_at DESC", "i.n DESC").Limit(int64(size)).Offset(tx.Offset(page, size))
	})
	return found, int(count), err
}

// Open returns the unpaid bills of a line, the oldest first.
func (q Invoices) Open(ctx context.Context, lineID string) ([]Bill, error) {
	return q.list(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return s.Where("i.line_id = ?", lineID).Where("d.left_over > 0").Order("i.due_at", "i.n")
	})
}

// mostUnpaid ends the count of unpaid bills, which is a hint for a person.
const mostUnpaid = 5000

// CountUnpaid counts the unpaid bills, up to mostUnpaid.
func (q Invoices) CountUnpaid(ctx context.Context) (count int, err error) {
	count, err = tx.CountAtMost(ctx, q.DB, q.DB.NewSelect().Model((*dueRow)(nil)).Where("left_over > 0"), mostUnpaid)
	return count, wrap("count unpaid bills", err)
}

func (q Invoices) list(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]Bill, error) {
	var rows []billRow
	err := q.DB.NewSelect().Model(&rows).Apply(tx.AllColumns).Column("d.left_over", "d.credited", "d.step", "d.next_at", "d.settled_at").
		Join("JOIN invoice_dues AS d ON d.invoice_id = i.id").Apply(narrow).Scan(ctx)
	found := make([]Bill, len(rows))
	for n, r := range rows {
		found[n] = r.bill()
	}
	return found, wrap("list bills", err)
}

// Get returns an invoice with its lines; false for an unknown id.
func (q Invoices) Get(ctx context.Context, id string) (b Bill, known bool, err error) {
	return q.whole(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("i.id = ?", id) })
}

// ByNumber is Get by the invoice number.
func (q Invoices) ByNumber(ctx context.Context, number string) (b Bill, known bool, err error) {
	return q.whole(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("i.number = ?", number) })
}

// GetLocked is Get for a payment or a credit note: it locks the invoice until the end of the transaction.
func (q Invoices) GetLocked(ctx context.Context, id string) (b Bill, known bool, err error) {
	return q.whole(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("i.id = ?", id).For("UPDATE OF d") })
}

func (q Invoices) whole(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (b Bill, known bool, err error) {
	found, err := q.list(ctx, narrow)
	if err != nil || len(found) == 0 {
		return b, false, err
	}
	b = found[0]
	var rows []lineRow
	err = q.DB.NewSelect().Model(&rows).Where("invoice_id = ?", b.ID).Order("n").Scan(ctx)
	for _, r := range rows {
		b.Lines = append(b.Lines, bill.Line{
			N: r.N, Service: bill.Service(r.Service), Item: r.Item, NameEn: r.NameEn, NameAr: r.NameAr, PlanID: r.PlanID, Quantity: r.Quantity,
			Unit: r.Unit, From: r.FromAt.UTC(), Until: r.UntilAt.UTC(), Net: contract.Halalas(r.Net), VAT: contract.Halalas(r.VAT), Total: contract.Halalas(r.Total),
			VATPercent: r.VATPercent,
		})
	}
	return b, err == nil, wrap("read lines of invoice", err)
}
