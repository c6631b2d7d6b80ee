package einvoice

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// ToSend claims invoices that a device has stamped, the longest due first, and returns them in the order of its chain. The claim
// lasts until the lease ends.
func (q Invoices) ToSend(ctx context.Context, device string, limit int) (found []Stamped, err error) {
	var rows []struct {
		ID, Hash         string
		XML              []byte
		Attempts, Faults int
		DueFor           float64
	}
	// Raw: it claims rows that no other sender has locked.
	err = q.DB.NewRaw(`
		WITH due AS (
			SELECT id, next_at FROM einvoices WHERE status = 'pending' AND device = ?2 AND next_at <= now() ORDER BY next_at, seq LIMIT ?1 FOR UPDATE SKIP LOCKED),
		claimed AS (
			UPDATE einvoices AS e SET attempts = e.attempts + 1, next_at = now() + ?0 * interval '1 second' FROM due WHERE e.id = due.id
			RETURNING e.id, e.hash, e.xml, e.attempts, e.faults, e.icv, extract(epoch FROM now() - due.next_at)::float8 AS due_for)
		SELECT id, hash, xml, attempts, faults, due_for FROM claimed ORDER BY icv`, sendLease.Seconds(), limit, device).Scan(ctx, &rows)
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

// Trouble counts invoices that are held, rejected, or not submitted in time.
func (q Invoices) Trouble(ctx context.Context) (t Trouble, err error) {
	// Raw: each count has an index of its own.
	err = q.DB.NewRaw(`
		SELECT (SELECT count(*) FROM einvoices WHERE status = 'held'),
		       (SELECT count(*) FROM einvoices WHERE status = 'rejected'),
		       (SELECT count(*) FROM einvoices WHERE status IN ('due', 'held') AND due_at < now())
		         + (SELECT count(*) FROM einvoices WHERE status = 'pending' AND due_at < now())`).Scan(ctx, &t.Held, &t.Rejected, &t.Late)
	return t, wrap("look for trouble with e-invoices", err)
}
