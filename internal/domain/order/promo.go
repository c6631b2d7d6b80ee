package order

import (
	"regexp"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// PromoTerms are the value and the conditions of a promo code.
type PromoTerms struct {
	Code     string
	Percent  int
	Amount   contract.Halalas
	Kinds    []string // empty: every kind
	Plans    []string // empty: every plan
	StartsAt time.Time
	EndsAt   time.Time // zero: no end
	UsedUp   bool      // total uses exhausted
}

// PromoInForce refuses a code before its start or after its end.
func PromoInForce(t PromoTerms, now time.Time) error {
	switch {
	case now.Before(t.StartsAt):
		return contract.RefuseField("code", contract.FailPromoInvalid)
	case !t.EndsAt.IsZero() && !now.Before(t.EndsAt):
		return contract.RefuseField("code", contract.FailPromoExpired)
	default:
		return nil
	}
}

var promoCode = regexp.MustCompile(typed.PromoPattern)

// PromoCodeOf normalises a typed code, or refuses a malformed one.
func PromoCodeOf(text string) (string, error) {
	code := typed.Bare(text)
	if !promoCode.MatchString(code) {
		return "", contract.RefuseField("code", contract.FailPromoWrong)
	}
	return code, nil
}

// ValidatePromo refuses a code that is out of date, or not for this order.
func ValidatePromo(o contract.Order, t PromoTerms, now time.Time) error {
	if err := PromoInForce(t, now); err != nil {
		return err
	}
	switch {
	case len(t.Kinds) > 0 && !slices.Contains(t.Kinds, string(o.Kind)),
		len(t.Plans) > 0 && !slices.Contains(t.Plans, PlanID(o)):
		return contract.RefuseField("code", contract.FailPromoNotApplicable)
	default:
		return nil
	}
}

// WithPromo applies a code to the price. A payment of zero is impossible, so a code that leaves nothing to pay is refused.
func WithPromo(o contract.Order, t PromoTerms, vatPercent int) (contract.Order, error) {
	o.Promo = &contract.Promo{Code: t.Code, Percent: t.Percent, Amount: t.Amount}
	o = Priced(o, vatPercent)
	if o.Price.Total <= 0 {
		return o, contract.RefuseField("code", contract.FailPromoNotApplicable)
	}
	return o, nil
}

// WithoutPromo removes a code from the price.
func WithoutPromo(o contract.Order, vatPercent int) contract.Order {
	o.Promo = nil
	return Priced(o, vatPercent)
}
