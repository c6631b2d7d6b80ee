package order

import (
	"regexp"
	"slices"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/typed"
)

// PromoTerms are what a promo code is worth and for whom.
type PromoTerms struct {
	Code     string
	Percent  int
	Amount   contract.Halalas
	Kinds    []string // empty: every kind
	Plans    []string // empty: every plan
	StartsAt time.Time
	EndsAt   time.Time // zero: no end
	UsedUp   bool      // as often as it may be in all
}

// PromoInForce refuses a code that is not good yet, or not any more.
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

var promoCode = regexp.MustCompile(`^[A-Z0-9]{3,20}$`)

// PromoCodeOf brings a typed code into the form it is kept in, or refuses what is not written like one.
func PromoCodeOf(text string) (string, error) {
	code := typed.Bare(text)
	if !promoCode.MatchString(code) {
		return "", contract.RefuseField("code", contract.FailPromoWrong)
	}
	return code, nil
}

// ValidatePromo refuses a code that is out of date or not meant for this order.
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

// WithPromo takes the code off the price. A payment of nothing is no payment, so a code that leaves nothing to pay does
// not apply.
func WithPromo(o contract.Order, t PromoTerms, vatPercent int) (contract.Order, error) {
	o.Promo = &contract.Promo{Code: t.Code, Percent: t.Percent, Amount: t.Amount}
	o = Priced(o, vatPercent)
	if o.Price.Total <= 0 {
		return o, contract.RefuseField("code", contract.FailPromoNotApplicable)
	}
	return o, nil
}

// WithoutPromo puts the price back to what it is without a code.
func WithoutPromo(o contract.Order, vatPercent int) contract.Order {
	o.Promo = nil
	return Priced(o, vatPercent)
}
