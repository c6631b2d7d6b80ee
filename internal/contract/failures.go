package contract

// Code names a refusal or a failure. It is the messageKey of an error answer and the failure code of a held order.
type Code string

// Who can do something about a failure.
const (
	FixCustomer = "customer"
	FixSupport  = "support"
	FixNobody   = "nobody"
)

// Failure is one entry of the catalogue.
type Failure struct {
	Status    int    // HTTP
	Number    int    // the specification's where it has one (§8), else ours from -1000 downwards
	Retryable bool   // the same request may succeed later
	Fix       string // FixCustomer, FixSupport, FixNobody
}

// Refusals of requests.
const (
	FailInternal              Code = "something_went_wrong"
	FailUnavailable           Code = "temporarily_unavailable"
	FailNotFound              Code = "not_found"
	FailValidation            Code = "validation_failed"
	FailNotJSON               Code = "not_json"
	FailTooLarge              Code = "body_too_large"
	FailMethod                Code = "method_not_allowed"
	FailUnauthenticated       Code = "sign_in_required"
	FailForbidden             Code = "not_allowed"
	FailLoginWrong            Code = "invalid_login"          // "Invalid email, mobile or password"
	FailOperatorLogin         Code = "invalid_operator_login" // "Invalid username or password"
	FailRateLimited           Code = "too_many_requests"
	FailSignInCrowded         Code = "many_signing_in"
	FailIdempotencyMissing    Code = "idempotency_key_missing"
	FailIdempotencyReused     Code = "idempotency_key_reused"
	FailIdempotencyInProgress Code = "request_in_progress"
	FailSignature             Code = "signature_invalid"
	FailLanguageUnknown       Code = "language_unknown"
	FailVersion               Code = "api_version_not_supported"
)

// Refusals around signing in and accounts.
const (
	FailNotSignedIn     Code = "not_signed_in" // a session of a device, where a user's is needed
	FailSubAccountStale Code = "sub_account_stale"
	FailUserUnknown     Code = "user_not_registered" // "User is not registered"
	FailNotOurNumber    Code = "non_operator_number" // "It's a non-operator mobile number"
	FailDataSIM         Code = "data_sim_not_allowed"
	FailPinWrong        Code = "pin_incorrect" // "Oops, the pin is incorrect Try Again"
	FailPinExpired      Code = "pin_expired"   // "Oops, the pin has been expired"
	FailPinTries        Code = "pin_too_many_tries"
	FailPinTooSoon      Code = "pin_resend_too_soon"
	FailNumberAbsent    Code = "number_does_not_exist"     // "Oops, seems like this number doesn't exist"
	FailNumberNotFound  Code = "number_not_found"          // "Oops, We couldn't find your number"
	FailNumberHasUser   Code = "number_already_registered" // "Oops, seems like this number is already registered"
	FailEmailInUse      Code = "email_in_use"              // "Email is already in use"
	FailIDNotOfNumber   Code = "mobile_id_mismatch"        // "The provide mobile number & ID doesn't match"
	FailIDNotOfDataSIM  Code = "data_sim_id_mismatch"      // "Oops, the ID number doesn't match the data SIM"
	FailPasswordWeak    Code = "password_weak"
	FailPasswordCommon  Code = "password_common"
	FailPasswordTwice   Code = "passwords_do_not_match"
	FailPasswordSame    Code = "password_unchanged"
	FailPasswordChange  Code = "change_password_failed" // "Change password failed"
	FailProofMissing    Code = "verification_required"
	FailCodeWrong       Code = "code_incorrect" // "Oops, the code is incorrect try again"
	FailCodeExpired     Code = "code_expired"   // "Oops, the code has been expired"
	FailEmailMultiple   Code = "email_linked_to_multiple_accounts"
	FailEmailNotYours   Code = "email_is_no_longer_yours"
	FailOwnNumber       Code = "own_number"
	FailAccountAdded    Code = "account_already_added"
	FailAccountUnknown  Code = "account_not_found"
	FailSocial          Code = "social_sign_in_failed"
	FailEmailUnverified Code = "email_unverified"     // "email ownership unverified (use quick login)"
	FailMaxAccounts     Code = "max_accounts_reached" // "Oops, Add new account has failed!"
)

// Refusals of order steps.
const (
	FailOrderNotFound        Code = "order_not_found"
	FailOrderNotYours        Code = "order_not_yours"
	FailOrderClosed          Code = "order_closed"
	FailKindNotOffered       Code = "order_kind_not_offered"
	FailStepOutOfOrder       Code = "step_out_of_order"
	FailNumberUnknown        Code = "number_unknown" // "number searched not available"
	FailNumberTaken          Code = "number_taken"
	FailHoldExpired          Code = "number_reservation_time_ended"
	FailHoldLimit            Code = "hold_extension_limit"
	FailPlanUnknown          Code = "plan_unknown"
	FailDocumentNotAccepted  Code = "document_not_accepted"
	FailNationalityMismatch  Code = "id_nationality_mismatch"
	FailIDChecksum           Code = "id_number_invalid"
	FailBirthDateInvalid     Code = "birth_date_invalid"
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
	FailCityUnknown          Code = "city_unknown"
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
	FailPaymentFailed        Code = "payment_failed" // "Oops, Payment failed"
	FailCancelTooLate        Code = "cancel_too_late"
	FailNotDelivered         Code = "not_delivered_yet"
	FailICCIDMismatch        Code = "iccid_mismatch"
	FailPUKMismatch          Code = "puk_mismatch"
	FailActivation           Code = "sim_activation_failed" // "Oops, the SIM activation has failed!"
	FailNoOrdersFound        Code = "no_orders_found"
	FailNotHeld              Code = "order_not_held"
	FailResolutionNotAllowed Code = "resolution_not_allowed"
	FailLogOutFirst          Code = "log_out_to_order_a_number"
	FailTooManyOrders        Code = "too_many_orders_started"
	FailOrderNumberTaken     Code = "order_number_taken"
)

// Refusals and faults around an eSIM.
const (
	FailDeviceRequired     Code = "device_required"
	FailEIDInvalid         Code = "eid_invalid"
	FailDeviceUnknown      Code = "device_unknown"
	FailDeviceUnsupported  Code = "device_not_supported"
	FailProfileNotReady    Code = "esim_not_ready"
	FailProfileInstalled   Code = "esim_already_installed"
	FailReissueLimit       Code = "esim_reissue_limit"
	FailProfileNotInstall  Code = "esim_installation_failed"
	FailProfileNoMemory    Code = "esim_no_memory"
	FailProfileOtherPhone  Code = "esim_other_phone"
	FailProfileCodeUsed    Code = "esim_code_used"
	FailProfileCodeExpired Code = "esim_code_expired"
	FailProfileTries       Code = "esim_too_many_tries"
	FailProfileOutOfStock  Code = "esim_out_of_stock"
	FailProfileRefused     Code = "esim_refused"
	FailProfileOfAnother   Code = "esim_of_another_order"
	FailProfileOverdue     Code = "esim_overdue"
	EndedPromiseMissed     Code = "promise_missed"
)

// Reasons an order is held for, and reasons it ended.
const (
	FailNumberLost        Code = "number_lost_after_payment"
	FailOutOfStock        Code = "sim_out_of_stock"
	FailCourierRefused    Code = "courier_refused"
	FailShipmentOverdue   Code = "shipment_overdue"
	FailActivationOverdue Code = "activation_overdue"
	FailNetworkRefused    Code = "network_refused"
	FailRefundRefused     Code = "refund_refused"
	FailOutsideSystem     Code = "outside_system_unavailable"
	FailOutcomeUnknown    Code = "outcome_unknown"
	EndedByCustomer       Code = "cancelled_by_customer"
	EndedBySupport        Code = "cancelled_by_support"
	EndedReturned         Code = "parcel_returned"
	EndedNumberLost       Code = "no_other_number_chosen"
	EndedNeverPaid        Code = "never_paid"
	EndedFirstNumberGone  Code = "first_number_gone"
)

// Refusals around a line's SIMs, and reasons to hold or end an order about one.
const (
	FailLineBusy     Code = "line_change_under_way" // of an order; params order, until
	FailLineBusyNow  Code = "line_change_just_now"
	FailLineBlocked  Code = "line_blocked"
	FailLineGuarded  Code = "line_guarded" // params until
	FailNotToESIM    Code = "replacement_is_physical"
	FailMaxMultiSIMs Code = "max_multisim_reached"
	FailMainLineOnly Code = "multisim_main_account_only"
	FailSIMUnknown   Code = "sim_not_found"
	FailSIMPrimary   Code = "primary_sim_stays"
	FailSIMPending   Code = "sim_must_be_activated"
	FailSIMInactive  Code = "sim_inactive"
	FailDisputeLink  Code = "dispute_link_invalid"
	FailDisputeLate  Code = "dispute_too_late"
	EndedDisputed    Code = "disputed_by_line_holder"
	EndedLineBusy    Code = "line_changed_meanwhile"
)

// Catalogue has every code. A test demands a text in Arabic and English for each.
var Catalogue = map[Code]Failure{
	FailInternal:              {500, -1000, true, FixNobody},
	FailUnavailable:           {503, -1001, true, FixNobody},
	FailNotFound:              {404, -1002, false, FixCustomer},
	FailValidation:            {422, -1003, false, FixCustomer},
	FailNotJSON:               {400, -1004, false, FixCustomer},
	FailTooLarge:              {413, -1005, false, FixCustomer},
	FailMethod:                {405, -1006, false, FixCustomer},
	FailUnauthenticated:       {401, -1007, false, FixCustomer},
	FailForbidden:             {403, -403, false, FixNobody},
	FailLoginWrong:            {401, -1008, false, FixCustomer},
	FailOperatorLogin:         {401, -1016, false, FixCustomer},
	FailRateLimited:           {429, -1009, true, FixCustomer},
	FailSignInCrowded:         {429, -1017, true, FixCustomer},
	FailIdempotencyMissing:    {400, -1010, false, FixCustomer},
	FailIdempotencyReused:     {422, -1011, false, FixCustomer},
	FailIdempotencyInProgress: {409, -1012, true, FixCustomer},
	FailSignature:             {401, -1013, false, FixNobody},
	FailLanguageUnknown:       {406, -1014, false, FixCustomer},
	FailVersion:               {400, -1015, false, FixNobody},

	FailNotSignedIn:     {403, -1300, false, FixCustomer},
	FailSubAccountStale: {428, -306, false, FixCustomer},
	FailUserUnknown:     {404, -1301, false, FixCustomer},
	FailNotOurNumber:    {422, -1302, false, FixCustomer},
	FailDataSIM:         {422, -1303, false, FixCustomer},
	FailPinWrong:        {422, -1304, false, FixCustomer},
	FailPinExpired:      {422, -1305, false, FixCustomer},
	FailPinTries:        {429, -1306, false, FixCustomer},
	FailPinTooSoon:      {429, -1307, true, FixCustomer},
	FailNumberAbsent:    {404, -1308, false, FixCustomer},
	FailNumberHasUser:   {409, -1309, false, FixCustomer},
	FailEmailInUse:      {409, -1310, false, FixCustomer},
	FailIDNotOfNumber:   {422, -1311, false, FixCustomer},
	FailIDNotOfDataSIM:  {422, -1312, false, FixCustomer},
	FailPasswordWeak:    {422, -1313, false, FixCustomer},
	FailPasswordCommon:  {422, -1314, false, FixCustomer},
	FailPasswordTwice:   {422, -1315, false, FixCustomer},
	FailPasswordSame:    {422, -1316, false, FixCustomer},
	FailPasswordChange:  {422, -1317, false, FixCustomer},
	FailProofMissing:    {409, -1318, false, FixCustomer},
	FailCodeWrong:       {422, -1319, false, FixCustomer},
	FailCodeExpired:     {422, -1320, false, FixCustomer},
	FailEmailMultiple:   {409, -1321, false, FixCustomer},
	FailEmailNotYours:   {409, -1322, false, FixCustomer},
	FailOwnNumber:       {422, -1323, false, FixCustomer},
	FailAccountAdded:    {409, -1324, false, FixCustomer},
	FailAccountUnknown:  {404, -1325, false, FixCustomer},
	FailMaxAccounts:     {422, -1326, false, FixCustomer},
	FailSocial:          {422, -1327, false, FixCustomer},
	FailEmailUnverified: {422, -1328, false, FixCustomer},
	FailNumberNotFound:  {404, -1330, false, FixCustomer},

	FailOrderNotFound:        {404, -1100, false, FixCustomer},
	FailOrderNotYours:        {403, -403, false, FixCustomer},
	FailOrderClosed:          {409, -1102, false, FixCustomer},
	FailKindNotOffered:       {422, -1103, false, FixCustomer},
	FailStepOutOfOrder:       {409, -1104, false, FixCustomer},
	FailNumberUnknown:        {404, -1105, false, FixCustomer},
	FailNumberTaken:          {409, -1106, false, FixCustomer},
	FailHoldExpired:          {409, -1107, false, FixCustomer},
	FailHoldLimit:            {409, -1108, false, FixCustomer},
	FailPlanUnknown:          {404, -1109, false, FixCustomer},
	FailDocumentNotAccepted:  {422, -1110, false, FixCustomer},
	FailNationalityMismatch:  {422, -1111, false, FixCustomer},
	FailIDChecksum:           {422, -1112, false, FixCustomer},
	FailBirthDateInvalid:     {422, -1113, false, FixCustomer},
	FailIDMismatch:           {422, -1114, false, FixCustomer},
	FailUnderage:             {422, -1115, false, FixNobody},
	FailIDBlocked:            {422, -1116, false, FixSupport},
	FailMaxSIMs:              {422, -1117, false, FixNobody},
	FailExtraNumber:          {422, -1331, false, FixNobody},
	FailIdentityInProgress:   {409, -1118, true, FixCustomer},
	FailIdentityTries:        {409, -1119, false, FixSupport},
	FailIdentityRequired:     {409, -1120, false, FixCustomer},
	FailIdentityUnknown:      {422, -1121, false, FixCustomer},
	FailMobileMismatch:       {422, -1122, false, FixCustomer},
	FailCityUnknown:          {422, -1123, false, FixCustomer},
	FailAddressRequired:      {422, -1124, false, FixCustomer},
	FailBranchUnknown:        {422, -1125, false, FixCustomer},
	FailDeliveryNotOffered:   {422, -1126, false, FixCustomer},
	FailTermsNotAccepted:     {422, -1127, false, FixCustomer},
	FailPriceChanged:         {409, -1128, false, FixCustomer},
	FailAmountZero:           {422, -1129, false, FixSupport},
	FailPaymentPending:       {409, -902, true, FixNobody},
	FailAlreadyPaid:          {409, -1131, false, FixNobody},
	FailTokenUsed:            {409, -1132, false, FixCustomer},
	FailTokenInvalid:         {422, -1133, false, FixCustomer},
	FailPaymentFailed:        {402, -1134, false, FixCustomer},
	FailCancelTooLate:        {422, -1135, false, FixSupport},
	FailNotDelivered:         {409, -1136, true, FixCustomer},
	FailICCIDMismatch:        {422, -1137, false, FixCustomer},
	FailPUKMismatch:          {422, -1138, false, FixCustomer},
	FailActivation:           {409, -1139, true, FixSupport},
	FailNoOrdersFound:        {404, -1140, false, FixCustomer},
	FailNotHeld:              {409, -1141, false, FixSupport},
	FailResolutionNotAllowed: {409, -1142, false, FixSupport},
	FailLogOutFirst:          {409, -1143, false, FixCustomer},
	FailTooManyOrders:        {429, -1144, true, FixCustomer},
	FailOrderNumberTaken:     {409, -1199, true, FixNobody},

	FailPromoWrong:         {422, -1143, false, FixCustomer},
	FailPromoInvalid:       {422, -1144, false, FixCustomer},
	FailPromoExpired:       {422, -1145, false, FixCustomer},
	FailPromoNotApplicable: {422, -1146, false, FixCustomer},
	FailPromoUsedUp:        {409, -1147, false, FixCustomer},
	FailReferralUnknown:    {422, -1148, false, FixCustomer},
	FailNotPaid:            {409, -1149, true, FixCustomer},

	FailOrderNotCompleted: {409, -1250, true, FixSupport},
	FailNothingToRefund:   {409, -1251, false, FixSupport},
	FailAlreadyRefunded:   {409, -1252, false, FixNobody},
	FailRefundUnderWay:    {409, -1253, true, FixSupport},

	FailNumberLost:        {409, -1200, false, FixCustomer},
	FailOutOfStock:        {409, -1201, true, FixSupport},
	FailCourierRefused:    {409, -1202, false, FixSupport},
	FailShipmentOverdue:   {409, -1203, false, FixSupport},
	FailActivationOverdue: {409, -1254, false, FixSupport},
	FailNetworkRefused:    {409, -1204, false, FixSupport},
	FailRefundRefused:     {409, -1205, false, FixSupport},
	FailOutsideSystem:     {503, -1206, true, FixSupport},
	FailOutcomeUnknown:    {503, -1207, true, FixSupport},
	EndedByCustomer:       {409, -1208, false, FixNobody},
	EndedBySupport:        {409, -1209, false, FixNobody},
	EndedReturned:         {409, -1210, false, FixNobody},
	EndedNumberLost:       {409, -1211, false, FixNobody},
	EndedNeverPaid:        {409, -1212, false, FixNobody},
	EndedFirstNumberGone:  {409, -1213, false, FixNobody},

	FailDeviceRequired:     {422, -1400, false, FixCustomer},
	FailEIDInvalid:         {422, -1401, false, FixCustomer},
	FailDeviceUnknown:      {422, -1402, false, FixCustomer},
	FailDeviceUnsupported:  {422, -1403, false, FixCustomer},
	FailProfileNotReady:    {409, -1404, true, FixCustomer},
	FailProfileInstalled:   {409, -1405, false, FixSupport},
	FailReissueLimit:       {409, -1406, false, FixSupport},
	FailProfileNotInstall:  {409, -1407, false, FixCustomer},
	FailProfileNoMemory:    {409, -1408, false, FixCustomer},
	FailProfileOtherPhone:  {409, -1409, false, FixCustomer},
	FailProfileCodeUsed:    {409, -1410, false, FixCustomer},
	FailProfileCodeExpired: {409, -1411, false, FixCustomer},
	FailProfileTries:       {409, -1412, false, FixCustomer},
	FailProfileOutOfStock:  {409, -1413, true, FixSupport},
	FailProfileRefused:     {409, -1414, false, FixSupport},
	FailProfileOfAnother:   {409, -1415, false, FixSupport},
	FailProfileOverdue:     {409, -1416, false, FixSupport},
	EndedPromiseMissed:     {409, -1417, false, FixNobody},
	FailOperatorUnknown:    {422, -1450, false, FixCustomer},
	FailOperatorIsUs:       {422, -1451, false, FixCustomer},
	FailNumberIsOurs:       {422, -1452, false, FixCustomer},
	FailPortBusy:           {409, -1453, false, FixCustomer},
	FailPortWindow:         {422, -1454, false, FixCustomer},
	FailPortNothing:        {409, -1455, false, FixCustomer},
	FailPortField:          {422, -1456, false, FixCustomer},
	FailPortTries:          {409, -1457, false, FixSupport},
	FailPortWindowShut:     {409, -1458, false, FixCustomer},

	PortIDMismatch:      {422, -1460, false, FixCustomer},
	PortNameMismatch:    {422, -1461, false, FixCustomer},
	PortNotActive:       {422, -1462, false, FixCustomer},
	PortNotOfOperator:   {422, -1463, false, FixCustomer},
	PortUnpaidDues:      {422, -1464, true, FixCustomer},
	PortInProgress:      {409, -1465, true, FixCustomer},
	PortRecently:        {422, -1466, false, FixNobody},
	PortContract:        {422, -1467, true, FixCustomer},
	PortDataSIM:         {422, -1468, false, FixCustomer},
	PortSuspended:       {422, -1469, false, FixNobody},
	PortNotPortable:     {422, -1470, false, FixCustomer},
	PortScheduleInvalid: {422, -1471, false, FixCustomer},
	PortRefused:         {422, -1472, false, FixSupport},

	FailPortSubmission: {409, -1480, false, FixSupport},
	FailDonorSilent:    {409, -1481, true, FixSupport},
	FailCutOver:        {409, -1482, true, FixSupport},
	FailPortWithdrawn:  {409, -1483, false, FixNobody},
	EndedPortRejected:  {409, -1484, false, FixNobody},
	EndedPortBusy:      {409, -1485, false, FixNobody},
	FailLineBusy:       {409, -1430, true, FixCustomer},
	FailLineBusyNow:    {409, -1431, true, FixCustomer},
	FailLineBlocked:    {409, -1432, false, FixSupport},
	FailLineGuarded:    {409, -1433, true, FixCustomer},
	FailNotToESIM:      {422, -1434, false, FixCustomer},
	FailMaxMultiSIMs:   {409, -1436, true, FixCustomer},
	FailMainLineOnly:   {403, -1437, false, FixCustomer},
	FailSIMUnknown:     {404, -1438, false, FixCustomer},
	FailSIMPrimary:     {409, -1439, false, FixCustomer},
	FailSIMPending:     {409, -1440, false, FixCustomer},
	FailSIMInactive:    {409, -1441, false, FixCustomer},
	FailDisputeLink:    {403, -1442, false, FixCustomer},
	FailDisputeLate:    {409, -1443, false, FixSupport},
	EndedDisputed:      {409, -1444, false, FixNobody},
	EndedLineBusy:      {409, -1445, false, FixNobody},
}

// Refusal is a business "no": a code for the whole request and, where it helps, one for each field. Params fill in its text.
type Refusal struct {
	Code   Code
	Fields map[string]Code
	Params map[string]string
}

func (r *Refusal) Error() string { return string(r.Code) }

// Refuse is a Refusal of the whole request.
func Refuse(code Code) error { return &Refusal{Code: code} }

// RefuseWith is a Refusal whose text has blanks to fill.
func RefuseWith(code Code, params map[string]string) error {
	return &Refusal{Code: code, Params: params}
}

// RefuseField is a Refusal because of one field; path as in the request body, "address.city".
func RefuseField(path string, code Code) error {
	return &Refusal{Code: code, Fields: map[string]Code{path: code}}
}
