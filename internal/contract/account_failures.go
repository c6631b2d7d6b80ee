package contract

// Refusals around signing in and accounts.
const (
	FailNotSignedIn     Code = "not_signed_in" // the session of a device, but the request needs a user
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
	FailPasswordStaff   Code = "password_short_for_staff"
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
	FailEmailUnverified Code = "email_unverified" // "email ownership unverified (use quick login)"
	FailFactorRequired  Code = "second_factor_required"
	FailFactorEnrolment Code = "second_factor_enrolment_required"
	FailFactorWrong     Code = "second_factor_incorrect"
	FailFactorUsed      Code = "second_factor_code_used"
	FailFactorEnrolled  Code = "second_factor_enrolled"
	FailFactorNotBegun  Code = "second_factor_not_begun"
	FailSessionUnknown  Code = "session_not_found"
	FailPasskeySite     Code = "passkey_of_another_site"
	FailPasskeyRefused  Code = "passkey_refused"
	FailPasskeyExpired  Code = "passkey_request_expired"
	FailPasskeyUnknown  Code = "passkey_not_found"
	FailPasskeyCopied   Code = "passkey_copied" // its sign counter went back: the passkey may be cloned
	FailPasskeyKnown    Code = "passkey_already_added"
	FailPasskeysFull    Code = "too_many_passkeys"
	FailPasskeyProof    Code = "passkey_proof_required"
	FailWorkNeeded      Code = "proof_of_work_needed" // the answer contains the task
	FailMaxAccounts     Code = "max_accounts_reached"
	FailOrderNoAccount  Code = "order_opens_no_account"
	FailContactHasUser  Code = "contact_has_account" // the mobile of the order's contact
)

// accountFailures are the failures of sign-in and accounts.
var accountFailures = map[Code]Failure{
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
	FailNumberNotFound:  {404, -1330, false, FixCustomer},
	FailNumberHasUser:   {409, -1309, false, FixCustomer},
	FailEmailInUse:      {409, -1310, false, FixCustomer},
	FailIDNotOfNumber:   {422, -1311, false, FixCustomer},
	FailIDNotOfDataSIM:  {422, -1312, false, FixCustomer},
	FailPasswordWeak:    {422, -1313, false, FixCustomer},
	FailPasswordCommon:  {422, -1314, false, FixCustomer},
	FailPasswordStaff:   {422, -1347, false, FixCustomer},
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
	FailSocial:          {422, -1327, false, FixCustomer},
	FailEmailUnverified: {422, -1328, false, FixCustomer},
	FailFactorRequired:  {403, -1341, false, FixCustomer},
	FailFactorEnrolment: {403, -1342, false, FixCustomer},
	FailFactorWrong:     {422, -1343, false, FixCustomer},
	FailFactorUsed:      {422, -1344, true, FixCustomer},
	FailFactorEnrolled:  {409, -1345, false, FixSupport},
	FailFactorNotBegun:  {409, -1346, false, FixCustomer},
	FailSessionUnknown:  {404, -1340, false, FixCustomer},
	FailPasskeySite:     {422, -1350, false, FixCustomer},
	FailPasskeyRefused:  {422, -1351, false, FixCustomer},
	FailPasskeyExpired:  {422, -1352, true, FixCustomer},
	FailPasskeyUnknown:  {404, -1353, false, FixCustomer},
	FailPasskeyCopied:   {422, -1354, false, FixCustomer},
	FailPasskeyKnown:    {409, -1355, false, FixCustomer},
	FailPasskeysFull:    {422, -1356, false, FixCustomer},
	FailPasskeyProof:    {422, -1357, false, FixCustomer},
	FailWorkNeeded:      {428, -1358, true, FixCustomer},
	FailMaxAccounts:     {422, -1326, false, FixCustomer},
	FailOrderNoAccount:  {409, -1359, false, FixCustomer},
	FailContactHasUser:  {409, -1360, false, FixCustomer},
}
