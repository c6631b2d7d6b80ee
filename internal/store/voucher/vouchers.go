// Package voucher stores the vouchers.
package voucher

import (
	"context"
	"fmt"

	"selfcare/internal/domain/purchase"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Vouchers stores vouchers, each for one recharge.
type Vouchers struct{ *tx.Conn }

// Hash returns the stored form of a voucher's code.
func (q Vouchers) Hash(code string) []byte { return q.Keys.Hash("voucher/" + code) }

// Get finds a voucher by the hash of its code.
func (q Vouchers) Get(ctx context.Context, hash []byte) (purchase.Voucher, error) {
	var v purchase.Voucher
	err := q.Prepared().Row(ctx, "SELECT value, expires_at, blocked, coalesce(purchase_id::text, '') FROM vouchers WHERE code_hash = $1", hash).
		Scan((*int64)(&v.Value), &v.ExpiresAt, &v.Blocked, &v.UsedBy)
	return v, storeerrors.Translate("find voucher", err)
}

// Take uses a voucher for a purchase, once for any number of calls; a voucher of another purchase is ErrConflict. It runs in the
// transaction that opens the purchase, so a failed opening uses none.
func (q Vouchers) Take(ctx context.Context, hash []byte, purchaseID string) error {
	changed, err := q.Prepared().Exec(ctx, `
		UPDATE vouchers SET purchase_id = $2, used_at = coalesce(used_at, now())
		WHERE code_hash = $1 AND NOT blocked AND (purchase_id IS NULL OR purchase_id = $2)`, hash, purchaseID)
	if err == nil && changed == 0 {
		return fmt.Errorf("take voucher: %w", storeerrors.ErrConflict)
	}
	return storeerrors.Translate("take voucher", err)
}

// GiveBack makes the voucher of an undelivered purchase valid again.
func (q Vouchers) GiveBack(ctx context.Context, purchaseID string) error {
	_, err := q.Prepared().Exec(ctx, "UPDATE vouchers SET purchase_id = NULL, used_at = NULL WHERE purchase_id = $1", purchaseID)
	return storeerrors.Translate("give voucher back", err)
}

// Import inserts a voucher; false for a known one, which stays as it is.
func (q Vouchers) Import(ctx context.Context, code, batch string, v purchase.Voucher) (added bool, err error) {
	changed, err := q.Prepared().Exec(ctx, `
		INSERT INTO vouchers (code_hash, value, expires_at, batch) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		q.Hash(code), int64(v.Value), v.ExpiresAt, batch)
	return changed == 1, storeerrors.Translate("import voucher", err)
}
