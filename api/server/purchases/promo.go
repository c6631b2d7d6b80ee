package purchases

import (
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/domain/ratelimit"
	storeerrors "selfcare/internal/store/errors"
)

type promoTerms interface {
	Terms(ctx context.Context, code string) (order.PromoTerms, error)
}

// CheckPromoCode shows discount and scope of a code. Wrong ones are counted against guessing.
func (s *PurchaseHandlers) CheckPromoCode(ctx context.Context, req gen.CheckPromoCodeRequestObject) (gen.CheckPromoCodeResponseObject, error) {
	terms, err := s.findPromo(ctx, req.Body.Code)
	if err != nil {
		return nil, err
	}
	if err := order.PromoInForce(terms, s.Now()); err != nil {
		return nil, err
	}
	if terms.UsedUp {
		return nil, contract.RefuseField("code", contract.FailPromoUsedUp)
	}
	plans, err := s.Sold.PlanNames(ctx, terms.Plans...)
	if err != nil {
		return nil, fmt.Errorf("read plans of promo code: %w", err)
	}
	offer := gen.PromoOffer{
		Code: terms.Code, Percent: optional.Positive(terms.Percent), Kinds: optional.OrEmpty(terms.Kinds), Plans: []string{}, EndsAt: optional.Time(terms.EndsAt),
	}
	if terms.Amount > 0 {
		amount := int64(terms.Amount)
		offer.Amount = &amount
	}
	view := present.In(middleware.RequestOf(ctx).Language)
	for _, id := range terms.Plans {
		offer.Plans = append(offer.Plans, view.Localized(plans[id].Ar, plans[id].En))
	}
	return gen.CheckPromoCode200JSONResponse{Data: offer}, nil
}

// findPromo finds a typed code.
func (s *PurchaseHandlers) findPromo(ctx context.Context, typed string) (terms order.PromoTerms, err error) {
	code, err := order.PromoCodeOf(typed)
	if err != nil {
		return terms, err
	}
	if err := s.Permit(ctx, ratelimit.PromoCheck, nil); err != nil {
		return terms, err
	}
	terms, err = s.Promos.Terms(ctx, code)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return terms, contract.RefuseField("code", contract.FailPromoInvalid)
	}
	return terms, err
}

// applyPromo applies the promo code of a purchase, if it has one.
func (s *PurchaseHandlers) applyPromo(ctx context.Context, p contract.Purchase, typed string, vatPercent int) (contract.Purchase, error) {
	if typed == "" {
		return p, nil
	}
	terms, err := s.findPromo(ctx, typed)
	if err != nil {
		return p, purchase.PromoRefused(err)
	}
	if err := purchase.ValidatePromo(p.Kind, terms, s.Now()); err != nil {
		return p, err
	}
	return purchase.WithPromo(p, terms, vatPercent)
}
