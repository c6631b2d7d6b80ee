package store

import (
	"context"

	"selfcare/internal/contract"
)

// A payment only moves forward: open, then refused or given up, then paid (a late success counts), then refunded.
const savePayment = `
INSERT INTO payments AS p (id, order_id, status, amount, brand, last4, challenge_url, decline_code, double, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
ON CONFLICT (id) DO UPDATE SET status = EXCLUDED.status, brand = EXCLUDED.brand, last4 = EXCLUDED.last4,
    challenge_url = EXCLUDED.challenge_url, decline_code = EXCLUDED.decline_code, double = EXCLUDED.double, updated_at = now()
WHERE p.order_id = EXCLUDED.order_id AND (
    p.status = EXCLUDED.status
    OR p.status IN ('processing', 'challenge', 'pending')
    OR (p.status IN ('declined', 'abandoned') AND EXCLUDED.status IN ('paid', 'refunded'))
    OR (p.status = 'paid' AND EXCLUDED.status = 'refunded'))`

// SavePayment keeps one attempt to pay. What the provider has settled never moves back.
func (q *Queries) SavePayment(ctx context.Context, orderID string, p contract.Payment) error {
	_, err := q.prepared().exec(ctx, savePayment, p.ID, orderID, string(p.Status), int64(p.Amount),
		p.Brand, p.Last4, p.ChallengeURL, p.DeclineCode, p.Double, p.At)
	return translate("save payment", err)
}

// PaymentOrder answers with the id of the order a payment is for.
func (q *Queries) PaymentOrder(ctx context.Context, paymentID string) (orderID string, err error) {
	err = q.prepared().row(ctx, "SELECT order_id FROM payments WHERE id = $1", paymentID).Scan(&orderID)
	return orderID, translate("find order of payment", err)
}
