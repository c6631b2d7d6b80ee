package server_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

// sample is a request that the contract lets pass, and who may send it.
type sample struct {
	body    string
	guard   string
	version string // of X-Api-Version, where it is not the usual one
}

func (s sample) versioned() header {
	if s.version == "" {
		return header{}
	}
	return header{"X-Api-Version": s.version}
}

const (
	open      = "open to all"
	ofVisitor = "open to all, but no session that is over"
	ofOrder   = "the order's session or its signed-in owner"

	ofOrderAndSession = "the order's session and one of a device"

	ofSupport = "the role support"
	ofStaff   = "who works for us"
	ofSystem  = "a signature"
	ofDevice  = "any session"
	ofUser    = "a signed-in user"
)

// samples has a row for each operation of the contract: a new one without a row fails.
var samples = map[string]sample{
	"getBulkConfiguration":          {"", open, ""},
	"getAppConfiguration":           {"", open, ""},
	"getTranslation":                {"", open, ""},
	"listWebsiteRoutes":             {"", open, ""},
	"getMenu":                       {"", open, ""},
	"getSlider":                     {"", open, ""},
	"searchContent":                 {"", ofVisitor, ""},
	"getContentPage":                {"", open, ""},
	"listFaq":                       {"", open, ""},
	"listFeaturedFaq":               {"", open, ""},
	"getFaq":                        {"", open, ""},
	"sayHelpful":                    {`{"helpful": true}`, ofDevice, ""},
	"reportFromClient":              {`{"page": "home", "build": "0.1.0", "browser": "chrome", "language": "en", "errors": [], "vitals": []}`, open, ""},
	"listNumberCategories":          {"", open, ""},
	"searchNumbers":                 {"", open, ""},
	"listPlans":                     {"", open, ""},
	"getShop":                       {"", open, ""},
	"listBundles":                   {"", ofVisitor, ""},
	"findBundles":                   {"", ofVisitor, ""},
	"getBundle":                     {"", ofVisitor, ""},
	"getBundleSteps":                {"", ofVisitor, ""},
	"priceBundle":                   {"", ofVisitor, ""},
	"listOffers":                    {"", open, ""},
	"getOffer":                      {"", open, ""},
	"listStores":                    {"", open, ""},
	"getStore":                      {"", open, ""},
	"listCities":                    {"", open, ""},
	"listPickupBranches":            {"", open, ""},
	"signIn":                        {"", open, ""},
	"openDeviceSession":             {`{"device_id":"01980000-0000-7000-8000-000000000001"}`, open, ""},
	"requestOtp":                    {`{"otp":{"mobile_number":"0570000001","source":"login"}}`, ofDevice, "v3"},
	"validateOtp":                   {`{"otp":{"mobile_number":"0570000001","source":"login","otp":"123456"}}`, ofDevice, ""},
	"signOut":                       {"", ofDevice, ""},
	"getCurrentUser":                {"", ofUser, ""},
	"listSubscribers":               {"", ofUser, ""},
	"listAccountLines":              {"", ofUser, ""},
	"validateRegistrationData":      {registrationOf(mainLine, "new@selfcare.example"), ofDevice, ""},
	"validateIdOfNumber":            {`{"mobile_number":"0570000001","id_number":"1077000014","source":"register"}`, ofDevice, "v3"},
	"registerUser":                  {`{"user":{"email":"new@selfcare.example","password":"Acacia-2026","password_confirmation":"Acacia-2026"}}`, ofDevice, ""},
	"resetPassword":                 {`{"user":{"password":"Acacia-2026"}}`, ofDevice, ""},
	"changePassword":                {`{"old_password":"Sahara-2026","new_password":"Acacia-2026"}`, ofUser, ""},
	"listSessions":                  {"", ofUser, ""},
	"endUserSession":                {"", ofUser, ""},
	"endOtherSessions":              {"", ofUser, ""},
	"listSignIns":                   {"", ofUser, ""},
	"beginPasskeySignIn":            {"", ofDevice, ""},
	"signInWithPasskey":             {`{"id":"AAAAAAAAAAAAAAAAAAAAAA","rawId":"AAAAAAAAAAAAAAAAAAAAAA","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"AAAA","signature":"AAAA","userHandle":"AAAA"}}`, ofDevice, ""},
	"listPasskeys":                  {"", ofUser, ""},
	"beginPasskey":                  {"{}", ofUser, ""},
	"addPasskey":                    {`{"id":"AAAAAAAAAAAAAAAAAAAAAA","rawId":"AAAAAAAAAAAAAAAAAAAAAA","type":"public-key","response":{"clientDataJSON":"e30","attestationObject":"AAAA"}}`, ofUser, ""},
	"renamePasskey":                 {`{"name":"Phone"}`, ofUser, ""},
	"removePasskey":                 {"", ofUser, ""},
	"getSecondFactor":               {"", ofStaff, ""},
	"beginSecondFactor":             {"", ofStaff, ""},
	"confirmSecondFactor":           {`{"code":"123456"}`, ofStaff, ""},
	"proveSecondFactor":             {`{"code":"123456"}`, ofStaff, ""},
	"renewRecoveryCodes":            {"", ofStaff, ""},
	"changeEmail":                   {`{"email":"other@selfcare.example"}`, ofUser, ""},
	"confirmEmail":                  {`{"otp":"123456"}`, ofUser, ""},
	"getCommunicationPreferences":   {"", ofUser, ""},
	"setCommunicationPreferences":   {`{"language":"ur","sms":true,"email":true,"promotions":false}`, ofUser, ""},
	"listCards":                     {"", ofUser, ""},
	"addCard":                       {`{"cardToken":"tok_0123456789abcdef"}`, ofUser, ""},
	"removeCard":                    {"", ofUser, ""},
	"makeCardDefault":               {"", ofUser, ""},
	"getCreditLimit":                {"", ofUser, ""},
	"changeCreditLimit":             {`{"amount":30000}`, ofUser, ""},
	"getSpendControl":               {"", ofUser, ""},
	"setSpendCap":                   {`{"subscription_id":"main","kind":"extra","amount":10000}`, ofUser, ""},
	"liftSpendCap":                  {`{"subscription_id":"main","kind":"extra"}`, ofUser, ""},
	"getAutoRecharge":               {"", ofUser, ""},
	"startAutoRecharge":             {`{"frequency":"monthly","day":31,"amount":5000,"cardId":"01980000-0000-7000-8000-000000000001"}`, ofUser, ""},
	"endAutoRecharge":               {"", ofUser, ""},
	"resumeAutoRecharge":            {`{"cardId":"01980000-0000-7000-8000-000000000001"}`, ofUser, ""},
	"buyBundles":                    {`{"bundles":[{"id":"net-saver-5"}],"pay":{"way":"balance"}}`, ofUser, "v3"},
	"listLineBundles":               {"", ofUser, ""},
	"listRenewals":                  {"", ofUser, ""},
	"chooseRenewal":                 {`{"renews":false}`, ofUser, ""},
	"moveActivation":                {`{"effectiveDate":"2090-01-01"}`, ofUser, ""},
	"cancelActivation":              {"", ofUser, ""},
	"startPurchase":                 {`{"kind":"recharge","amount":5000,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, ofUser, ""},
	"getPurchase":                   {"", ofUser, ""},
	"getPurchaseReceipt":            {"", ofUser, ""},
	"getPurchaseReceiptFile":        {"", ofUser, ""},
	"getRechargeOptions":            {"", ofUser, ""},
	"checkFriend":                   {`{"msisdn":"0570000002"}`, ofUser, ""},
	"getTransferOptions":            {"", ofUser, ""},
	"requestTransferCode":           {`{"kind":"credit","to_mobile":"0570000002","amount":100}`, ofUser, ""},
	"transferBalance":               {`{"to_mobile":"0570000002","amount":100,"otp":"123456"}`, ofUser, ""},
	"listDataWallets":               {"", ofUser, ""},
	"listTransferableDenominations": {"", ofUser, ""},
	"transferData":                  {`{"to_mobile":"0570000002","wallet_id":"01920000-0000-7000-8000-0000000000f1","denomination_id":"100","otp":"123456"}`, ofUser, ""},
	"listTransfers":                 {"", ofUser, ""},
	"getTransferOverview":           {"", ofUser, ""},
	"listUsage":                     {"", ofUser, ""},
	"getUsageOverview":              {"", ofUser, ""},
	"getUsageFile":                  {"", ofUser, ""},
	"resolveInternationalRecipient": {`{"to_mobile":"+919876543210"}`, ofUser, ""},
	"requestInternationalCode":      {`{"transfer":` + rupeesChosen + `}`, ofUser, ""},
	"listInternationalCallRates":    {"", ofVisitor, ""},
	"listRoamingCountries":          {"", ofVisitor, ""},
	"estimateRoaming":               {"", ofVisitor, ""},
	"listGames":                     {"", ofUser, ""},
	"listGamePurchases":             {"", ofUser, ""},
	"listServiceCategories":         {"", ofUser, "v3"},
	"getServicePage":                {"", ofUser, "v3"},
	"listPurchasedServices":         {"", ofUser, "v3"},
	"requestServiceCode":            {`{"id":"daily-news"}`, ofUser, "v3"},
	"subscribeService":              {`{"id":"daily-news","otp":"123456"}`, ofUser, "v3"},
	"unsubscribeService":            {`{"id":"daily-news"}`, ofUser, "v3"},
	"transferInternational":         {`{"verify":{"otp":"123456"},"transfer":` + rupeesChosen + `}`, ofUser, ""},
	"getRechargeMeter":              {"", ofUser, ""},
	"getPostpaidOverview":           {"", ofUser, ""},
	"getInvoice":                    {"", ofUser, ""},
	"getInvoiceService":             {"", ofUser, ""},
	"getInvoiceFile":                {"", ofUser, ""},
	"payInvoice":                    {`{"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, ofUser, ""},
	"showBill":                      {`{"token":"0123456789abcdefghij"}`, open, ""},
	"getBillFile":                   {`{"token":"0123456789abcdefghij"}`, open, ""},
	"payBill":                       {`{"token":"0123456789abcdefghij","pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`, open, ""},
	"getBillPayment":                {`{"token":"0123456789abcdefghij"}`, open, ""},
	"listRecharges":                 {"", ofUser, ""},
	"getRechargeOverview":           {"", ofUser, ""},
	"getRemainingCredit":            {"", ofUser, ""},
	"listSupportPurchases":          {"", ofSupport, ""},
	"resolvePurchase":               {`{"action":"retry","note":"the books are mended"}`, ofSupport, ""},
	"checkPromoCode":                {`{"code":"SAVE10"}`, ofDevice, ""},
	"listSettlements":               {"", ofSupport, ""},
	"listSettlementItems":           {"", ofSupport, ""},
	"getSupportBill":                {"", ofSupport, ""},
	"creditBill":                    {`{"amount":100,"reason":"billed twice"}`, ofSupport, ""},
	"listSadadPayments":             {"", ofSupport, ""},
	"returnSadadPayment":            {`{"note":"sent back"}`, ofSupport, ""},
	"resolveSettlementItem":         {`{"action":"accept","note":"as the provider says"}`, ofSupport, ""},
	"addSubscriber":                 {`{"mobile_number":"0570000008","nickname":"Home","email":"home@selfcare.example","otp":"123456"}`, ofUser, ""},
	"renameSubscriber":              {`{"nickname":"Home"}`, ofUser, ""},
	"deleteSubscriber":              {"", ofUser, ""},
	"getDashboard":                  {"", ofUser, ""},
	"getUserPlan":                   {"", ofUser, ""},
	"getReferral":                   {"", ofUser, ""},
	"startSocialSignIn":             {"", ofDevice, ""},
	"finishSocialSignIn":            {`{"code":"c","state":"s"}`, ofDevice, ""},
	"linkSocialAccount":             {`{"otp":"123456","mobile_number":"0570000001","social_auth":{"uid":"u","provider":"google","credentials":{"token":"t"}}}`, ofDevice, ""},
	"startOrder":                    {startSIM, ofDevice, ""},
	"lookUpOrder":                   {`{"orderNumber":"SC12345678","contact":"0551234567"}`, ofDevice, ""},
	"openOrderLink":                 {`{"token":"0123456789abcdefghij"}`, ofDevice, ""},
	"openOrderFound":                {`{"orderNumber":"SC12345678","contact":"0551234567","otp":"123456"}`, ofDevice, ""},
	"listOrders":                    {"", ofUser, ""},
	"findOrdersToActivate":          {`{"iccid":"8996601000000000001","idNumber":"1000000008"}`, open, ""},
	"getOrder":                      {"", ofOrder, ""},
	"endOrderSession":               {"", ofOrder, ""},
	"getOrderTimeline":              {"", ofOrder, ""},
	"getOrderReceipt":               {"", ofOrder, ""},
	"getOrderCreditNote":            {"", ofOrder, ""},
	"listOrderLinks":                {"", ofOrder, ""},
	"applyPromoCode":                {`{"code":"SAVE20"}`, ofOrder, ""},
	"removePromoCode":               {"", ofOrder, ""},
	"streamOrderEvents":             {"", ofOrder, ""},
	"selectNumber":                  {`{"msisdn":"0570000001"}`, ofOrder, ""},
	"giveNumberBack":                {"", ofOrder, ""},
	"extendHold":                    {"", ofOrder, ""},
	"selectPlan":                    {`{"planId":"basic-25"}`, ofOrder, ""},
	"checkEligibility":              {`{"idNumber":"1000000008","nationality":"SA","birthDate":"1990-01-01"}`, ofOrder, ""},
	"requestIdentity":               {"", ofOrder, ""},
	"sendContactCode":               {`{"channel":"mobile","mobile":"0551234567"}`, ofOrder, ""},
	"providePersonalInformation":    {goodContact, ofOrder, ""},
	"chooseDelivery":                {`{"method":"pickupSMSA","branchId":"RUH-1"}`, ofOrder, ""},
	"confirmOrder":                  {`{"acceptTerms":true,"total":1000}`, ofOrder, ""},
	"payOrder":                      {`{"cardToken":"tok_0123456789abcdef"}`, ofOrder, ""},
	"cancelOrder":                   {`{"reason":"mistake"}`, ofOrder, ""},
	"activateSim":                   {`{"iccid":"8996601000000000001"}`, ofOrder, ""},
	"listSupportOrders":             {"", ofSupport, ""},
	"getOrderBooks":                 {"", ofSupport, ""},
	"getSupportOrder":               {"", ofSupport, ""},
	"resolveOrder":                  {`{"action":"retry","note":"stock is back"}`, ofSupport, ""},
	"refundOrder":                   {`{"note":"as agreed"}`, ofSupport, ""},
	"listRefunds":                   {"", ofSupport, ""},
	"approveRefund":                 {`{"note":"as agreed"}`, ofSupport, ""},
	"declineRefund":                 {`{"note":"not agreed"}`, ofSupport, ""},
	"listAudit":                     {"", ofSupport, ""},
	"submitComplaint":               {goodComplaint, ofVisitor, ""},
	"complainInApp":                 {goodComplaint, ofVisitor, ""},
	"submitReseller":                {goodReseller, ofVisitor, ""},
	"getCustomerInfo":               {"", ofUser, ""},
	"getServiceRequestStatus":       {`{"reference":"CR0000000001","contactNumber":"0551234567"}`, ofVisitor, ""},
	"showServiceRequest":            {`{}`, ofVisitor, ""},
	"actOnServiceRequest":           {`{"action":"close"}`, ofVisitor, ""},
	"answerServiceRequest":          {`{"action":"take"}`, ofSupport, ""},
	"listCases":                     {"", ofSupport, ""},
	"searchCases":                   {`{"q":"SC12345678"}`, ofSupport, ""},
	"getCase":                       {"", ofSupport, ""},
	"previewCase":                   {`{"action":"retry"}`, ofSupport, ""},
	"resolveCase":                   {`{"action":"retry","note":"stock is back","seen":"o1"}`, ofSupport, ""},
	"claimCase":                     {`{}`, ofSupport, ""},
	"releaseCase":                   {"", ofSupport, ""},
	"noteCase":                      {`{"note":"called, no answer"}`, ofSupport, ""},
	"getCustomer":                   {"", ofSupport, ""},
	"sendCallerCode":                {`{"mobile":"0551234567"}`, ofSupport, ""},
	"openForCaller":                 {`{"mobile":"0551234567","start":{"kind":"sim","numberSource":"new"},"otp":"123456"}`, ofSupport, ""},
	"sendPaymentLink":               {"", ofSupport, ""},
	"openIncident":                  {`{"partner":"courier","until":"2099-11-26T12:00:00Z","textEn":"A storm","textAr":"عاصفة"}`, ofSupport, ""},
	"listIncidents":                 {"", ofSupport, ""},
	"changeIncident":                {`{"until":"2099-11-26T12:00:00Z","textEn":"A storm","textAr":"عاصفة"}`, ofSupport, ""},
	"endIncident":                   {"", ofSupport, ""},
	"previewBulk":                   {`{"filter":{"kind":"order"}}`, ofSupport, ""},
	"startBulk":                     {`{"filter":{"kind":"order"},"note":"the courier is back"}`, ofSupport, ""},
	"listBulks":                     {"", ofSupport, ""},
	"getBulk":                       {"", ofSupport, ""},
	"pauseBulk":                     {"", ofSupport, ""},
	"continueBulk":                  {"", ofSupport, ""},
	"stopBulk":                      {"", ofSupport, ""},
	"listChangeable":                {"", ofSupport, ""},
	"listChanges":                   {"", ofSupport, ""},
	"previewChange":                 {`{"kind":"setting","key":"minAge","value":{"setting":"21"}}`, ofSupport, ""},
	"proposeChange":                 {`{"kind":"setting","key":"minAge","value":{"setting":"21"},"note":"by the regulator"}`, ofSupport, ""},
	"approveChange":                 {`{"note":"as agreed"}`, ofSupport, ""},
	"cancelChange":                  {`{"note":"not any more"}`, ofSupport, ""},
	"undoChange":                    {`{"note":"it was too high"}`, ofSupport, ""},
	"receiveSadadPayment":           {`{"paymentId":"bank-0001","reference":"2026000000012","amount":100,"paidAt":"2026-01-01T00:00:00Z"}`, ofSystem, ""},
	"enquireBill":                   {`{"reference":"2026000000012"}`, ofSystem, ""},
	"receiveUsage":                  {`{"events":[{"eventId":"cdr-00000001","msisdn":"0570000001","type":"data","unit":"MB","amount":5,"usedAt":"2026-01-01T00:00:00Z"}]}`, ofSystem, ""},
	"receiveWebhook":                {`{"eventId":"evt_00000001","type":"x","occurredAt":"2026-01-01T00:00:00Z","data":{}}`, ofSystem, ""},
	"listDevices":                   {"", open, ""},
	"chooseDevice":                  {`{"model":"apple-iphone-16"}`, ofOrder, ""},
	"reissueProfile":                {`{}`, ofOrder, ""},
	"sendProfile":                   {`{}`, ofOrder, ""},
	"listOperators":                 {"", open, ""},
	"getInvitation":                 {"", open, ""},
	"listMnpPlans":                  {"", open, ""},
	"listPromotedPlans":             {"", open, ""},
	"listPlanCategories":            {"", open, ""},
	"getPlanCategory":               {"", open, ""},
	"listPlansOfCategory":           {"", open, ""},
	"getPlan":                       {"", open, ""},
	"listPortWindows":               {"", open, ""},
	"requestPort":                   {`{"operator":"stc","msisdn":"0551234567","acceptTerms":true}`, ofOrder, ""},
	"correctPort":                   {`{"msisdn":"0557654321"}`, ofOrder, ""},
	"choosePortWindow":              {`{"window":"earliest"}`, ofOrder, ""},
	"requestReplacement":            {goodReplacement, ofOrderAndSession, ""},
	"describeExtraSim":              {`{"name":"Watch"}`, ofOrderAndSession, ""},
	"listPortOuts":                  {"", ofUser, ""},
	"objectToPortOut":               {"", ofUser, ""},
	"objectByLink":                  {`{"token":"0123456789abcdefghij"}`, open, ""},
	"listSupportPortOuts":           {"", ofSupport, ""},
	"resolvePortOut":                {`{"action":"retry","note":"asked them by phone"}`, ofSupport, ""},
	"disputeReplacement":            {`{"token":"0123456789abcdefghij"}`, open, ""},
	"getMultisimSettings":           {"", open, ""},
	"listInactiveMultisims":         {"", ofUser, "v1"},
	"getSimInfo":                    {"", ofUser, "v3"},
	"listMyNumbers":                 {"", ofUser, ""},
	"getNumberSettings":             {"", ofUser, ""},
	"setSimLanguage":                {`{"language_id":"ur"}`, ofUser, ""},
	"setSimService":                 {`{"key":"roaming","operation":"deactivate"}`, ofUser, ""},
	"blockNumber":                   {`{"blockMSISDN":"512345678","countryCode":"966"}`, ofUser, ""},
	"unblockNumber":                 {`{"blockMSISDN":"512345678","countryCode":"966"}`, ofUser, ""},
	"blockPromoCalls":               {`{"allow":false,"except":{"product":["games"]}}`, ofUser, ""},
	"listBlockedNumbers":            {"", ofUser, ""},
	"listBlockedCountries":          {"", ofUser, ""},
	"listBlockableCountries":        {"", ofUser, ""},
	"blockCountry":                  {`{"offerId":"block-eg"}`, ofUser, ""},
	"unblockCountry":                {`{"offerId":"block-eg"}`, ofUser, ""},
	"suspendLine":                   {`{"otp":"123456"}`, ofUser, ""},
	"returnLine":                    {`{"otp":"123456"}`, ofUser, ""},
	"showPuk":                       {`{"sim_id":"01980000-0000-7000-8000-000000000001","otp":"123456"}`, ofUser, ""},
	"proveLine":                     {`{"change":"suspend_line"}`, ofUser, ""},
	"getLineProof":                  {"", ofUser, ""},
	"renameSim":                     {`{"sim_id":"01980000-0000-7000-8000-000000000001","name":"Watch"}`, ofUser, "v3"},
	"stopAutoRenewal":               {"", ofUser, ""},
	"startAutoRenewal":              {"", ofUser, ""},
	"validateSubscriberEligibility": {"", ofDevice, ""},
	"switchPlan":                    {`{"plan_id":"hawakom-90","otp":"123456"}`, ofUser, ""},
	"cancelPlanSwitch":              {"", ofUser, ""},
	"switchPrimarySim":              {`{"sim_id":"01980000-0000-7000-8000-000000000001","otp":"123456"}`, ofUser, "v3"},
	"listDeactivationReasons":       {"", ofUser, ""},
	"getDeactivation":               {"", ofUser, ""},
	"deactivateNumber":              {`{"reasonKey":"other","otp":"123456"}`, ofUser, ""},
	"undoDeactivation":              {"", ofUser, ""},
	"showDeactivation":              {`{"token":"0123456789abcdefghij"}`, open, ""},
	"undoDeactivationByLink":        {`{"token":"0123456789abcdefghij"}`, open, ""},
	"getFinalStatement":             {`{"token":"0123456789abcdefghij"}`, open, ""},
	"listHeldDeactivations":         {"", ofSupport, ""},
	"resolveDeactivation":           {`{"action":"retry","note":"the network is mended"}`, ofSupport, ""},
	"deactivateSim":                 {`{"sim_id":"01980000-0000-7000-8000-000000000001","otp":"123456"}`, ofUser, "v3"},
}

func TestEveryOperationRefusesStrangers(t *testing.T) {
	r := newRig(t)
	mine, other := r.start(), r.start()
	customer := r.signedIn("customer@selfcare.example")
	support := r.signedIn("support@selfcare.example", "support")
	device := r.device()
	before := len(r.flow.sentUpdates())
	forged := base64.RawURLEncoding.EncodeToString(make([]byte, 32))

	walk(t, func(id, method, path string, row sample) {
		path = filled(path, mine.id)
		send := func(headers ...header) answer {
			return r.call(method, "/api"+path, row.body, append(headers, freshKey(), row.versioned())...)
		}
		switch row.guard {
		case open:
		case ofVisitor:
			requireRefused(t, send(bearer(forged)), contract.FailUnauthenticated)
		case ofOrder, ofOrderAndSession:
			requireRefused(t, send(), contract.FailOrderNotYours)
			requireRefused(t, send(withSession(other.session)), contract.FailOrderNotYours)
			requireRefused(t, send(withSession(forged)), contract.FailOrderNotYours)
			requireRefused(t, send(withSession("' OR 1=1 --")), contract.FailOrderNotYours)
			requireRefused(t, send(bearer(support)), contract.FailOrderNotYours)
			requireRefused(t, send(bearer(customer)), contract.FailOrderNotYours)
			requireRefused(t, send(bearer(device)), contract.FailOrderNotYours)
			requireRefused(t, send(bearer(forged)), contract.FailUnauthenticated)
			if row.guard == ofOrderAndSession {
				requireRefused(t, send(withSession(mine.session)), contract.FailUnauthenticated)
			}
		case ofSupport:
			requireRefused(t, send(), contract.FailUnauthenticated)
			requireRefused(t, send(withSession(mine.session)), contract.FailUnauthenticated)
			requireRefused(t, send(header{"Authorization": "Bearer " + forged}), contract.FailUnauthenticated)
			requireRefused(t, send(header{"Authorization": "Bearer " + customer}), contract.FailForbidden)
		case ofStaff:
			requireRefused(t, send(), contract.FailUnauthenticated)
			requireRefused(t, send(bearer(device)), contract.FailNotSignedIn)
			requireRefused(t, send(bearer(customer)), contract.FailForbidden)
		case ofDevice, ofUser:
			requireRefused(t, send(header{"Authorization": ""}), contract.FailUnauthenticated)
			requireRefused(t, send(withSession(mine.session), header{"Authorization": ""}), contract.FailUnauthenticated)
			requireRefused(t, send(header{"Authorization": "Bearer " + forged}), contract.FailUnauthenticated)
		case ofSystem:
			requireRefused(t, send(), contract.FailSignature)
			requireRefused(t, send(header{"X-Signature": "t=1700000000,v1=" + strings.Repeat("0", 64)}), contract.FailSignature)
		default:
			require.Fail(t, "no rule for "+id)
		}
	})
	require.Len(t, r.flow.sentUpdates(), before, "a stranger's request reached a workflow")
	require.Empty(t, r.flow.sentSignals())
}

// repeatable are the calls without a repeat key: searches, reports of browsers, and those that open or end a session or carry a secret, whose
// repeat is refused by itself and whose body must not be kept in any form.
var repeatable = map[string]bool{
	"searchCases": true, "previewCase": true, "previewBulk": true, "previewChange": true, "sendCallerCode": true, "findOrdersToActivate": true, "openDeviceSession": true, "signIn": true, "signOut": true, "requestOtp": true, "validateOtp": true,
	"validateRegistrationData": true, "validateIdOfNumber": true, "registerUser": true, "resetPassword": true, "changePassword": true,
	"getCustomerInfo": true, "getServiceRequestStatus": true, "showServiceRequest": true, "showDeactivation": true, "getFinalStatement": true, "showBill": true, "getBillFile": true, "getBillPayment": true, "lookUpOrder": true, "openOrderFound": true, "openOrderLink": true, "sendContactCode": true, "endOrderSession": true,
	"reportFromClient": true, "beginPasskeySignIn": true, "signInWithPasskey": true, "beginPasskey": true, "addPasskey": true,
	"beginSecondFactor": true, "confirmSecondFactor": true, "proveSecondFactor": true, "renewRecoveryCodes": true,
	"changeEmail": true, "confirmEmail": true, "startSocialSignIn": true, "checkFriend": true, "checkPromoCode": true, "sayHelpful": true, "resolveInternationalRecipient": true, "requestInternationalCode": true, "requestServiceCode": true, "requestTransferCode": true, "finishSocialSignIn": true, "linkSocialAccount": true,
}

func TestEveryCommandNeedsARepeatKey(t *testing.T) {
	r := newRig(t)
	mine := r.start()
	support := r.signedIn("support@selfcare.example", "support")
	before := len(r.flow.sentUpdates())
	walk(t, func(id, method, path string, row sample) {
		if method == http.MethodGet || row.guard == ofSystem || repeatable[id] {
			return
		}
		path = filled(path, mine.id)
		for _, key := range []string{"", "short", "with spaces in it", strings.Repeat("k", 65)} {
			got := r.call(method, "/api"+path, row.body, withSession(mine.session), header{"Authorization": "Bearer " + support}, row.versioned(), withKey(key))
			requireRefused(t, got, contract.FailIdempotencyMissing)
		}
	})
	require.Len(t, r.flow.sentUpdates(), before)
}

// filled is an address of the contract with an id where it takes one, what a list knows where it takes that, and a query where it needs one.
func filled(path, id string) string {
	return strings.NewReplacer(
		"/service-requests/{reference}", "/service-requests/CR0000000001", "{requestId}", id,
		"{id}", id, "{subscriptionId}", id, "{sessionId}", id, "{cardId}", id, "{refundId}", id, "{caseId}", id, "{customerId}", id, "{bulkId}", id, "{incidentId}", id, "{changeId}", id,
		"{passkeyId}", "AAAAAAAAAAAAAAAAAAAAAA", "{planId}", "basic-25", "{bundleId}", "net-saver-5", "{offerId}", "saver-25", "{categoryKey}", "basic", "{system}", "payment", "{provider}", "google",
		"/vas-services/pages/{slug}", "/vas-services/pages/entertainment", "{reference}", "NPO-1", "{serviceId}", "plan", "{number}", "INV2026-00000001", "{kind}", "order", "{type}", "calls", "/content/search", "/content/search?query=sim", "/bundles/price", "/bundles/price?data=1024&days=30", "/roaming/countries/{country}/estimate", "/roaming/countries/TR/estimate?days=7",
		"{passkeyId}", "AAAAAAAAAAAAAAAAAAAAAA", "{planId}", "basic-25", "{bundleId}", "net-saver-5", "{offerId}", "saver-25", "{storeId}", "RUH-001", "{categoryKey}", "basic", "{system}", "payment", "{provider}", "google",
		"{passkeyId}", "AAAAAAAAAAAAAAAAAAAAAA", "{planId}", "basic-25", "{pageSlug}", "terms", "{faqId}", "1", "{bundleId}", "net-saver-5", "{offerId}", "saver-25", "{categoryKey}", "basic", "{system}", "payment", "{provider}", "google",
		"/vas-services/pages/{slug}", "/vas-services/pages/entertainment", "{reference}", "NPO-1", "{serviceId}", "plan", "{number}", "INV2026-00000001", "{kind}", "order", "/content/search", "/content/search?query=sim", "/bundles/price", "/bundles/price?data=1024&days=30", "/roaming/countries/{country}/estimate", "/roaming/countries/TR/estimate?days=7",
		"/validate-subscriber-eligibilty", "/validate-subscriber-eligibilty?mobile_number=0570000001&plan_external_id=HAWAKOM-90",
	).Replace(path)
}
