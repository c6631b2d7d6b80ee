package server_test

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/api/gen"
	"selfcare/api/server"
	"selfcare/api/server/middleware"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/authenticator"
	"selfcare/internal/contract"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

// world is a server with people, lines, orders and money in it, and what a made-up request can name of them.
type world struct {
	*rig
	orders    []started
	owners    map[string]string // of orders that take the session of a line's holder, too: their tokens
	customers []someone
	payer     someone // the one of them who has a bill
	support   string
	said      lastWords        // of the log
	names     map[string][]any // by "operation.name", "folder of the address.name" and name
}

// someone is a customer with the line they sign in with.
type someone struct{ token, mobile string }

func newWorld(t *testing.T) *world {
	t.Helper()
	url, keys := testkit.SeededURL(t)
	w := &world{names: map[string][]any{}, owners: map[string]string{}}
	w.rig = rigOn(t, url, keys, trusting, func(o *server.Options) {
		o.Log = slog.New(slog.NewTextHandler(&w.said, &slog.HandlerOptions{Level: slog.LevelError}))
	})
	w.exec("UPDATE users SET password_hash = ?", "hash of "+password)
	_, err := w.plans.books.AdoptLines(t.Context(), contract.At{Now: time.Now()})
	require.NoError(t, err)
	w.people()
	w.withOrders()
	w.withPurchases()
	w.withLeavers()
	w.withBills()
	w.withComplaint()
	w.withCatalogue()
	return w
}

func (w *world) knows(name string, values ...any) { w.names[name] = append(w.names[name], values...) }

// reads adds what a query finds.
func (w *world) reads(name, query string) {
	w.t.Helper()
	var found []string
	require.NoError(w.t, w.db.NewRaw(query).Scan(w.t.Context(), &found), query)
	require.NotEmpty(w.t, found, query)
	for _, value := range found {
		w.knows(name, value)
	}
}

func (w *world) people() {
	w.t.Helper()
	main := w.signIn("main@selfcare.example")
	w.customers = []someone{
		{w.signIn("prepaid@selfcare.example"), mainLine},
		{main, "0570000003"},
		{w.signIn("postpaid@selfcare.example"), "0570000002"},
		{w.signIn("switcher@selfcare.example"), "0570000025"},
	}
	w.support = w.signIn(supportMail)
	got := w.addPasskey(main, authenticator.New(w.t, ourOrigin, ourSite))
	require.Equal(w.t, http.StatusOK, got.StatusCode, string(got.body))
	for _, customer := range w.customers {
		w.signIn(customer.mobile) // one more session
		for _, session := range w.sessions(customer.token) {
			w.knows("sessionId", session.Id)
		}
		invites := decoded[gen.GetReferral200JSONResponse](w.t, w.call(http.MethodGet, "/api/users/current/referral", "", bearer(customer.token)))
		w.knows("getInvitation.code", invites.Data.Code)
		w.knows("referralCode", invites.Data.Code)
	}
	w.knows("passkeyId", w.passkeys(main)[0].Id)
	w.knows("mobile_number", mainLine, "0570000003", "0570000010", "0570000024")
	w.knows("mobile_number_confirmation", mainLine)
	w.knows("id_number", ownerID, "1077000048")
	w.knows("idNumber", ownerID, "1000000008")
	w.knows("nationality", "SA", "IN")
	w.knows("birthDate", "1990-03-05", "1410-08-08")
	w.knows("old_password", password)
	w.knows("password", password)
	w.knows("password_confirmation", password)
	w.knows("new_password", freshPassword)
	w.knows("contact", contactMobile, "noura@example.com")
	w.knows("mobile", contactMobile)
	w.knows("mobileConfirmation", contactMobile)
	w.knows("fullName", "Noura Ali")
	w.reads("subscriptionId", "SELECT id FROM subscriptions WHERE ended_at IS NULL")
	w.reads("sim_id", "SELECT id FROM line_sims")
}

// withOrders has orders of several kinds and ages, each with its session.
func (w *world) withOrders() {
	w.t.Helper()
	ready := w.start()
	w.put(ready, func(o *contract.Order) { // a number on its way and a code that can be sent again
		o.Port = &contract.Port{MSISDN: "0551234567", Operator: "stc", Status: contract.PortApproved, Window: contract.WindowEarliest}
		o.Price = &contract.Price{Total: 1000, VAT: 130, Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 1000}}}
		o.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000}}
		o.Refund = &contract.Refund{Amount: 1000, DoneAt: time.Now()}
		o.Contact, o.Profile = &contract.Contact{Mobile: contactMobile, Verified: []contract.Channel{contract.ByMobile}}, &contract.Profile{State: contract.ProfileReleased}
	})
	found, number := w.withContact(contactMobile)
	w.knows("orderNumber", number)
	dear := w.dear()
	w.knows("refundId", w.askedRefund(bearer(w.support), dear.id).Id)
	postpaid := w.customers[2].token
	extra := w.startOf(startMultiSIM, bearer(postpaid))
	replacing := w.startOf(startReplacement)
	w.owners[extra.id], w.owners[replacing.id] = postpaid, postpaid
	w.knows("describeExtraSim.id", extra.id)
	w.knows("requestReplacement.id", replacing.id)
	w.orders = []started{extra, replacing, w.start(), ready, found, w.eSIM(), dear, w.completed(), w.under(ownerID)}
	for _, o := range w.orders {
		w.knows("orders.id", o.id)
		w.knows("orderId", o.id)
		w.knows("cases.caseId", o.id)
		w.knows("cases.kind", "order")
		w.knows("openOrderLink.token", w.linkTo(o, permission.Tracking, time.Now(), "m-"+o.id))
	}
	orderID, paymentID, transactionID, airwayBill := w.known()
	w.knows("receiveWebhook.data",
		map[string]any{"reference": paymentID, "status": "paid"}, map[string]any{"transId": transactionID, "requestId": "x", "status": "COMPLETED"},
		map[string]any{"awb": airwayBill, "reference": orderID, "status": "out-for-delivery"},
		map[string]any{"portId": orderID + "-2", "reference": "NP00000007", "status": "REJECTED", "reason": "UNPAID_DUES", "sequence": 2})
	w.knows("receiveWebhook.type", "payment.updated", "identity.answered", "parcel.scanned", "port.updated", "port-out.asked", "port-out.updated")
}

func (w *world) withPurchases() {
	w.t.Helper()
	const recharge = `{"kind":"recharge","amount":5000,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`
	w.knows("purchases.id", w.buys(w.customers[0].token, recharge).Id)
	w.purchases.fails = contract.FailOutsideSystem
	w.knows("purchases.id", w.buys(w.customers[0].token, recharge).Id)
	w.purchases.fails = ""
	for n, mobile := range []string{mainLine, "0570000003"} {
		user, err := w.store.Users.ByMobile(w.t.Context(), mobile)
		require.NoError(w.t, err)
		w.knows("cardId", w.keeps(user.ID, fmt.Sprintf("424%d", n), time.Now().Year()+2).ID)
	}
	w.knows("cardToken", "tok_0123456789abcdef", "tok_abcdef0123456789")
	w.knows("dataPackId", "data-1", "data-5")
	w.knows("voucher", "VCHR20SAR00001", "VCHR50SAR00002", "VCHROLD0000001")
	w.knows("code", "SAVE20", "123456")
	w.knows("total", 9000, 1000)
	w.knows("startPurchase.amount", 5000, 2000, 10000)
}

var secretOf = regexp.MustCompile("#(.*)$")

// withLeavers has a line that ends and one that leaves for another operator.
func (w *world) withLeavers() {
	w.t.Helper()
	const reem = "1077000063"
	leaver, mover := w.signIn("leaver@selfcare.example"), w.signIn("mover@selfcare.example")
	w.provesOwner(leaver, "0570000021", reem)
	ending := deactivationOf(w.testing(), w.deactivates(leaver, "other", w.codeOf(leaver, "0570000021", "confirm_deactivation")))
	w.knows("deactivations.id", ending.Id)
	for _, operation := range []string{"showDeactivation", "undoDeactivationByLink", "getFinalStatement"} {
		w.knows(operation+".token", secretOf.FindStringSubmatch(w.endings.link)[1])
	}
	asked := callBack("evt_port_out_1", "port-out.asked", askData(mainLine, "0570000023", ownerID, reem))
	require.Equal(w.t, http.StatusNoContent, w.report("portability", asked).StatusCode)
	w.portOuts.checks(w.testing())
	w.knows("reference", askReference)
	w.knows("objectByLink.token", w.portOuts.asked[0].Asked.Secret)
	w.customers = append(w.customers, someone{leaver, "0570000021"}, someone{mover, "0570000023"})
}

// withComplaint has a service request with a file, of the first customer.
func (w *world) withComplaint() {
	w.t.Helper()
	owner := bearer(w.customers[0].token)
	taken := w.handsOver(owner)
	got := w.complainsWith([]string{taken.Id}, owner)
	require.Equal(w.t, http.StatusCreated, got.StatusCode, string(got.body))
	reference := decoded[requestAnswer](w.t, got).Data.Reference
	for _, operation := range []string{"showServiceRequest", "actOnServiceRequest", "getAttachment"} {
		w.knows(operation+".reference", reference)
	}
	w.knows("attachmentId", taken.Id)
}

// withBills has a bill of the postpaid customer.
func (w *world) withBills() {
	w.t.Helper()
	const notYetBegun = 2
	w.billCycle(notYetBegun)
	w.payer = w.customers[2]
	bill := w.bills(w.payer.token).Invoices.Items[0].Id
	w.knows("invoices.id", bill)
	w.knows("serviceId", "plan", "usage")
	token := messagelink.NewSigner(w.options.Pepper).BillToken(bill, time.Now())
	for _, operation := range []string{"showBill", "payBill", "getBillPayment"} {
		w.knows(operation+".token", token)
	}
}

func (w *world) testing() *testing.T {
	t, is := w.t.(*testing.T)
	require.True(w.t, is)
	return t
}

func (w *world) withCatalogue() {
	w.t.Helper()
	w.reads("planId", "SELECT id FROM plans")
	w.reads("plan_id", "SELECT id FROM plans")
	w.reads("plan_external_id", "SELECT external_id FROM plans")
	w.reads("bundleId", "SELECT id FROM bundles")
	w.reads("bundles.id", "SELECT id FROM bundles WHERE 'postpaid' = ANY(subscriptions)")
	w.reads("offerId", "SELECT id FROM offers")
	w.reads("storeId", "SELECT id FROM stores")
	w.reads("categoryKey", "SELECT key FROM plan_categories")
	w.reads("city", "SELECT key FROM cities")
	w.exec("INSERT INTO branches VALUES ('RUH-1', 'riyadh', 'Olaya', 'العليا', 'Olaya Street', 'شارع العليا', '9-17', '9-17', 24.7, 46.7)")
	w.reads("branchId", "SELECT id FROM branches")
	w.reads("model", "SELECT model FROM devices LIMIT 20")
	w.reads("operator", "SELECT key FROM operators")
	w.reads("applyPromoCode.code", "SELECT code FROM promo_codes")
	w.reads("category", "SELECT key FROM number_categories")
	w.reads("msisdn", "SELECT msisdn FROM numbers WHERE status = 'free' LIMIT 50")
	w.reads("receiveUsage.msisdn", "SELECT msisdn FROM lines WHERE msisdn LIKE '05%'")
	w.reads("iccid", "SELECT iccid FROM sims LIMIT 20")
	w.knows("slug", "main-menu")
	w.knows("getServicePage.slug", "entertainment", "special_services")
	w.knows("getSlider.name", "homepage")
	w.knows("name", "Watch")
	w.knows("provider", "google")
	w.knows("accept-language", "en", "ar", "en-US,en;q=0.9")
	w.knows("system", "payment", "identity", "courier", "esim", "portability")
	w.knows("window", "earliest", time.Now().AddDate(0, 0, 3).Format(time.DateOnly))
	w.knows("reasonKey", "other")
	w.knows("confirmSecondFactor.code", w.factorCode(0))
	w.knows("proveSecondFactor.code", w.factorCode(0))
	w.knows("usedAt", time.Now().Add(-time.Hour).UTC().Format(time.RFC3339))
	w.knows("occurredAt", time.Now().Add(-time.Minute).UTC().Format(time.RFC3339))
}

// otpSources are the operations that take a code, with what it has to be sent for.
var otpSources = map[string]string{
	"suspendLine": "suspend_line", "returnLine": "return_line", "showPuk": "sim_puk", "switchPrimarySim": "switch_primary",
	"deactivateSim": "deactivate_sim", "switchPlan": "switch_plan", "deactivateNumber": "confirm_deactivation", "requestReplacement": "replacement",
	"addSubscriber": "add_account", "validateOtp": "login",
}

// prepares what an operation asks of a customer before: a code, and for some that they have shown whose line it is.
func (w *world) prepares(operation string, customer someone) {
	w.t.Helper()
	source, asked := otpSources[operation]
	if !asked {
		return
	}
	about, token := customer.mobile, customer.token
	switch operation {
	case "addSubscriber":
		about = "0570000011"
		w.names[operation+".mobile_number"] = []any{about}
	case "validateOtp":
		w.names[operation+".mobile_number"] = []any{about}
	}
	if got := w.askCode(token, about, source); got.StatusCode == http.StatusOK {
		w.names[operation+".otp"] = []any{w.notices.code()}
	}
}

// intact tells whether those who call can still do so: a good request may end a session, an account or a line.
func (w *world) intact() bool {
	w.t.Helper()
	tokens := []string{w.support}
	for _, customer := range w.customers {
		tokens = append(tokens, customer.token)
	}
	for _, o := range w.orders {
		tokens = append(tokens, o.session)
	}
	var hashes [][]byte
	for _, token := range tokens {
		hash, ok := middleware.TokenHash(token)
		require.True(w.t, ok)
		hashes = append(hashes, hash)
	}
	var left int
	require.NoError(w.t, w.db.NewRaw(
		"SELECT (SELECT count(*) FROM sessions WHERE token_hash IN (?0)) + (SELECT count(*) FROM orders WHERE session IN (?0))", bun.List(hashes),
	).Scan(w.t.Context(), &left))
	return left == len(tokens)
}

// lastWords is what was logged last: all of it would outgrow the report.
type lastWords struct {
	mu   sync.Mutex
	line string
}

func (l *lastWords) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.line = string(line)
	return len(line), nil
}

func (l *lastWords) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.line
}

// signedBasic is what signIn takes.
func signedBasic() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte("postpaid@selfcare.example:"+password))
}
