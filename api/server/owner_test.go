package server_test

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestOperations_Stranger_IsRefused(t *testing.T) {
	r := servertest.New(t)
	mine, other := r.Start(), r.Start()
	customer := r.SignedIn("customer@selfcare.example")
	support := r.SignedIn("support@selfcare.example", "support")
	device := r.Device()
	before := len(r.Flow.SentUpdates())
	forged := base64.RawURLEncoding.EncodeToString(make([]byte, 32))

	walk(t, func(id, method, path string, row sample) {
		path = filled(path, mine.ID)
		send := func(headers ...servertest.Header) servertest.Answer {
			return r.Call(method, "/api"+path, row.body, append(headers, servertest.FreshKey(), row.versioned())...)
		}
		switch row.guard {
		case open:
		case ofVisitor:
			servertest.RequireRefused(t, send(servertest.Bearer(forged)), contract.FailUnauthenticated)
		case ofOrder, ofOrderAndSession:
			servertest.RequireRefused(t, send(), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.WithSession(other.Session)), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.WithSession(forged)), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.WithSession("' OR 1=1 --")), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.Bearer(support)), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.Bearer(customer)), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.Bearer(device)), contract.FailOrderNotYours)
			servertest.RequireRefused(t, send(servertest.Bearer(forged)), contract.FailUnauthenticated)
			if row.guard == ofOrderAndSession {
				servertest.RequireRefused(t, send(servertest.WithSession(mine.Session)), contract.FailUnauthenticated)
			}
		case ofSupport:
			servertest.RequireRefused(t, send(), contract.FailUnauthenticated)
			servertest.RequireRefused(t, send(servertest.WithSession(mine.Session)), contract.FailUnauthenticated)
			servertest.RequireRefused(t, send(servertest.Header{"Authorization": "Bearer " + forged}), contract.FailUnauthenticated)
			servertest.RequireRefused(t, send(servertest.Header{"Authorization": "Bearer " + customer}), contract.FailForbidden)
		case ofStaff:
			servertest.RequireRefused(t, send(), contract.FailUnauthenticated)
			servertest.RequireRefused(t, send(servertest.Bearer(device)), contract.FailNotSignedIn)
			servertest.RequireRefused(t, send(servertest.Bearer(customer)), contract.FailForbidden)
		case ofDevice, ofUser:
			servertest.RequireRefused(t, send(servertest.Header{"Authorization": ""}), contract.FailUnauthenticated)
			servertest.RequireRefused(t, send(servertest.WithSession(mine.Session), servertest.Header{"Authorization": ""}), contract.FailUnauthenticated)
			servertest.RequireRefused(t, send(servertest.Header{"Authorization": "Bearer " + forged}), contract.FailUnauthenticated)
		case ofSystem:
			servertest.RequireRefused(t, send(), contract.FailSignature)
			servertest.RequireRefused(t, send(servertest.Header{"X-Signature": "t=1700000000,v1=" + strings.Repeat("0", 64)}), contract.FailSignature)
		default:
			require.Fail(t, "no rule for "+id)
		}
	})
	require.Len(t, r.Flow.SentUpdates(), before, "a stranger's request reached a workflow")
	require.Empty(t, r.Flow.SentSignals())
}

// repeatable lists the calls without an Idempotency-Key: searches, browser reports, and calls that open or end a session or carry a secret. The
// latter refuse a repeat by themselves, and their body must not be stored in any form.
var repeatable = map[string]bool{
	"searchCases": true, "previewCase": true, "previewBulk": true, "previewProposal": true, "sendCallerCode": true, "findOrdersToActivate": true, "openDeviceSession": true, "signIn": true, "signOut": true, "requestOtp": true, "validateOtp": true,
	"validateRegistrationData": true, "validateIdOfNumber": true, "registerUser": true, "createOrderAccount": true, "resetPassword": true, "changePassword": true,
	"getCustomerInfo": true, "getTicketStatus": true, "showTicket": true, "getAttachment": true, "showDeactivation": true, "getFinalStatement": true, "showBill": true, "getBillFile": true, "getBillPayment": true, "lookUpOrder": true, "openOrderFound": true, "openOrderLink": true, "followLink": true, "showOffersChoice": true, "chooseOffers": true, "stopOffers": true, "sendContactCode": true, "endOrderSession": true,
	"reportFromClient": true, "beginPasskeySignIn": true, "signInWithPasskey": true, "beginPasskey": true, "addPasskey": true,
	"beginSecondFactor": true, "confirmSecondFactor": true, "proveSecondFactor": true, "renewRecoveryCodes": true,
	"changeEmail": true, "confirmEmail": true, "startSocialSignIn": true, "checkFriend": true, "checkPromoCode": true, "sayHelpful": true, "resolveTopUpRecipient": true, "requestTopUpCode": true, "requestVasCode": true, "requestTransferCode": true, "finishSocialSignIn": true, "linkSocialAccount": true,
}

func TestOperations_NoKey_IsRefused(t *testing.T) {
	r := servertest.New(t)
	mine := r.Start()
	support := r.SignedIn("support@selfcare.example", "support")
	before := len(r.Flow.SentUpdates())
	without := operationsWithoutKey(t)
	require.Len(t, without, 23, "the calls with an effect in chapter 7 of the specification")
	walk(t, func(id, method, path string, row sample) {
		if method == http.MethodGet || row.guard == ofSystem || repeatable[id] {
			return
		}
		path = filled(path, mine.ID)
		for _, key := range []string{"", "short", "with spaces in it", strings.Repeat("k", 65)} {
			if key == "" && without[id] {
				continue
			}
			got := r.Call(method, "/api"+path, row.body, servertest.WithSession(mine.Session), servertest.Header{"Authorization": "Bearer " + support}, row.versioned(), servertest.WithKey(key))
			servertest.RequireRefused(t, got, contract.FailIdempotencyMissing)
		}
	})
	require.Len(t, r.Flow.SentUpdates(), before)
}

// operationsWithoutKey lists the operations whose clients may leave the Idempotency-Key out.
func operationsWithoutKey(t *testing.T) map[string]bool {
	t.Helper()
	document, err := gen.GetSpec()
	require.NoError(t, err)
	found := map[string]bool{}
	for _, item := range document.Paths.Map() {
		for _, operation := range item.Operations() {
			if key := operation.Parameters.GetByInAndName("header", "Idempotency-Key"); key != nil && !key.Required {
				found[servertest.AsContracted(operation.OperationID)] = true
			}
		}
	}
	return found
}

// filled fills an address of the contract: ids, known list values, and a query if it needs one.
func filled(path, id string) string {
	return strings.NewReplacer(
		"/webhooks/{port}/{provider}", "/webhooks/payment/generic", "/service-requests/{reference}", "/service-requests/CR0000000001", "{requestId}", id, "{attachmentId}", id,
		"{id}", id, "{subscriptionId}", id, "{sessionId}", id, "{cardId}", id, "{refundId}", id, "{paymentId}", id, "{caseId}", id, "{customerId}", id, "{bulkId}", id, "{incidentId}", id, "{changeId}", id,
		"{passkeyId}", "AAAAAAAAAAAAAAAAAAAAAA", "{planId}", "basic-25", "{bundleId}", "net-saver-5", "{offerId}", "saver-25", "{categoryKey}", "basic", "{partner}", "courier", "{provider}", "google",
		"/vas-services/pages/{slug}", "/vas-services/pages/entertainment", "{reference}", "NPO-1", "{serviceId}", "plan", "{number}", "INV2026-00000001", "{kind}", "order", "{type}", "calls", "/content/search", "/content/search?query=sim", "/bundles/price", "/bundles/price?data=1024&days=30", "/roaming/countries/{country}/estimate", "/roaming/countries/TR/estimate?days=7",
		"{passkeyId}", "AAAAAAAAAAAAAAAAAAAAAA", "{planId}", "basic-25", "{bundleId}", "net-saver-5", "{offerId}", "saver-25", "{storeId}", "RUH-001", "{categoryKey}", "basic", "{partner}", "courier", "{provider}", "google",
		"{passkeyId}", "AAAAAAAAAAAAAAAAAAAAAA", "{planId}", "basic-25", "{pageSlug}", "terms", "{faqId}", "1", "{bundleId}", "net-saver-5", "{offerId}", "saver-25", "{categoryKey}", "basic", "{partner}", "courier", "{provider}", "google",
		"/vas-services/pages/{slug}", "/vas-services/pages/entertainment", "{reference}", "NPO-1", "{serviceId}", "plan", "{number}", "INV2026-00000001", "{kind}", "order", "/content/search", "/content/search?query=sim", "/bundles/price", "/bundles/price?data=1024&days=30", "/roaming/countries/{country}/estimate", "/roaming/countries/TR/estimate?days=7",
		"/validate-subscriber-eligibilty", "/validate-subscriber-eligibilty?mobile_number=0570000001&plan_external_id=HAWAKOM-90",
	).Replace(path)
}
