package contract

// Refusals of order steps.
const (
	FailOrderNotFound        Code = "order_not_found"
	FailOrderNotYours        Code = "order_not_yours"
	FailOrderClosed          Code = "order_closed"
	FailKindNotOffered       Code = "order_kind_not_offered"
	FailStepOutOfOrder       Code = "step_out_of_order"
	FailNumberUnknown        Code = "number_unknown" // "number searched not available"
	FailNumberTaken          Code = "number_taken"
	FailNumberCostsMore      Code = "number_costs_more"
	FailHoldExpired          Code = "number_reservation_time_ended"
	FailHoldLimit            Code = "hold_extension_limit"
	FailPlanUnknown          Code = "plan_unknown" // for an order
	FailPlanNotFound         Code = "plan_not_found"
	FailPlanCategoryUnknown  Code = "plan_category_not_found"
	FailDocumentNotAccepted  Code = "document_not_accepted"
	FailNationalityMismatch  Code = "id_nationality_mismatch"
	FailIDChecksum           Code = "id_number_invalid"
	FailBirthDateInvalid     Code = "birth_date_invalid"
	FailHijriYearUnknown     Code = "hijri_year_unknown"
	FailIDMismatch           Code = "id_birth_date_mismatch"
	FailUnderage             Code = "under_age"
	FailIDBlocked            Code = "id_blocked"
	FailMaxSIMs              Code = "max_sims_reached"         // "You have reached maximum number of SIMs under your ID"
	FailExtraNumber          Code = "extra_number_not_allowed" // "Can't register extra mobile number with your ID number"
	FailIdentityInProgress   Code = "identity_in_progress"
	FailIdentityTries        Code = "identity_too_many_tries"
	FailIdentityRequired     Code = "identity_required"
	FailIdentityUnknown      Code = "identity_account_unknown"
	FailMobileMismatch       Code = "mobile_numbers_do_not_match" // "Mobile numbers doesn't Match"
	FailContactUnverified    Code = "contact_not_verified"
	FailCityUnknown          Code = "city_unknown"
	FailAddressFixed         Code = "address_not_correctable"
	FailAddressRequired      Code = "address_required"
	FailBranchUnknown        Code = "branch_unknown"
	FailDeliveryNotOffered   Code = "delivery_method_not_offered"
	FailTermsNotAccepted     Code = "terms_not_accepted"
	FailPriceChanged         Code = "price_changed"
	FailAmountZero           Code = "zero_amount"
	FailPaymentPending       Code = "payment_still_pending" // "Payment is still pending"
	FailAlreadyPaid          Code = "already_paid"
	FailTokenUsed            Code = "card_token_used"
	FailTokenInvalid         Code = "card_token_invalid"
	FailWalletCodeWrong      Code = "wallet_code_wrong"
	FailWalletCodeNotAsked   Code = "wallet_code_not_asked"
	FailPaymentFailed        Code = "payment_failed" // "Oops, Payment failed"
	FailCancelTooLate        Code = "cancel_too_late"
	FailNotDelivered         Code = "not_delivered_yet"
	FailICCIDMismatch        Code = "iccid_mismatch"
	FailICCIDMistyped        Code = "iccid_mistyped"
	FailPUKMismatch          Code = "puk_mismatch"
	FailActivation           Code = "sim_activation_failed" // "Oops, the SIM activation has failed!"
	FailNoOrdersFound        Code = "no_orders_found"
	FailNotHeld              Code = "order_not_held"
	FailResolutionNotAllowed Code = "resolution_not_allowed"
	FailLogOutFirst          Code = "log_out_to_order_a_number"
	FailTooManyOrders        Code = "too_many_orders_started"
	FailOrderNumberTaken     Code = "order_number_taken"
	FailActivationOnly       Code = "order_opened_for_activation"
	FailTooManyHolds         Code = "too_many_numbers_held"
	FailNumberChanges        Code = "number_changed_too_often"
	FailEligibilityTries     Code = "eligibility_too_many_tries"
	FailIdentityTooOften     Code = "identity_asked_too_often"
)

// stepFailures are the failures of an order's steps.
var stepFailures = map[Code]Failure{
	FailOrderNotFound:        {404, -1100, false, FixCustomer},
	FailOrderNotYours:        {403, -403, false, FixCustomer},
	FailOrderClosed:          {409, -1102, false, FixCustomer},
	FailKindNotOffered:       {422, -1103, false, FixCustomer},
	FailStepOutOfOrder:       {409, -1104, false, FixCustomer},
	FailNumberUnknown:        {404, -1105, false, FixCustomer},
	FailNumberTaken:          {409, -1106, false, FixCustomer},
	FailNumberCostsMore:      {422, -1167, false, FixCustomer},
	FailHoldExpired:          {409, -1107, false, FixCustomer},
	FailHoldLimit:            {409, -1108, false, FixCustomer},
	FailPlanUnknown:          {404, -1109, false, FixCustomer},
	FailPlanNotFound:         {404, -1165, false, FixCustomer},
	FailPlanCategoryUnknown:  {404, -1166, false, FixCustomer},
	FailDocumentNotAccepted:  {422, -1110, false, FixCustomer},
	FailNationalityMismatch:  {422, -1111, false, FixCustomer},
	FailIDChecksum:           {422, -1112, false, FixCustomer},
	FailBirthDateInvalid:     {422, -1113, false, FixCustomer},
	FailHijriYearUnknown:     {422, -1164, false, FixCustomer},
	FailIDMismatch:           {422, -1114, false, FixCustomer},
	FailUnderage:             {422, -1115, false, FixNone},
	FailIDBlocked:            {422, -1116, false, FixSupport},
	FailMaxSIMs:              {422, -1117, false, FixNone},
	FailExtraNumber:          {422, -1331, false, FixNone},
	FailIdentityInProgress:   {409, -1118, true, FixCustomer},
	FailIdentityTries:        {409, -1119, false, FixSupport},
	FailIdentityRequired:     {409, -1120, false, FixCustomer},
	FailIdentityUnknown:      {422, -1121, false, FixCustomer},
	FailMobileMismatch:       {422, -1122, false, FixCustomer},
	FailContactUnverified:    {422, -1160, false, FixCustomer},
	FailCityUnknown:          {422, -1123, false, FixCustomer},
	FailAddressFixed:         {409, -1158, false, FixNone},
	FailAddressRequired:      {422, -1124, false, FixCustomer},
	FailBranchUnknown:        {422, -1125, false, FixCustomer},
	FailDeliveryNotOffered:   {422, -1126, false, FixCustomer},
	FailTermsNotAccepted:     {422, -1127, false, FixCustomer},
	FailPriceChanged:         {409, -1128, false, FixCustomer},
	FailAmountZero:           {422, -1129, false, FixSupport},
	FailPaymentPending:       {409, -902, true, FixNone},
	FailAlreadyPaid:          {409, -1131, false, FixNone},
	FailTokenUsed:            {409, -1132, false, FixCustomer},
	FailTokenInvalid:         {422, -1133, false, FixCustomer},
	FailWalletCodeWrong:      {422, -1174, false, FixCustomer},
	FailWalletCodeNotAsked:   {409, -1175, false, FixCustomer},
	FailPaymentFailed:        {402, -1134, false, FixCustomer},
	FailCancelTooLate:        {409, -1135, false, FixSupport},
	FailNotDelivered:         {409, -1136, true, FixCustomer},
	FailICCIDMismatch:        {422, -1137, false, FixCustomer},
	FailPUKMismatch:          {422, -1138, false, FixCustomer},
	FailActivation:           {409, -1139, true, FixSupport},
	FailNoOrdersFound:        {404, -1140, false, FixCustomer},
	FailNotHeld:              {409, -1141, false, FixSupport},
	FailResolutionNotAllowed: {409, -1142, false, FixSupport},
	FailLogOutFirst:          {409, -1150, false, FixCustomer},
	FailTooManyOrders:        {429, -1151, true, FixCustomer},
	FailOrderNumberTaken:     {409, -1199, true, FixNone},
	FailActivationOnly:       {403, -1152, false, FixCustomer},
	FailTooManyHolds:         {429, -1153, true, FixCustomer},
	FailNumberChanges:        {429, -1154, true, FixCustomer},
	FailEligibilityTries:     {429, -1155, true, FixCustomer},
	FailIdentityTooOften:     {429, -1156, true, FixCustomer},
	FailICCIDMistyped:        {422, -1157, false, FixCustomer},
}

// Refusals of promo codes (§8: wrong, invalid, expired or not applicable).
const (
	FailPromoWrong         Code = "promo_code_wrong"   // malformed
	FailPromoInvalid       Code = "promo_code_invalid" // no such code
	FailPromoExpired       Code = "promo_code_expired"
	FailPromoNotApplicable Code = "promo_code_not_applicable" // to this kind of order, plan or price
	FailPromoUsedUp        Code = "promo_code_used_up"
	FailReferralUnknown    Code = "referral_code_unknown"
	FailNotPaid            Code = "not_paid_yet"
)

// promoFailures are the failures of promo codes and invitations.
var promoFailures = map[Code]Failure{
	FailPromoWrong:         {422, -1143, false, FixCustomer},
	FailPromoInvalid:       {422, -1144, false, FixCustomer},
	FailPromoExpired:       {422, -1145, false, FixCustomer},
	FailPromoNotApplicable: {422, -1146, false, FixCustomer},
	FailPromoUsedUp:        {409, -1147, false, FixCustomer},
	FailReferralUnknown:    {422, -1148, false, FixCustomer},
	FailNotPaid:            {409, -1149, true, FixCustomer},
}
