package payment

import (
	"context"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Payments stores payment attempts.
type Payments struct{ *tx.Conn }

// A payment only moves forward: open, then declined or abandoned, then paid (a late success counts), then refunded.
const savePayment = `
INSERT INTO payments AS p (id, subject, status, amount, brand, last4, challenge_url, decline_code, double, at, returned)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, brand = EXCLUDED.brand, last4 = EXCLUDED.last4,
    challenge_url = EXCLUDED.challenge_url, decline_code = EXCLUDED.decline_code, double = EXCLUDED.double, returned = EXCLUDED.returned,
    updated_at = now()
WHERE p.subject = EXCLUDED.subject AND (
    p.status = EXCLUDED.status
    OR p.status IN ('processing', 'challenge', 'pending')
    OR (p.status IN ('declined', 'abandoned') AND EXCLUDED.status IN ('paid', 'refunded'))
    OR (p.status = 'paid' AND EXCLUDED.status = 'refunded'))`

// Save stores a payment of an order or a purchase. A settled state never moves back.
func (q Payments) Save(ctx context.Context, subject string, p contract.Payment) error {
	_, err := q.Prepared().Exec(ctx, savePayment, p.ID, subject, string(p.Status), int64(p.Amount),
		p.Brand, p.Last4, p.ChallengeURL, p.DeclineCode, p.Double, p.At, int64(p.Returned))
	return storeerrors.Translate("save payment", err)
}

// PaidFor is the order or purchase of a payment, by id and by the number that names its workflow.
type PaidFor struct {
	OrderID, OrderNumber       string
	PurchaseID, PurchaseNumber string
}

// WorkflowID returns the workflow of the order or purchase.
func (p PaidFor) WorkflowID() string {
	if p.PurchaseNumber != "" {
		return contract.PurchaseWorkflowID(p.PurchaseNumber)
	}
	return contract.OrderWorkflowID(p.OrderNumber)
}

// FindPaidFor finds the order or purchase of a payment.
func (q Payments) FindPaidFor(ctx context.Context, paymentID string) (PaidFor, error) {
	var found PaidFor
	err := q.Prepared().Row(ctx, `
		SELECT coalesce(o.id::text, ''), coalesce(o.number, ''), coalesce(b.id::text, ''), coalesce(b.number, '')
		FROM payments AS p LEFT JOIN orders AS o ON o.id = p.subject LEFT JOIN purchases AS b ON b.id = p.subject
		WHERE p.id = $1`, paymentID).Scan(&found.OrderID, &found.OrderNumber, &found.PurchaseID, &found.PurchaseNumber)
	return found, storeerrors.Translate("find what a payment is for", err)
}

// Get finds one payment, with the id of its order or purchase.
func (q Payments) Get(ctx context.Context, id string) (p contract.Payment, subject string, err error) {
	err = q.Prepared().Row(ctx, `
		SELECT id, subject, status, amount, brand, last4, decline_code, double, at FROM payments WHERE id = $1`, id).
		Scan(&p.ID, &subject, &p.Status, &p.Amount, &p.Brand, &p.Last4, &p.DeclineCode, &p.Double, &p.At)
	return p, subject, storeerrors.Translate("read payment", err)
}
