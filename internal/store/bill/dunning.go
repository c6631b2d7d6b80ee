package bill

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/bill"
)

type dueRow struct {
	bun.BaseModel `bun:"table:invoice_dues,alias:d"`

	Step    bill.Step
	TakenAt time.Time
	DueAt   time.Time
}

// Due returns invoices whose next step is due, the longest overdue first.
func (q Invoices) Due(ctx context.Context, now time.Time, most int) (ids []string, err error) {
	err = q.DB.NewSelect().Model((*dueRow)(nil)).Column("invoice_id").Where("next_at <= ?", now).Order("next_at", "invoice_id").
		Limit(int64(most)).Scan(ctx, &ids)
	return ids, wrap("find invoices whose step is due", err)
}

// NoteStep records that an invoice has reached a step, and when the next one is due; zero for none.
func (q Invoices) NoteStep(ctx context.Context, invoiceID string, step bill.Step, at, nextAt time.Time) error {
	_, err := q.DB.NewUpdate().Model((*dueRow)(nil)).Set("step = ?", step).Set("taken_at = ?", at).Set("next_at = ?", bun.NullTime{Time: nextAt}).
		Set("failed_at = NULL").Where("invoice_id = ?", invoiceID).Exec(ctx)
	return wrap("note step of invoice", err)
}

// PostponeStep postpones the next step of an invoice.
func (q Invoices) PostponeStep(ctx context.Context, invoiceID string, nextAt time.Time) error {
	_, err := q.DB.NewUpdate().Model((*dueRow)(nil)).Set("next_at = ?", nextAt).Set("failed_at = NULL").Where("invoice_id = ?", invoiceID).Exec(ctx)
	return wrap("put off step of invoice", err)
}

// NoteFailed records that the next step of an invoice failed, and since when, and postpones it. An invoice that was paid
// meanwhile has no next step.
func (q Invoices) NoteFailed(ctx context.Context, invoiceID string, at, nextAt time.Time) error {
	_, err := q.DB.NewUpdate().Model((*dueRow)(nil)).Set("next_at = ?", nextAt).Set("failed_at = coalesce(failed_at, ?)", at).
		Where("invoice_id = ?", invoiceID).Where("settled_at IS NULL").Exec(ctx)
	return wrap("note failed step of invoice", err)
}

// CountFailing counts the invoices whose next step failed.
func (q Invoices) CountFailing(ctx context.Context) (count int, err error) {
	failed, err := q.DB.NewSelect().Model((*dueRow)(nil)).Where("failed_at IS NOT NULL").Where("left_over > 0").Count(ctx)
	return int(failed), wrap("count failed steps of invoices", err)
}

// Dunning returns the dunning state of an unpaid invoice.
func (q Invoices) Dunning(ctx context.Context, invoiceID string) (d bill.Dunning, err error) {
	var found dueRow
	err = q.DB.NewSelect().Model(&found).Where("invoice_id = ?", invoiceID).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return d, nil
	}
	d.Step, d.TakenAt, d.DueAt = found.Step, found.TakenAt, found.DueAt
	return d, wrap("read step of invoice", err)
}

// Steps returns the steps of all unpaid invoices of a line.
func (q Invoices) Steps(ctx context.Context, lineID string) (steps []bill.Step, err error) {
	err = q.DB.NewSelect().Model((*dueRow)(nil)).Column("step").Where("line_id = ?", lineID).Where("left_over > 0").Scan(ctx, &steps)
	return steps, wrap("read steps of a line", err)
}
