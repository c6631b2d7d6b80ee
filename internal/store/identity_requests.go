package store

import (
	"context"

	"selfcare/internal/contract"
)

// SaveIdentityRequest lets the identity app's call-back find its order. An answered request never waits again.
func (q *Queries) SaveIdentityRequest(ctx context.Context, orderID string, i contract.Identity) error {
	_, err := q.prepared().exec(ctx, `
		INSERT INTO identity_requests AS r (request_id, order_id, transaction_id, purpose, status, tries, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (request_id) DO UPDATE SET status = EXCLUDED.status, tries = EXCLUDED.tries, expires_at = EXCLUDED.expires_at
		WHERE r.status = 'waiting'`,
		i.RequestID, orderID, i.TransactionID, i.Purpose, string(i.Status), i.Tries, i.ExpiresAt)
	return translate("save identity request", err)
}

// OrderByIdentityTransaction answers with the id of the order an identity request was made for.
func (q *Queries) OrderByIdentityTransaction(ctx context.Context, transactionID string) (orderID string, err error) {
	err = q.prepared().row(ctx, "SELECT order_id FROM identity_requests WHERE transaction_id = $1", transactionID).Scan(&orderID)
	return orderID, translate("find order of identity request", err)
}
