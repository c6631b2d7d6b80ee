package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
	"selfcare/internal/store/tx"
)

// Precision is the precision of times in Postgres.
const Precision = time.Microsecond

// BankPayments stores payments through SADAD that banks report.
type BankPayments struct{ DB bun.IDB }

type bankRow struct {
	bun.BaseModel `bun:"table:sadad_payments,alias:p"`

	ID         string `bun:",pk,nullzero"`
	PaymentID  string
	Reference  string
	Amount     int64
	PaidAt     time.Time
	ReceivedAt time.Time
	State      string
	InvoiceID  string `bun:",nullzero"`
	Number     string `bun:",scanonly"`
	Taken      int64
	Held       int64
	Reason     string `bun:",nullzero"`
	Note       string
	ReturnedBy string `bun:",nullzero"`
	ReturnedAt *time.Time
}

func (r bankRow) payment() bill.BankPayment {
	p := bill.BankPayment{
		ID: r.ID, PaymentID: r.PaymentID, Reference: r.Reference, Amount: contract.Halalas(r.Amount), PaidAt: r.PaidAt.UTC(), ReceivedAt: r.ReceivedAt.UTC(),
		State: bill.BankState(r.State), InvoiceID: r.InvoiceID, Number: r.Number, Taken: contract.Halalas(r.Taken), Held: contract.Halalas(r.Held),
		Reason: bill.BankReason(r.Reason), Note: r.Note, ReturnedBy: r.ReturnedBy,
	}
	if r.ReturnedAt != nil {
		p.ReturnedAt = r.ReturnedAt.UTC()
	}
	return p
}

// Keep stores a bank's report, once by its id, and returns the stored payment. If the bank reported the payment before with other
// data, that is the earlier data.
func (q BankPayments) Keep(ctx context.Context, p bill.BankPayment) (bill.BankPayment, error) {
	reported := bankRow{PaymentID: p.PaymentID, Reference: p.Reference, Amount: int64(p.Amount), PaidAt: p.PaidAt, ReceivedAt: p.ReceivedAt}
	_, err := q.DB.NewInsert().Model(&reported).Column("payment_id", "reference", "amount", "paid_at", "received_at").
		On("CONFLICT (payment_id) DO NOTHING").Exec(ctx)
	if err != nil {
		return p, wrap("keep payment at a bank", err)
	}
	found, err := q.list(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("p.payment_id = ?", p.PaymentID) })
	if err != nil {
		return p, err
	}
	return found[0], nil
}

// Get returns a payment; false for an unknown id.
func (q BankPayments) Get(ctx context.Context, id string) (bill.BankPayment, bool, error) {
	return q.one(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("p.id = ?", id) })
}

// GetLocked is Get for a decision: it locks the payment until the end of the transaction.
func (q BankPayments) GetLocked(ctx context.Context, id string) (bill.BankPayment, bool, error) {
	return q.one(ctx, func(s *bun.SelectQuery) *bun.SelectQuery { return s.Where("p.id = ?", id).For("UPDATE OF p") })
}

// Decide stores which part of a received payment the bill took, and which part is held.
func (q BankPayments) Decide(ctx context.Context, p bill.BankPayment) error {
	_, err := q.DB.NewUpdate().Model((*bankRow)(nil)).Set("state = ?", p.State).Set("invoice_id = ?", bun.NullZero(p.InvoiceID)).
		Set("taken = ?", p.Taken).Set("held = ?", p.Held).Set("reason = ?", bun.NullZero(p.Reason)).
		Where("id = ?", p.ID).Where("state = 'received'").Exec(ctx)
	return wrap("decide about payment at a bank", err)
}

// Return records the return of held money; false when nothing is held any more.
func (q BankPayments) Return(ctx context.Context, p bill.BankPayment) (returned bool, err error) {
	changed, err := tx.Changed(q.DB.NewUpdate().Model((*bankRow)(nil)).Set("state = 'returned'").Set("note = ?", p.Note).
		Set("returned_by = ?", p.ReturnedBy).Set("returned_at = ?", p.ReturnedAt).Where("id = ?", p.ID).Where("state = 'held'").Exec(ctx))
	return changed > 0, wrap("return payment at a bank", err)
}

// InState returns a page of the payments in a state, the newest first.
func (q BankPayments) InState(ctx context.Context, state bill.BankState, after *tx.Place, page int) ([]bill.BankPayment, error) {
	return q.list(ctx, func(s *bun.SelectQuery) *bun.SelectQuery {
		return tx.PageAfter(s.Where("p.state = ?", state), tx.List{At: "p.received_at", ID: "p.id"}, after, page, tx.PageSize)
	})
}

// CountWaiting counts the payments with held money, and those that are unprocessed since a time.
func (q BankPayments) CountWaiting(ctx context.Context, since time.Time) (held, stuck int, err error) {
	err = q.DB.NewSelect().Model((*bankRow)(nil)).ColumnExpr("count(*) FILTER (WHERE state = 'held')").
		ColumnExpr("count(*) FILTER (WHERE state = 'received' AND received_at < ?)", since).Where("state IN ('held', 'received')").Scan(ctx, &held, &stuck)
	return held, stuck, wrap("count payments at banks that wait", err)
}

func (q BankPayments) one(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) (p bill.BankPayment, known bool, err error) {
	found, err := q.list(ctx, narrow)
	if err != nil || len(found) == 0 {
		return p, false, err
	}
	return found[0], true, nil
}

func (q BankPayments) list(ctx context.Context, narrow func(*bun.SelectQuery) *bun.SelectQuery) ([]bill.BankPayment, error) {
	var rows []bankRow
	err := q.DB.NewSelect().Model(&rows).Apply(tx.AllColumns).Column("i.number").Join("LEFT JOIN invoices AS i ON i.id = p.invoice_id").
		Apply(narrow).Scan(ctx)
	found := make([]bill.BankPayment, len(rows))
	for n, r := range rows {
		found[n] = r.payment()
	}
	return found, wrap("list payments at banks", err)
}
