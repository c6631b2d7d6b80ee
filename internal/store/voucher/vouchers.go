// Package voucher stores the vouchers.
package voucher

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/tx"
)

// Vouchers stores vouchers, each for one recharge.
type Vouchers struct{ *tx.Conn }

type row struct {
	bun.BaseModel `bun:"table:vouchers,alias:v"`

	CodeHash   []byte `bun:",pk"`
	Value      contract.Halalas
	ExpiresAt  time.Time
	Batch      string
	Blocked    bool   `bun:",scanonly"`
	PurchaseID string `bun:",nullzero"`
}

// Hash returns the stored form of a voucher's code.
func (q Vouchers) Hash(code string) []byte { return q.Keys.Hash("voucher/" + code) }

// Get finds a voucher by the hash of its code.
func (q Vouchers) Get(ctx context.Context, hash []byte) (purchase.Voucher, error) {
	var found row
	err := q.DB.NewSelect().Model(&found).Column("value", "expires_at", "blocked", "purchase_id").Where("code_hash = ?", hash).Scan(ctx)
	v := purchase.Voucher{Value: found.Value, ExpiresAt: found.ExpiresAt, Blocked: found.Blocked, UsedBy: found.PurchaseID}
	return v, storeerrors.Translate("find voucher", err)
}

// Take uses a voucher for a purchase, once for any number of calls; a voucher of another purchase is ErrConflict. It runs in the
// transaction that opens the purchase, so a failed opening uses none.
func (q Vouchers) Take(ctx context.Context, hash []byte, purchaseID string) error {
	result, err := q.DB.NewUpdate().Model((*row)(nil)).Set("purchase_id = ?", purchaseID).Set("used_at = coalesce(used_at, now())").
		Where("code_hash = ?", hash).Where("NOT blocked").Where("purchase_id IS NULL OR purchase_id = ?", purchaseID).Exec(ctx)
	return tx.RequireChange("take voucher", storeerrors.ErrConflict, result, err)
}

// GiveBack makes the voucher of an undelivered purchase valid again.
func (q Vouchers) GiveBack(ctx context.Context, purchaseID string) error {
	_, err := q.DB.NewUpdate().Model((*row)(nil)).Set("purchase_id = NULL").Set("used_at = NULL").Where("purchase_id = ?", purchaseID).Exec(ctx)
	return storeerrors.Translate("give voucher back", err)
}

// Import inserts a voucher; false for a known one, which stays as it is.
func (q Vouchers) Import(ctx context.Context, code, batch string, v purchase.Voucher) (added bool, err error) {
	changed, err := tx.Changed(q.DB.NewInsert().Model(&row{CodeHash: q.Hash(code), Value: v.Value, ExpiresAt: v.ExpiresAt, Batch: batch}).
		Column("code_hash", "value", "expires_at", "batch").On("CONFLICT DO NOTHING").Exec(ctx))
	return changed == 1, storeerrors.Translate("import voucher", err)
}
