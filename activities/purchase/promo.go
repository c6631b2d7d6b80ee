package purchase

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// takePromo uses the promo code of a purchase that is opened, if it has one. The code must still be valid as it was priced.
func takePromo(ctx context.Context, q *store.Tx, p contract.Purchase, now time.Time) error {
	if p.Promo == nil {
		return nil
	}
	terms, err := q.Promos.Terms(ctx, p.Promo.Code)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return purchase.PromoRefused(contract.Refuse(contract.FailPromoInvalid))
	}
	if err != nil {
		return err
	}
	if err := purchase.ValidatePromo(p.Kind, terms, now); err != nil {
		return err
	}
	err = q.Promos.TakeForPurchase(ctx, p.Promo.Code, p.ID, p.PayerLineID, now)
	if errors.Is(err, storeerrors.ErrOutOfStock) {
		return purchase.PromoRefused(contract.Refuse(contract.FailPromoUsedUp))
	}
	return err
}

// returnPromo frees the promo code of a purchase that fails.
func returnPromo(ctx context.Context, q *store.Tx, before, next contract.Purchase) error {
	if next.Promo == nil || next.Stage != contract.PurchaseFailed || before.Stage == contract.PurchaseFailed {
		return nil
	}
	return q.Promos.GiveBackPurchase(ctx, next.ID)
}
