// Package einvoice stores electronic invoices: the owed, stamped and submitted ones.
package einvoice

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"selfcare/internal/domain/einvoice"
	"selfcare/internal/domain/einvoice/stamp"
	"selfcare/internal/store/seal"
	"selfcare/internal/store/tx"
)

// Subject is the kind of the underlying receipt.
type Subject string

// Subjects.
const (
	Order      Subject = "order"
	Purchase   Subject = "purchase"
	Bill       Subject = "bill"        // of a postpaid line
	CreditNote Subject = "credit-note" // of a bill
)

// Statuses of an invoice that the authority has accepted; docs/einvoices.md explains the others.
const (
	Reported = "reported"
	Cleared  = "cleared"
)

const (
	reportWithin = 24 * time.Hour
	sendLease    = time.Minute // time for which a sender keeps an invoice to itself
	holdFor      = time.Hour   // before a held invoice is tried again
)

// Invoices stores electronic invoices.
type Invoices struct {
	DB   bun.IDB
	Keys *seal.Keys
}

type row struct {
	bun.BaseModel `bun:"table:einvoices,alias:e"`

	ID        string `bun:",pk,nullzero"`
	Subject   Subject
	SubjectID string
	Kind      einvoice.Kind
	IssuedAt  time.Time
	DueAt     time.Time
}

// Receipt is the source of an invoice.
type Receipt struct {
	Subject   Subject
	SubjectID string
	Kind      einvoice.Kind
	IssuedAt  time.Time
}

// Waiting is an invoice that waits for its stamp.
type Waiting struct {
	ID string
	Receipt
}

// Stamped is an invoice that waits for submission.
type Stamped struct {
	ID       string
	Hash     string
	XML      []byte
	Attempts int           // this one included
	Faults   int           // earlier tries that failed while the authority accepted other invoices
	DueFor   time.Duration // time since it became due
}

func wrap(operation string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", operation, err)
}

// Owe records, in the caller's transaction, that a receipt needs an invoice. A repeated call changes nothing.
func (q Invoices) Owe(ctx context.Context, r Receipt) error {
	owed := row{Subject: r.Subject, SubjectID: r.SubjectID, Kind: r.Kind, IssuedAt: r.IssuedAt, DueAt: r.IssuedAt.Add(reportWithin)}
	_, err := q.DB.NewInsert().Model(&owed).On("CONFLICT (subject, subject_id, kind) DO NOTHING").Returning("NULL").Exec(ctx)
	return wrap("owe e-invoice", err)
}

// Share is the part of the invoices that one of several devices issues, counted from zero. The zero value is all of them.
type Share struct{ Number, Of int }

// ToStamp returns invoices of a share without a position in a chain, in the order of their receipts.
func (q Invoices) ToStamp(ctx context.Context, s Share, limit int) (found []Waiting, err error) {
	var rows []row
	err = q.DB.NewSelect().Model(&rows).Where("status IN ('due', 'held')").Where("next_at <= now()").
		Where("mod(hashtext(subject_id::text) & 65535, ?) = ?", max(s.Of, 1), s.Number).Order("seq").Limit(int64(limit)).Scan(ctx)
	for _, r := range rows {
		found = append(found, Waiting{r.ID, Receipt{r.Subject, r.SubjectID, r.Kind, r.IssuedAt}})
	}
	return found, wrap("find e-invoices to stamp", err)
}

// Next returns the next position in the chain of a device. Of two callers only one can use it.
func (q Invoices) Next(ctx context.Context, device string) (einvoice.Place, error) {
	last := einvoice.Place{Previous: einvoice.FirstHash}
	err := q.DB.NewSelect().Model((*row)(nil)).Column("icv", "hash").Where("device = ?", device).Order("icv DESC").Limit(1).
		Scan(ctx, &last.Counter, &last.Previous)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	last.Counter++
	return last, wrap("find place of e-invoice", err)
}

func sealed(id string) string { return "einvoices/" + id }

// Stamp stores an invoice with its position; false when it got a position meanwhile.
func (q Invoices) Stamp(ctx context.Context, id, device string, at einvoice.Place, made stamp.Stamped) (kept bool, err error) {
	changed, err := tx.Changed(q.unstamped(id).Set("status = 'pending'").Set("device = ?", device).Set("icv = ?", at.Counter).Set("pih = ?", at.Previous).
		Set("hash = ?", made.Hash).Set("code = ?", made.Code).Set("xml = ?", q.Keys.Seal(sealed(id), made.XML)).Set("failure = NULL").
		Set("rules = '{}'").Set("attempts = 0").Set("next_at = now()").Exec(ctx))
	return changed == 1, wrap("keep stamped e-invoice", err)
}

func (q Invoices) unstamped(id string) *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*row)(nil)).Where("id = ?", id).Where("status IN ('due', 'held')")
}

func (q Invoices) pending(id string) *bun.UpdateQuery {
	return q.DB.NewUpdate().Model((*row)(nil)).Where("id = ?", id).Where("status = 'pending'")
}

// Code returns the QR code text of an invoice; empty before its stamp, or without an invoice.
func (q Invoices) Code(ctx context.Context, subject Subject, id string, kind einvoice.Kind) (code string, err error) {
	var written sql.NullString
	err = q.DB.NewSelect().Model((*row)(nil)).Column("code").Where("subject = ?", subject).Where("subject_id = ?", id).Where("kind = ?", kind).
		Scan(ctx, &written)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return written.String, wrap("find code of e-invoice", err)
}

// Hold records why an invoice cannot be made. It takes no position.
func (q Invoices) Hold(ctx context.Context, id, failure string, rules []string) error {
	_, err := q.unstamped(id).Set("status = 'held'").Set("failure = ?", failure).Set("rules = ?", list(rules)).Set("attempts = attempts + 1").
		Set("next_at = now() + ? * interval '1 second'", holdFor.Seconds()).Exec(ctx)
	return wrap("hold e-invoice", err)
}

// NoteTaken records that the authority has accepted an invoice; cleared is the authority's copy of a cleared one.
func (q Invoices) NoteTaken(ctx context.Context, id, status string, warnings []string, cleared []byte) error {
	var copied []byte
	if len(cleared) > 0 {
		copied = q.Keys.Seal(sealed(id), cleared)
	}
	_, err := q.pending(id).Set("status = ?", status).Set("rules = ?", list(warnings)).Set("cleared = ?", copied).Set("failure = NULL").
		Set("done_at = now()").Exec(ctx)
	return wrap("note e-invoice taken", err)
}

// Reject records that the authority has rejected an invoice, and by which rules.
func (q Invoices) Reject(ctx context.Context, id, failure string, rules []string) error {
	_, err := q.pending(id).Set("status = 'rejected'").Set("failure = ?", failure).Set("rules = ?", list(rules)).Set("done_at = now()").Exec(ctx)
	return wrap("note e-invoice rejected", err)
}

// Postpone records a failed try, the time of the next one, and how many faults of the invoice itself it adds.
func (q Invoices) Postpone(ctx context.Context, id, failure string, pause time.Duration, faults int) error {
	_, err := q.pending(id).Set("failure = ?", failure).Set("next_at = now() + ? * interval '1 second'", pause.Seconds()).
		Set("faults = faults + ?", faults).Exec(ctx)
	return wrap("put e-invoice off", err)
}

func list(texts []string) any { return pgdialect.Array(append([]string{}, texts...)) }

// Trouble counts invoices that need a person, or will.
type Trouble struct{ Held, Rejected, Late int }
