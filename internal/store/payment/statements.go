// Package payment stores the payments, and the statements of support about them.
package payment

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store/audit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Statements stores the outcomes of payments that staff read in the provider's statement.
type Statements struct{ *tx.Conn }

type statementRow struct {
	bun.BaseModel `bun:"table:payment_statements,alias:s"`

	ID          string `bun:",pk,nullzero"`
	PaymentID   string
	Outcome     contract.StatedOutcome
	Note        string
	State       contract.StatementState
	StatedBy    string
	StatedAt    time.Time
	ExpiresAt   time.Time
	ConfirmedBy string    `bun:",nullzero"`
	ConfirmedAt time.Time `bun:",nullzero"`
}

func (r statementRow) statement() contract.PaymentStatement {
	return contract.PaymentStatement{
		ID: r.ID, PaymentID: r.PaymentID, Outcome: r.Outcome, Note: r.Note, State: r.State, StatedBy: r.StatedBy, StatedAt: r.StatedAt,
		ExpiresAt: r.ExpiresAt, ConfirmedBy: r.ConfirmedBy, ConfirmedAt: r.ConfirmedAt,
	}
}

// ReadCounting returns the outcome of a payment by a statement in force; empty without one.
func (q Statements) ReadCounting(ctx context.Context, paymentID string) (outcome contract.StatedOutcome, err error) {
	err = q.DB.NewSelect().Model((*statementRow)(nil)).Column("outcome").Where("payment_id = ?", paymentID).Where("state = 'counts'").Scan(ctx, &outcome)
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
		var payment row
		err := q.DB.NewSelect().Model(&payment).Column("status", "subject").Where("id = ?", in.PaymentID).For("UPDATE").Scan(ctx)
		if err != nil {
			return err
		}
		_, err = q.DB.NewUpdate().Model((*statementRow)(nil)).Set("state = 'expired'").
			Where("payment_id = ?", in.PaymentID).Where("state = 'pending'").Where("expires_at <= ?", in.StatedAt).Exec(ctx)
		if err != nil {
			return err
		}
		known, err := q.readAlive(ctx, in.PaymentID)
		if err != nil {
			return err
		}
		if stated, err = order.Stated(payment.Status, known, in); err != nil || known != nil && stated == *known {
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
			Key: action + ":" + stated.ID, OrderID: payment.Subject, Actor: in.StatedBy, Action: action, Note: in.Note,
			Details: map[string]string{"payment": in.PaymentID, "outcome": string(in.Outcome)},
		})
	})
	return stated, storeerrors.Translate("state outcome of payment", err)
}

// readAlive returns the statement about a payment that waits or is in force; nil without one.
func (q Statements) readAlive(ctx context.Context, paymentID string) (*contract.PaymentStatement, error) {
	var found statementRow
	err := q.DB.NewSelect().Model(&found).Where("payment_id = ?", paymentID).Where("state IN ('pending', 'counts')").Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil //nolint:nilnil // there is no statement yet
	}
	s := found.statement()
	return &s, err
}

func (q Statements) save(ctx context.Context, s contract.PaymentStatement) (id string, err error) {
	if s.State == contract.StatementCounts {
		_, err := q.DB.NewUpdate().Model((*statementRow)(nil)).Set("state = 'counts'").Set("confirmed_by = ?", s.ConfirmedBy).
			Set("confirmed_at = ?", s.ConfirmedAt).Where("id = ?", s.ID).Exec(ctx)
		return s.ID, err
	}
	added := statementRow{
		PaymentID: s.PaymentID, Outcome: s.Outcome, Note: s.Note, State: contract.StatementPending, StatedBy: s.StatedBy, StatedAt: s.StatedAt,
		ExpiresAt: s.ExpiresAt,
	}
	_, err = q.DB.NewInsert().Model(&added).Returning("id").Exec(ctx)
	return added.ID, err
}
