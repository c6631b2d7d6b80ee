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

// promoFailures are those of promo codes and invitations.
var promoFailures = map[Code]Failure{
	FailPromoWrong:         {422, -1143, false, FixCustomer},
	FailPromoInvalid:       {422, -1144, false, FixCustomer},
	FailPromoExpired:       {422, -1145, false, FixCustomer},
	FailPromoNotApplicable: {422, -1146, false, FixCustomer},
	FailPromoUsedUp:        {409, -1147, false, FixCustomer},
	FailReferralUnknown:    {422, -1148, false, FixCustomer},
	FailNotPaid:            {409, -1149, true, FixCustomer},
}
