package order

import (
	"context"
	"errors"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// ApplyPromo uses a promo code for the order and gives a previous one back.
func (a *Wizard) ApplyPromo(ctx context.Context, o contract.Order, in contract.PromoApplied) (contract.Order, error) {
	return a.change(ctx, "apply promo code", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		terms, err := promoFor(ctx, q, o, in.Code, in.Now)
		if err != nil {
			return o, nil, err
		}
		priced, err := order.WithPromo(o, terms, settings.VATPercent)
		if err != nil {
			return o, nil, err
		}
		return priced, happened("promo.applied"), usePromo(ctx, q, o, terms.Code, in.Now)
	})
}

// promoFor reads a code and refuses one that the order may not use.
func promoFor(ctx context.Context, q *store.Tx, o contract.Order, code string, now time.Time) (order.PromoTerms, error) {
	terms, err := q.Promos.Terms(ctx, code)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return terms, contract.RefuseField("code", contract.FailPromoInvalid)
	}
	if err != nil {
		return terms, err
	}
	return terms, order.ValidatePromo(o, terms, now)
}

func usePromo(ctx context.Context, q *store.Tx, o contract.Order, code string, now time.Time) error {
	if o.Promo != nil && o.Promo.Code != code {
		if err := q.Promos.GiveBack(ctx, o.ID); err != nil {
			return err
		}
	}
	err := q.Promos.Take(ctx, code, o.ID, o.Person.IDNumber, now)
	if errors.Is(err, storeerrors.ErrOutOfStock) {
		return contract.RefuseField("code", contract.FailPromoUsedUp)
	}
	return err
}

// RemovePromo gives the order's promo code back.
func (a *Wizard) RemovePromo(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "remove promo code", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil || o.Promo == nil {
			return o, nil, err
		}
		return order.WithoutPromo(o, settings.VATPercent), happened("promo.removed"), q.Promos.GiveBack(ctx, o.ID)
	})
}

// validatePromo refuses to fix a price with a promo code that a later answer of the customer has ruled out.
func validatePromo(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) error {
	if o.Promo == nil {
		return nil
	}
	_, err := promoFor(ctx, q, o, o.Promo.Code, now)
	return err
}
