package casework

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/flow"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/payment"
)

type paymentStatements interface {
	State(ctx context.Context, in contract.PaymentStatement) (contract.PaymentStatement, error)
}

type paidFor interface {
	FindPaidFor(ctx context.Context, paymentID string) (payment.PaidFor, error)
}

type teller interface {
	Tell(ctx context.Context, workflowID, news string, arg any) error
}

// StatePayment records this person's statement about a payment. Once it counts, the waiting order or purchase asks about
// the payment again; if that message gets lost, it asks by itself some hours later.
func (d *Decisions) StatePayment(ctx context.Context, paymentID string, outcome contract.StatedOutcome, note string) (contract.PaymentStatement, error) {
	settings, err := d.Settings(ctx)
	if err != nil {
		return contract.PaymentStatement{}, fmt.Errorf("read settings: %w", err)
	}
	now := d.Now()
	stated, err := d.Statements.State(ctx, contract.PaymentStatement{
		PaymentID: paymentID, Outcome: outcome, Note: note, StatedBy: middleware.RequestOf(ctx).User.ID, StatedAt: now,
		ExpiresAt: now.Add(settings.RefundApprovalTTL),
	})
	if errors.Is(err, storeerrors.ErrNotFound) {
		return stated, contract.Refuse(contract.FailPaymentNotFound)
	}
	if err != nil || stated.State != contract.StatementCounts {
		return stated, err
	}
	paid, err := d.Paid.FindPaidFor(ctx, paymentID)
	if err == nil {
		reported := contract.PaymentReported{EventID: "statement-" + stated.ID, PaymentID: paymentID}
		err = d.Told.Tell(ctx, paid.WorkflowID(), contract.SignalPaymentReported, reported)
	}
	if err != nil && !errors.Is(err, flow.ErrOver) {
		d.LogFailure(ctx, "signal a payment statement", err)
	}
	return stated, nil
}
