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
	_, err := q.DB.NewRaw(`
		INSERT INTO einvoices (subject, subject_id, kind, issued_at, due_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (subject, subject_id, kind) DO NOTHING`,
		string(r.Subject), r.SubjectID, string(r.Kind), r.IssuedAt, r.IssuedAt.Add(reportWithin)).Exec(ctx)
	return wrap("owe e-invoice", err)
}

// ToStamp returns invoices without a position in the chain, in the order of their receipts.
func (q Invoices) ToStamp(ctx context.Context, limit int) (found []Waiting, err error) {
	var rows []struct {
		ID, Subject, SubjectID, Kind string
		IssuedAt                     time.Time
	}
	err = q.DB.NewRaw(`
		SELECT id, subject, subject_id, kind, issued_at FROM einvoices
		WHERE status IN ('due', 'held') AND next_at <= now() ORDER BY seq LIMIT ?`, limit).Scan(ctx, &rows)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	for _, r := range rows {
		found = append(found, Waiting{r.ID, Receipt{Subject(r.Subject), r.SubjectID, einvoice.Kind(r.Kind), r.IssuedAt}})
	}
	return found, wrap("find e-invoices to stamp", err)
}

// Next returns the next position in the chain of a device. Of two callers only one can use it.
func (q Invoices) Next(ctx context.Context, device string) (einvoice.Place, error) {
	last := einvoice.Place{Previous: einvoice.FirstHash}
	err := q.DB.NewRaw("SELECT icv, hash FROM einvoices WHERE device = ? ORDER BY icv DESC LIMIT 1", device).Scan(ctx, &last.Counter, &last.Previous)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	last.Counter++
	return last, wrap("find place of e-invoice", err)
}

func sealed(id string) string { return "einvoices/" + id }

// Stamp stores an invoice with its position; false when it got a position meanwhile.
func (q Invoices) Stamp(ctx context.Context, id, device string, at einvoice.Place, made stamp.Stamped) (kept bool, err error) {
	return q.change(ctx, "keep stamped e-invoice", `
		UPDATE einvoices SET status = 'pending', device = ?1, icv = ?2, pih = ?3, hash = ?4, code = ?5, xml = ?6, failure = NULL, rules = '{}', attempts = 0,
			next_at = now() WHERE id = ?0 AND status IN ('due', 'held')`,
		id, device, at.Counter, at.Previous, made.Hash, made.Code, q.Keys.Seal(sealed(id), made.XML))
}

// Code returns the QR code text of an invoice; empty before its stamp, or without an invoice.
func (q Invoices) Code(ctx context.Context, subject Subject, id string, kind einvoice.Kind) (code string, err error) {
	err = q.DB.NewRaw("SELECT coalesce(code, '') FROM einvoices WHERE subject = ? AND subject_id = ? AND kind = ?", string(subject), id, string(kind)).
		Scan(ctx, &code)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return code, wrap("find code of e-invoice", err)
}

// Hold records why an invoice cannot be made. It takes no position.
func (q Invoices) Hold(ctx context.Context, id, failure string, rules []string) error {
	_, err := q.change(ctx, "hold e-invoice", `
		UPDATE einvoices SET status = 'held', failure = ?1, rules = ?2, attempts = attempts + 1, next_at = now() + ?3 * interval '1 second'
		WHERE id = ?0 AND status IN ('due', 'held')`, id, failure, list(rules), holdFor.Seconds())
	return err
}

// ToSend claims stamped invoices, the longest due first, and returns them in the order of the chain. The claim lasts until the
// lease ends.
func (q Invoices) ToSend(ctx context.Context, limit int) (found []Stamped, err error) {
	var rows []struct {
		ID, Hash         string
		XML              []byte
		Attempts, Faults int
		DueFor           float64
	}
	err = q.DB.NewRaw(`
		WITH due AS (
			SELECT id, next_at FROM einvoices WHERE status = 'pending' AND next_at <= now() ORDER BY next_at, seq LIMIT ?1 FOR UPDATE SKIP LOCKED),
		claimed AS (
			UPDATE einvoices AS e SET attempts = e.attempts + 1, next_at = now() + ?0 * interval '1 second' FROM due WHERE e.id = due.id
			RETURNING e.id, e.hash, e.xml, e.attempts, e.faults, e.icv, extract(epoch FROM now() - due.next_at)::float8 AS due_for)
		SELECT id, hash, xml, attempts, faults, due_for FROM claimed ORDER BY icv`, sendLease.Seconds(), limit).Scan(ctx, &rows)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, wrap("claim e-invoices", err)
	}
	for _, r := range rows {
		xml, err := q.Keys.Open(sealed(r.ID), r.XML)
		if err != nil {
			xml = nil // the sender postpones it as altered; the rest of the batch continues
		}
		found = append(found, Stamped{r.ID, r.Hash, xml, r.Attempts, r.Faults, time.Duration(r.DueFor * float64(time.Second))})
	}
	return found, nil
}

// NoteTaken records that the authority has accepted an invoice; cleared is the authority's copy of a cleared one.
func (q Invoices) NoteTaken(ctx context.Context, id, status string, warnings []string, cleared []byte) error {
	var copied []byte
	if len(cleared) > 0 {
		copied = q.Keys.Seal(sealed(id), cleared)
	}
	_, err := q.change(ctx, "note e-invoice taken", `
		UPDATE einvoices SET status = ?1, rules = ?2, cleared = ?3, failure = NULL, done_at = now() WHERE id = ?0 AND status = 'pending'`,
		id, status, list(warnings), copied)
	return err
}

// Reject records that the authority has rejected an invoice, and by which rules.
func (q Invoices) Reject(ctx context.Context, id, failure string, rules []string) error {
	_, err := q.change(ctx, "note e-invoice rejected", `
		UPDATE einvoices SET status = 'rejected', failure = ?1, rules = ?2, done_at = now() WHERE id = ?0 AND status = 'pending'`, id, failure, list(rules))
	return err
}

// Postpone records a failed try, the time of the next one, and how many faults of the invoice itself it adds.
func (q Invoices) Postpone(ctx context.Context, id, failure string, pause time.Duration, faults int) error {
	_, err := q.change(ctx, "put e-invoice off", `
		UPDATE einvoices SET failure = ?1, next_at = now() + ?2 * interval '1 second', faults = faults + ?3 WHERE id = ?0 AND status = 'pending'`,
		id, failure, pause.Seconds(), faults)
	return err
}

func list(texts []string) any { return pgdialect.Array(append([]string{}, texts...)) }

func (q Invoices) change(ctx context.Context, operation, statement string, args ...any) (changed bool, err error) {
	result, err := q.DB.NewRaw(statement, args...).Exec(ctx)
	if err != nil {
		return false, wrap(operation, err)
	}
	rows, err := result.RowsAffected()
	return rows == 1, wrap(operation, err)
}

// Trouble counts invoices that need a person, or will.
type Trouble struct{ Held, Rejected, Late int }

// Trouble counts invoices that are held, rejected, or not submitted in time.
func (q Invoices) Trouble(ctx context.Context) (t Trouble, err error) {
	err = q.DB.NewRaw(`
		SELECT (SELECT count(*) FROM einvoices WHERE status = 'held'),
		       (SELECT count(*) FROM einvoices WHERE status = 'rejected'),
		       (SELECT count(*) FROM einvoices WHERE status IN ('due', 'held') AND due_at < now())
		         + (SELECT count(*) FROM einvoices WHERE status = 'pending' AND due_at < now())`).Scan(ctx, &t.Held, &t.Rejected, &t.Late)
	return t, wrap("look for trouble with e-invoices", err)
}
