package bill

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/bill"
)

// Precision is the precision of times in Postgres.
const Precision = time.Microsecond

// BankPayments stores payments through SADAD that banks report.
type BankPayments struct{ DB bun.IDB }

func (q BankPayments) invoices() Invoices { return Invoices(q) }

// bankRow is a row of sadad_payments.
type bankRow struct {
	ID         string
	PaymentID  string
	Reference  string
	Amount     int64
	PaidAt     time.Time
	ReceivedAt time.Time
	State      string
	InvoiceID  string
	Number     string
	Taken      int64
	Held       int64
	Reason     string
	Note       string
	ReturnedBy string
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
	err := q.invoices().exec(ctx, "keep payment at a bank", `
		INSERT INTO sadad_payments (payment_id, reference, amount, paid_at, received_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (payment_id) DO NOTHING`,
		p.PaymentID, p.Reference, int64(p.Amount), p.PaidAt, p.ReceivedAt)
	if err != nil {
		return p, err
	}
	found, err := q.list(ctx, "WHERE p.payment_id = ?", p.PaymentID)
	if err != nil {
		return p, err
	}
	return found[0], nil
}

// Get returns a payment; false for an unknown id.
func (q BankPayments) Get(ctx context.Context, id string) (bill.BankPayment, bool, error) {
	return q.one(ctx, "WHERE p.id = ?", id)
}

// GetLocked is Get for a decision: it locks the payment until the end of the transaction.
func (q BankPayments) GetLocked(ctx context.Context, id string) (bill.BankPayment, bool, error) {
	return q.one(ctx, "WHERE p.id = ? FOR UPDATE OF p", id)
}

// Decide stores which part of a received payment the bill took, and which part is held.
func (q BankPayments) Decide(ctx context.Context, p bill.BankPayment) error {
	return q.invoices().exec(ctx, "decide about payment at a bank", `
		UPDATE sadad_payments SET state = ?1, invoice_id = nullif(?2, '')::uuid, taken = ?3, held = ?4, reason = nullif(?5, '')
		WHERE id = ?0 AND state = 'received'`, p.ID, string(p.State), p.InvoiceID, int64(p.Taken), int64(p.Held), string(p.Reason))
}

// Return records the return of held money; false when nothing is held any more.
func (q BankPayments) Return(ctx context.Context, p bill.BankPayment) (returned bool, err error) {
	return q.invoices().row(ctx, "return payment at a bank", `
		UPDATE sadad_payments SET state = 'returned', note = ?1, returned_by = ?2, returned_at = ?3 WHERE id = ?0 AND state = 'held' RETURNING true`,
		[]any{p.ID, p.Note, p.ReturnedBy, p.ReturnedAt}, &returned)
}

const banksPerPage = 50

// InState returns a page of the payments in a state, the newest first.
func (q BankPayments) InState(ctx context.Context, state bill.BankState, page int) ([]bill.BankPayment, error) {
	return q.list(ctx, "WHERE p.state = ? ORDER BY p.received_at DESC, p.id LIMIT ? OFFSET ?", string(state), banksPerPage, (page-1)*banksPerPage)
}

// CountWaiting counts the payments with held money, and those that are unprocessed since a time.
func (q BankPayments) CountWaiting(ctx context.Context, since time.Time) (held, stuck int, err error) {
	_, err = q.invoices().row(ctx, "count payments at banks that wait", `
		SELECT count(*) FILTER (WHERE state = 'held'), count(*) FILTER (WHERE state = 'received' AND received_at < ?) FROM sadad_payments WHERE state <> 'taken'`,
		[]any{since}, &held, &stuck)
	return held, stuck, err
}

func (q BankPayments) one(ctx context.Context, condition string, args ...any) (p bill.BankPayment, known bool, err error) {
	found, err := q.list(ctx, condition, args...)
	if err != nil || len(found) == 0 {
		return p, false, err
	}
	return found[0], true, nil
}

func (q BankPayments) list(ctx context.Context, condition string, args ...any) ([]bill.BankPayment, error) {
	var rows []bankRow
	err := q.DB.NewRaw(`
		SELECT p.id, p.payment_id, p.reference, p.amount, p.paid_at, p.received_at, p.state, coalesce(p.invoice_id::text, '') AS invoice_id,
		       coalesce(i.number, '') AS number, p.taken, p.held, coalesce(p.reason, '') AS reason, p.note,
		       coalesce(p.returned_by::text, '') AS returned_by, p.returned_at
		FROM sadad_payments AS p LEFT JOIN invoices AS i ON i.id = p.invoice_id `+condition, args...).Scan(ctx, &rows)
	found := make([]bill.BankPayment, len(rows))
	for n, r := range rows {
		found[n] = r.payment()
	}
	return found, wrap("list payments at banks", err)
}
