// Package payment stores the payments, and the statements of support about them.
package payment

import (
	"context"
	"database/sql"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Statements stores the outcomes of payments that staff read in the provider's statement.
type Statements struct{ *tx.Conn }

// ReadCounting returns the outcome of a payment by a statement in force; empty without one.
func (q Statements) ReadCounting(ctx context.Context, paymentID string) (outcome contract.StatedOutcome, err error) {
	err = q.Prepared().Row(ctx, "SELECT outcome FROM payment_statements WHERE payment_id = $1 AND state = 'counts'", paymentID).Scan(&outcome)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return outcome, storeerrors.Translate("read payment statement", err)
}

// State stores a person's statement about a payment, with an entry in the audit log, and returns the resulting state. Statements
// about one payment run one after the other. An unknown payment is ErrNotFound.
func (q Statements) State(ctx context.Context, in contract.PaymentStatement) (stated contract.PaymentStatement, err error) {
	err = q.Commit(ctx, func(conn *tx.Conn) error {
		q := Statements{conn}
		var status contract.PaymentStatus
		var subject string
		err := q.Prepared().Row(ctx, "SELECT status, subject FROM payments WHERE id = $1 FOR UPDATE", in.PaymentID).Scan(&status, &subject)
		if err != nil {
			return err
		}
		if _, err := q.Prepared().Exec(ctx, "UPDATE payment_statements SET state = 'expired' WHERE payment_id = $1 AND state = 'pending' AND expires_at <= $2",
			in.PaymentID, in.StatedAt); err != nil {
			return err
		}
		known, err := q.readAlive(ctx, in.PaymentID)
		if err != nil {
			return err
		}
		if stated, err = order.Stated(status, known, in); err != nil || known != nil && stated == *known {
			return err
		}
		action := "payment-stated"
		if known != nil {
			action = "payment-statement-confirmed"
		}
		if stated.ID, err = q.save(ctx, stated); err != nil {
			return err
		}
		return audit.Log(q).Write(ctx, audit.Record{
			Key: action + ":" + stated.ID, OrderID: subject, Actor: in.StatedBy, Action: action, Note: in.Note,
			Details: map[string]string{"payment": in.PaymentID, "outcome": string(in.Outcome)},
		})
	})
	return stated, storeerrors.Translate("state outcome of payment", err)
}

// readAlive returns the statement about a payment that waits or is in force; nil without one.
func (q Statements) readAlive(ctx context.Context, paymentID string) (*contract.PaymentStatement, error) {
	var s contract.PaymentStatement
	var confirmed sql.NullTime
	err := q.Prepared().Row(ctx, `
		SELECT id, payment_id, outcome, note, state, stated_by, stated_at, expires_at, coalesce(confirmed_by::text, ''), confirmed_at
		FROM payment_statements WHERE payment_id = $1 AND state IN ('pending', 'counts')`, paymentID).
		Scan(&s.ID, &s.PaymentID, &s.Outcome, &s.Note, &s.State, &s.StatedBy, &s.StatedAt, &s.ExpiresAt, &s.ConfirmedBy, &confirmed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is no statement yet
	}
	s.ConfirmedAt = confirmed.Time
	return &s, err
}

func (q Statements) save(ctx context.Context, s contract.PaymentStatement) (id string, err error) {
	if s.State == contract.StatementCounts {
		_, err := q.Prepared().Exec(ctx, "UPDATE payment_statements SET state = 'counts', confirmed_by = $2, confirmed_at = $3 WHERE id = $1",
			s.ID, s.ConfirmedBy, s.ConfirmedAt)
		return s.ID, err
	}
	err = q.Prepared().Row(ctx, `
		INSERT INTO payment_statements (payment_id, outcome, note, stated_by, stated_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
		s.PaymentID, string(s.Outcome), s.Note, s.StatedBy, s.StatedAt, s.ExpiresAt).Scan(&id)
	return id, err
}
