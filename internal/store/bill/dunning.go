package bill

import (
	"context"
	"time"

	"selfcare/internal/domain/bill"
)

// Due returns invoices whose next step is due, the longest overdue first.
func (q Invoices) Due(ctx context.Context, now time.Time, most int) (ids []string, err error) {
	err = q.DB.NewRaw("SELECT invoice_id FROM invoice_dues WHERE next_at <= ? ORDER BY next_at, invoice_id LIMIT ?", now, most).Scan(ctx, &ids)
	return ids, wrap("find invoices whose step is due", err)
}

// NoteStep records that an invoice has reached a step, and when the next one is due; zero for none.
func (q Invoices) NoteStep(ctx context.Context, invoiceID string, step bill.Step, at, nextAt time.Time) error {
	return q.exec(ctx, "note step of invoice", "UPDATE invoice_dues SET step = ?1, taken_at = ?2, next_at = ?3, failed_at = NULL WHERE invoice_id = ?0",
		invoiceID, string(step), at, orNull(nextAt))
}

// PostponeStep postpones the next step of an invoice.
func (q Invoices) PostponeStep(ctx context.Context, invoiceID string, nextAt time.Time) error {
	return q.exec(ctx, "put off step of invoice", "UPDATE invoice_dues SET next_at = ?1, failed_at = NULL WHERE invoice_id = ?0", invoiceID, nextAt)
}

// NoteFailed records that the next step of an invoice failed, and since when, and postpones it. An invoice that was paid
// meanwhile has no next step.
func (q Invoices) NoteFailed(ctx context.Context, invoiceID string, at, nextAt time.Time) error {
	return q.exec(ctx, "note failed step of invoice",
		"UPDATE invoice_dues SET next_at = ?2, failed_at = coalesce(failed_at, ?1) WHERE invoice_id = ?0 AND settled_at IS NULL", invoiceID, at, nextAt)
}

// CountFailing counts the invoices whose next step failed.
func (q Invoices) CountFailing(ctx context.Context) (count int, err error) {
	_, err = q.row(ctx, "count failed steps of invoices", "SELECT count(*) FROM invoice_dues WHERE failed_at IS NOT NULL AND left_over > 0", nil, &count)
	return count, err
}

// Dunning returns the dunning state of an unpaid invoice.
func (q Invoices) Dunning(ctx context.Context, invoiceID string) (d bill.Dunning, err error) {
	var taken *time.Time
	_, err = q.row(ctx, "read step of invoice", "SELECT step, taken_at, due_at FROM invoice_dues WHERE invoice_id = ?", []any{invoiceID}, (*string)(&d.Step), &taken, &d.DueAt)
	if taken != nil {
		d.TakenAt = *taken
	}
	return d, err
}

// Steps returns the steps of all unpaid invoices of a line.
func (q Invoices) Steps(ctx context.Context, lineID string) (steps []bill.Step, err error) {
	err = q.DB.NewRaw("SELECT step FROM invoice_dues WHERE line_id = ? AND left_over > 0", lineID).Scan(ctx, &steps)
	return steps, wrap("read steps of a line", err)
}

func orNull(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at
}
