package store

import (
	"context"
	"errors"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
)

// Purchases are what customers pay for outside orders.
type Purchases struct{ *conn }

// Open writes a purchase that has just begun. A number in use is ErrOrderNumber; the same purchase again changes nothing.
func (q Purchases) Open(ctx context.Context, p contract.Purchase) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("open purchase: %w", err)
	}
	_, err = q.prepared().exec(ctx, `
		INSERT INTO purchases (id, number, kind, stage, failure_code, user_id, payer_line, line_id, total, seq, state, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING`,
		p.ID, p.Number, string(p.Kind), string(p.Stage), string(p.FailureCode), p.UserID, p.PayerLineID, p.LineID,
		int64(p.Total), p.Seq, string(state), p.CreatedAt)
	if violates(err, "purchases_number_key") {
		return fmt.Errorf("open purchase: %w", ErrOrderNumber)
	}
	return translate("open purchase", err)
}

// Save writes the next state of a purchase; one that is not the next is ErrStale.
func (q Purchases) Save(ctx context.Context, p contract.Purchase) error {
	state, err := contract.Encode(p)
	if err != nil {
		return fmt.Errorf("save purchase: %w", err)
	}
	changed, err := q.prepared().exec(ctx, `
		UPDATE purchases SET stage = $2, failure_code = $3, seq = $4, state = $5, updated_at = now() WHERE id = $1 AND seq = $4 - 1`,
		p.ID, string(p.Stage), string(p.FailureCode), p.Seq, string(state))
	if err == nil && changed == 0 {
		return fmt.Errorf("save purchase: %w", ErrStale)
	}
	return translate("save purchase", err)
}

// Get finds a purchase.
func (q Purchases) Get(ctx context.Context, id string) (contract.Purchase, error) {
	return q.find(ctx, "id = $1", id)
}

// OfUser finds a purchase of a user; somebody else's is ErrNotFound.
func (q Purchases) OfUser(ctx context.Context, userID, id string) (contract.Purchase, error) {
	return q.find(ctx, "id = $1 AND user_id = $2", id, userID)
}

// LastSwitch is the latest switch of a line's plan that a user paid for.
func (q Purchases) LastSwitch(ctx context.Context, userID, lineID string) (contract.Purchase, error) {
	return q.find(ctx, "user_id = $1 AND line_id = $2 AND kind = $3 ORDER BY created_at DESC LIMIT 1", userID, lineID, string(contract.PurchaseSwitch))
}

func (q Purchases) find(ctx context.Context, condition string, args ...any) (p contract.Purchase, err error) {
	var state []byte
	if err := q.prepared().row(ctx, "SELECT state::text FROM purchases WHERE "+condition, args...).Scan(&state); err != nil {
		return p, translate("find purchase", err)
	}
	if err := contract.Decode(state, &p); err != nil {
		return p, fmt.Errorf("find purchase: %w", err)
	}
	return p, nil
}

// PurchaseFilter narrows support's list; empty fields do not.
type PurchaseFilter struct {
	Stage       contract.PurchaseStage // held where neither this nor Number is set
	FailureCode contract.Code
	Number      string
	Page        int // from 1
}

// SupportPage is the length of the pages of support's list of purchases.
const purchasesPage = 50

// ForSupport is one page of purchases, newest first.
func (q Purchases) ForSupport(ctx context.Context, f PurchaseFilter) (found []contract.Purchase, err error) {
	rows, err := q.prepared().query(ctx, `
		SELECT state::text FROM purchases
		WHERE ($1 = '' OR stage = $1) AND ($2 = '' OR failure_code = $2 OR state -> 'held' ->> 'failureCode' = $2) AND ($3 = '' OR number = $3)
		ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5`,
		string(f.Stage), string(f.FailureCode), f.Number, purchasesPage, offset(f.Page, purchasesPage))
	if err != nil {
		return nil, translate("list purchases", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var state []byte
		var p contract.Purchase
		if err := errors.Join(rows.Scan(&state), contract.Decode(state, &p)); err != nil {
			return nil, fmt.Errorf("list purchases: %w", err)
		}
		found = append(found, p)
	}
	return found, translate("list purchases", rows.Err())
}

// Vouchers are worth a recharge, once.
type Vouchers struct{ *conn }

// Hash is what a voucher is kept under.
func (q Vouchers) Hash(code string) []byte { return q.keys.Hash("voucher/" + code) }

// Get finds a voucher by the hash of its code.
func (q Vouchers) Get(ctx context.Context, hash []byte) (purchase.Voucher, error) {
	var v purchase.Voucher
	err := q.prepared().row(ctx, "SELECT value, expires_at, blocked, coalesce(purchase_id::text, '') FROM vouchers WHERE code_hash = $1", hash).
		Scan((*int64)(&v.Value), &v.ExpiresAt, &v.Blocked, &v.UsedBy)
	return v, translate("find voucher", err)
}

// Take uses a voucher for a purchase, once however often it is asked; one that another purchase has is ErrConflict. It stands in
// the transaction that opens the purchase, so a purchase that is not opened takes none.
func (q Vouchers) Take(ctx context.Context, hash []byte, purchaseID string) error {
	changed, err := q.prepared().exec(ctx, `
		UPDATE vouchers SET purchase_id = $2, used_at = coalesce(used_at, now())
		WHERE code_hash = $1 AND NOT blocked AND (purchase_id IS NULL OR purchase_id = $2)`, hash, purchaseID)
	if err == nil && changed == 0 {
		return fmt.Errorf("take voucher: %w", ErrConflict)
	}
	return translate("take voucher", err)
}

// GiveBack makes a voucher good again that a purchase could not be delivered with.
func (q Vouchers) GiveBack(ctx context.Context, purchaseID string) error {
	_, err := q.prepared().exec(ctx, "UPDATE vouchers SET purchase_id = NULL, used_at = NULL WHERE purchase_id = $1", purchaseID)
	return translate("give voucher back", err)
}

// Import adds a voucher; one that is there already stays as it is, and is told by false.
func (q Vouchers) Import(ctx context.Context, code, batch string, v purchase.Voucher) (added bool, err error) {
	changed, err := q.prepared().exec(ctx, `
		INSERT INTO vouchers (code_hash, value, expires_at, batch) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		q.Hash(code), int64(v.Value), v.ExpiresAt, batch)
	return changed == 1, translate("import voucher", err)
}
