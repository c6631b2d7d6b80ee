// Package identity stores the requests to the identity provider.
package identity

import (
	"context"
	"database/sql"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Identities stores the requests to the identity provider.
type Identities struct{ *tx.Conn }

// Save stores an identity request, so that the app's call-back finds its order. An answered request never waits again.
func (q Identities) Save(ctx context.Context, orderID string, i contract.Identity) error {
	_, err := q.Prepared().Exec(ctx, `
		INSERT INTO identity_requests AS r (request_id, order_id, transaction_id, purpose, status, tries, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (request_id) DO UPDATE SET status = EXCLUDED.status, tries = EXCLUDED.tries, expires_at = EXCLUDED.expires_at
		WHERE r.status = 'waiting'`,
		i.RequestID, orderID, i.TransactionID, i.Purpose, string(i.Status), i.Tries, i.ExpiresAt)
	return storeerrors.Translate("save identity request", err)
}

// OrderOf returns the id of an identity request's order.
func (q Identities) OrderOf(ctx context.Context, transactionID string) (orderID string, err error) {
	err = q.Prepared().Row(ctx, "SELECT order_id FROM identity_requests WHERE transaction_id = $1 AND order_id IS NOT NULL", transactionID).Scan(&orderID)
	return orderID, storeerrors.Translate("find order of identity request", err)
}

// saveProof reuses a request that the app still has open for the same person and change. A closed one stays as it is.
const saveProof = `
INSERT INTO identity_requests AS r (request_id, line_id, user_id, transaction_id, purpose, random, status, refused, tries, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9)
ON CONFLICT (transaction_id) DO UPDATE SET
    request_id = EXCLUDED.request_id,
    status = CASE WHEN r.status IN ('waiting', 'unknown', 'confirmed') THEN EXCLUDED.status ELSE r.status END,
    refused = coalesce(r.refused, EXCLUDED.refused)
WHERE r.line_id = EXCLUDED.line_id AND r.user_id = EXCLUDED.user_id AND r.purpose = EXCLUDED.purpose`

// SaveProof stores the stage of a line proof. ErrConflict means that the answer would also prove another change.
func (q Identities) SaveProof(ctx context.Context, p contract.LineProof) error {
	changed, err := q.Prepared().Exec(ctx, saveProof,
		p.ID, p.LineID, p.UserID, p.TransactionID, p.Change, p.Random, string(p.Stage), tx.OrNull(string(p.Refused)), p.ExpiresAt)
	if err == nil && changed == 0 {
		err = storeerrors.ErrConflict
	}
	return storeerrors.Translate("save proof of line", err)
}

// ProofOf returns the last proof that a user began for a line.
func (q Identities) ProofOf(ctx context.Context, lineID, userID string) (p contract.LineProof, err error) {
	var refused sql.NullString
	err = q.Prepared().Row(ctx, `
		SELECT request_id, line_id, user_id, transaction_id, purpose, random, status, refused, expires_at FROM identity_requests
		WHERE line_id = $1 AND user_id = $2 ORDER BY asked_at DESC LIMIT 1`, lineID, userID).
		Scan(&p.ID, &p.LineID, &p.UserID, &p.TransactionID, &p.Change, &p.Random, &p.Stage, &refused, &p.ExpiresAt)
	p.Refused = contract.Code(refused.String)
	return p, storeerrors.Translate("read proof of line", err)
}

// LineOf returns the id of an identity request's line.
func (q Identities) LineOf(ctx context.Context, transactionID string) (lineID string, err error) {
	err = q.Prepared().Row(ctx, "SELECT line_id FROM identity_requests WHERE transaction_id = $1 AND line_id IS NOT NULL", transactionID).Scan(&lineID)
	return lineID, storeerrors.Translate("find line of identity request", err)
}
