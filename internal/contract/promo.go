package contract

// PromoCode is the input of apply-promo-code, as the customer typed it.
type PromoCode struct {
	Code string `json:"code"`
}

// PromoApplied is the input of ApplyPromo.
type PromoApplied struct {
	At
	Code string `json:"code"`
}

// Refusals of promo codes (§8: wrong, invalid, expired or not applicable).
const (
	FailPromoWrong         Code = "promo_code_wrong"   // not written like a code
	FailPromoInvalid       Code = "promo_code_invalid" // no such code
	FailPromoExpired       Code = "promo_code_expired"
	FailPromoNotApplicable Code = "promo_code_not_applicable" // to this kind of order, plan or price
	FailPromoUsedUp        Code = "promo_code_used_up"
	FailReferralUnknown    Code = "referral_code_unknown"
	FailNotPaid            Code = "not_paid_yet"
)
