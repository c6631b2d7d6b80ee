package purchase

import (
	"errors"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/order"
)

// fieldPromo is the field with the promo code of a purchase.
const fieldPromo = "promoCode"

// ValidatePromo refuses a code that is out of date, or that does not name this kind of purchase: a code for all orders does not
// apply to purchases, because a balance is as good as money.
func ValidatePromo(kind contract.PurchaseKind, t order.PromoTerms, now time.Time) error {
	if err := order.PromoInForce(t, now); err != nil {
		return PromoRefused(err)
	}
	if kind != contract.PurchaseRecharge && kind != contract.PurchaseData || !slices.Contains(t.Kinds, string(kind)) || len(t.Plans) > 0 {
		return contract.RefuseField(fieldPromo, contract.FailPromoNotApplicable)
	}
	return nil
}

// PromoRefused turns a refusal of an order's code into one of a purchase.
func PromoRefused(err error) error {
	var no *contract.Refusal
	if !errors.As(err, &no) {
		return err
	}
	return contract.RefuseField(fieldPromo, no.Code)
}

// WithPromo reduces the price of a purchase and its VAT. The delivery stays as it is. A payment of zero is impossible, so a code
// that leaves nothing to pay is refused.
func WithPromo(p contract.Purchase, t order.PromoTerms, vatPercent int) (contract.Purchase, error) {
	net := p.Total - p.VAT
	discount := t.Amount + p.Total*contract.Halalas(t.Percent)/100
	if discount <= 0 || discount >= p.Total {
		return p, contract.RefuseField(fieldPromo, contract.FailPromoNotApplicable)
	}
	p.Total -= discount
	if p.VAT > 0 {
		p.VAT = money.VATWithin(p.Total, vatPercent)
	}
	p.Promo = &contract.PromoUsed{Code: t.Code, Discount: discount, Cost: net - (p.Total - p.VAT)}
	return p, nil
}
