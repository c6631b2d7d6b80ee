// Package identity stores the requests to the identity provider.
package identity

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Identities stores the requests to the identity provider.
type Identities struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:identity_requests,alias:r"`

	RequestID     string `bun:",pk"`
	OrderID       string `bun:",nullzero"` // a request is of an order, or of a user's line
	LineID        string `bun:",nullzero"`
	UserID        string `bun:",nullzero"`
	TransactionID string
	Purpose       string
	Random        string `bun:",nullzero"`
	Status        string
	Refused       contract.Code `bun:",nullzero"`
	Tries         int
	ExpiresAt     time.Time
}

// Save stores an identity request, so that the app's call-back finds its order. An answered request never waits again.
func (q Identities) Save(ctx context.Context, orderID string, i contract.Identity) error {
	asked := row{
		RequestID: i.RequestID, OrderID: orderID, TransactionID: i.TransactionID, Purpose: i.Purpose, Random: i.Random, Status: string(i.Status),
		Tries: i.Tries, ExpiresAt: i.ExpiresAt,
	}
	_, err := q.DB.NewInsert().Model(&asked).On("CONFLICT (request_id) DO UPDATE").
		Set("status = EXCLUDED.status").Set("tries = EXCLUDED.tries").Set("expires_at = EXCLUDED.expires_at").
		Where("r.status = 'waiting'").Returning("NULL").Exec(ctx)
	return storeerrors.Translate("save identity request", err)
}

// FindOpen returns the push that we have sent last for an order, or for a line's proof, and for a purpose, if it has not ended yet. A
// repeat of the same request is found, too. Without one: ErrNotFound.
func (q Identities) FindOpen(ctx context.Context, by contract.IdentityRequest, now time.Time) (contract.Identity, error) {
	var r row
	subject, id := "order_id", by.OrderID
	if by.LineID != "" {
		subject, id = "line_id", by.LineID
	}
	err := q.DB.NewSelect().Model(&r).Where("? = ?", bun.Ident(subject), id).Where("purpose = ?", by.Purpose).Where("random IS NOT NULL").
		Where("expires_at > ?", now).Order("asked_at DESC").Limit(1).Scan(ctx)
	return contract.Identity{
		RequestID: r.RequestID, TransactionID: r.TransactionID, Random: r.Random, Status: contract.IdentityWaiting, ExpiresAt: r.ExpiresAt,
	}, storeerrors.Translate("find open identity request", err)
}

// OrderOf returns the id of an identity request's order.
func (q Identities) OrderOf(ctx context.Context, transactionID string) (orderID string, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("order_id").Where("transaction_id = ?", transactionID).Where("order_id IS NOT NULL").Scan(ctx, &orderID)
	return orderID, storeerrors.Translate("find order of identity request", err)
}

// SaveProof stores the stage of a line proof. It reuses a request that the app still has open for the same person and change; a
// closed one stays as it is. ErrConflict means that the answer would also prove another change.
func (q Identities) SaveProof(ctx context.Context, p contract.LineProof) error {
	asked := row{
		RequestID: p.ID, LineID: p.LineID, UserID: p.UserID, TransactionID: p.TransactionID, Purpose: p.Change, Random: p.Random,
		Status: string(p.Stage), Refused: p.Refused, Tries: 1, ExpiresAt: p.ExpiresAt,
	}
	result, err := q.DB.NewInsert().Model(&asked).On("CONFLICT (transaction_id) DO UPDATE").
		Set("request_id = EXCLUDED.request_id").
		Set("status = CASE WHEN r.status IN ('waiting', 'unknown', 'confirmed') THEN EXCLUDED.status ELSE r.status END").
		Set("refused = coalesce(r.refused, EXCLUDED.refused)").
		Where("r.line_id = EXCLUDED.line_id").Where("r.user_id = EXCLUDED.user_id").Where("r.purpose = EXCLUDED.purpose").
		Returning("NULL").Exec(ctx)
	return tx.RequireChange("save proof of line", storeerrors.ErrConflict, result, err)
}

// ProofOf returns the last proof that a user began for a line.
func (q Identities) ProofOf(ctx context.Context, lineID, userID string) (p contract.LineProof, err error) {
	var r row
	err = q.DB.NewSelect().Model(&r).Where("line_id = ?", lineID).Where("user_id = ?", userID).Order("asked_at DESC").Limit(1).Scan(ctx)
	return contract.LineProof{
		ID: r.RequestID, LineID: r.LineID, UserID: r.UserID, TransactionID: r.TransactionID, Change: r.Purpose, Random: r.Random,
		Stage: contract.LineProofStage(r.Status), Refused: r.Refused, ExpiresAt: r.ExpiresAt,
	}, storeerrors.Translate("read proof of line", err)
}

// LineOf returns the id of an identity request's line.
func (q Identities) LineOf(ctx context.Context, transactionID string) (lineID string, err error) {
	err = q.DB.NewSelect().Model((*row)(nil)).Column("line_id").Where("transaction_id = ?", transactionID).Where("line_id IS NOT NULL").Scan(ctx, &lineID)
	return lineID, storeerrors.Translate("find line of identity request", err)
}
