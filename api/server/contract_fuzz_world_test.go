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
	"selfcare/api/servertest"
	"selfcare/dev/testkit"
	"selfcare/dev/testkit/authenticator"
	"selfcare/internal/contract"
	"selfcare/internal/domain/permission"
)

// world is a server with people, lines, orders and money, and the names that a generated request can use.
type world struct {
	*servertest.Rig
	orders    []servertest.Started
	owners    map[string]string // tokens of the line's holder, for orders that accept them
	customers []actor
	payer     actor // the customer who has a bill
	support   string
	said      lastWords        // of the log
	names     map[string][]any // by "operation.name", "folder of the address.name" and name
}

// actor describes a customer and the line of the sign-in.
type actor struct{ token, mobile string }

func newWorld(t *testing.T) *world {
	t.Helper()
	url, keys := testkit.SeededURL(t)
	w := &world{names: map[string][]any{}, owners: map[string]string{}}
	w.Rig = servertest.On(t, url, keys, servertest.TrustProxies, func(o *server.Options) {
		o.Log = slog.New(slog.NewTextHandler(&w.said, &slog.HandlerOptions{Level: slog.LevelError}))
	})
	w.Exec("UPDATE users SET password_hash = ?", "hash of "+servertest.Password)
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
	w.T.Helper()
	var found []string
	require.NoError(w.T, w.DB.NewRaw(query).Scan(w.T.Context(), &found), query)
	require.NotEmpty(w.T, found, query)
	for _, value := range found {
		w.knows(name, value)
	}
}

func (w *world) people() {
	w.T.Helper()
	main := w.SignIn("main@selfcare.example")
	w.customers = []actor{
		{w.SignIn("prepaid@selfcare.example"), servertest.MainLine},
		{main, "0570000003"},
		{w.SignIn("postpaid@selfcare.example"), "0570000002"},
		{w.SignIn("switcher@selfcare.example"), "0570000025"},
	}
	w.support = w.SignIn(servertest.SupportMail)
	got := w.AddPasskey(main, authenticator.New(w.T, servertest.OurOrigin, servertest.OurSite))
	require.Equal(w.T, http.StatusOK, got.StatusCode, string(got.Body))
	for _, customer := range w.customers {
		w.SignIn(customer.mobile) // one more session
		for _, session := range w.Sessions(customer.token) {
			w.knows("sessionId", session.Id)
		}
		invites := servertest.Decoded[gen.GetReferral200JSONResponse](w.T, w.Call(http.MethodGet, "/api/users/current/referral", "", servertest.Bearer(customer.token)))
		w.knows("getInvitation.code", invites.Data.Code)
		w.knows("referralCode", invites.Data.Code)
	}
	w.knows("passkeyId", w.Passkeys(main)[0].Id)
	w.knows("mobile_number", servertest.MainLine, "0570000003", "0570000010", "0570000024")
	w.knows("mobile_number_confirmation", servertest.MainLine)
	w.knows("id_number", servertest.OwnerID, "1077000048")
	w.knows("idNumber", servertest.OwnerID, "1000000008")
	w.knows("nationality", "SA", "IN")
	w.knows("birthDate", "1990-03-05", "1410-08-08")
	w.knows("old_password", servertest.Password)
	w.knows("password", servertest.Password)
	w.knows("password_confirmation", servertest.Password)
	w.knows("new_password", servertest.FreshPassword)
	w.knows("contact", servertest.ContactMobile, "noura@example.com")
	w.knows("mobile", servertest.ContactMobile)
	w.knows("mobileConfirmation", servertest.ContactMobile)
	w.knows("fullName", "Noura Ali")
	w.reads("subscriptionId", "SELECT id FROM subscriptions WHERE ended_at IS NULL")
	w.reads("sim_id", "SELECT id FROM line_sims")
}

// withOrders adds orders of several kinds and ages with their sessions.
func (w *world) withOrders() {
	w.T.Helper()
	ready := w.Start()
	w.Put(ready, func(o *contract.Order) { // a number on its way and a code that can be sent again
		o.Port = &contract.Port{MSISDN: "0551234567", Operator: "stc", Status: contract.PortApproved, Window: contract.WindowEarliest}
		o.Price = &contract.Price{Total: 1000, VAT: 130, Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 1000}}}
		o.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 1000}}
		o.Refund = &contract.Refund{Amount: 1000, DoneAt: time.Now()}
		o.Contact, o.Profile = &contract.Contact{Mobile: servertest.ContactMobile, Verified: []contract.Channel{contract.ByMobile}}, &contract.Profile{State: contract.ProfileReleased}
	})
	found, number := w.WithContact(servertest.ContactMobile)
	w.knows("orderNumber", number)
	dear := w.CompleteLargeOrder()
	w.knows("refundId", w.MustAskRefund(servertest.Bearer(w.support), dear.ID).Id)
	postpaid := w.customers[2].token
	extra := w.StartOf(servertest.StartMultiSIM, servertest.Bearer(postpaid))
	replacing := w.StartOf(servertest.StartReplacement)
	w.owners[extra.ID], w.owners[replacing.ID] = postpaid, postpaid
	w.knows("describeExtraSim.id", extra.ID)
	w.knows("requestReplacement.id", replacing.ID)
	active := w.CompleteOrder()
	w.owners[active.ID] = w.FreshDevice() // a signed-in customer needs no account
	w.knows("createOrderAccount.id", active.ID)
	w.orders = []servertest.Started{extra, replacing, w.Start(), ready, found, w.ESIM(), dear, active, w.StartUnderID(servertest.OwnerID)}
	for _, o := range w.orders {
		w.knows("orders.id", o.ID)
		w.knows("orderId", o.ID)
		w.knows("cases.caseId", o.ID)
		w.knows("cases.kind", "order")
		w.knows("openOrderLink.token", w.LinkTo(o, permission.Tracking, time.Now(), "m-"+o.ID))
	}
	promoted, err := w.Store.Users.ByMobile(w.T.Context(), servertest.MainLine)
	require.NoError(w.T, err)
	stop := w.LinkToStopOffers(promoted.ID, "email", time.Now())
	for _, name := range []string{"showOffersChoice.token", "chooseOffers.token", "openOffersChoice.code", "stopOffers.code"} {
		w.knows(name, stop)
	}
	w.knows("followLink.token", w.LinkToPage("service-request/CR0000000001#secret", time.Now()))
	_, paymentID, _, _ := w.AddCallBackSubjects()
	w.knows("receiveWebhook.port", "payment")
	w.knows("receiveWebhook.provider", "generic")
	w.knows("receiveWebhook.", map[string]any{
		"eventId": "evt_00000001", "type": "x", "occurredAt": "2026-01-02T03:04:05Z", "data": map[string]any{"reference": paymentID, "status": "paid"},
	})
}

func (w *world) withPurchases() {
	w.T.Helper()
	const recharge = `{"kind":"recharge","amount":5000,"pay":{"way":"card","cardToken":"tok_0123456789abcdef"}}`
	w.knows("purchases.id", w.MustBuy(w.customers[0].token, recharge).Id)
	w.Purchases.Fails = contract.FailOutsideSystem
	w.knows("purchases.id", w.MustBuy(w.customers[0].token, recharge).Id)
	w.Purchases.Fails = ""
	for n, mobile := range []string{servertest.MainLine, "0570000003"} {
		user, err := w.Store.Users.ByMobile(w.T.Context(), mobile)
		require.NoError(w.T, err)
		w.knows("cardId", w.SaveCard(user.ID, fmt.Sprintf("424%d", n), time.Now().Year()+2).ID)
	}
	w.knows("cardToken", "tok_0123456789abcdef", "tok_abcdef0123456789")
	w.knows("dataPackId", "data-1", "data-5")
	w.knows("voucher", "VCHR20SAR00001", "VCHR50SAR00002", "VCHROLD0000001")
	w.knows("code", "SAVE20", "123456")
	w.knows("total", 9000, 1000)
	w.knows("startPurchase.amount", 5000, 2000, 10000)
}

var secretOf = regexp.MustCompile("#(.*)$")

// withLeavers adds a line with a deactivation and one with a port-out.
func (w *world) withLeavers() {
	w.T.Helper()
	const reem = "1077000063"
	leaver, mover := w.SignIn("leaver@selfcare.example"), w.SignIn("mover@selfcare.example")
	w.ProveOwner(leaver, "0570000021", reem)
	ending := servertest.DeactivationOf(w.testing(), w.Deactivate(leaver, "other", w.CodeOf(leaver, "0570000021", "confirm_deactivation")))
	w.knows("deactivations.id", ending.Id)
	for _, operation := range []string{"showDeactivation", "undoDeactivationByLink", "getFinalStatement"} {
		w.knows(operation+".token", secretOf.FindStringSubmatch(w.Endings.Link)[1])
	}
	asked := servertest.CallBack("evt_port_out_1", "port-out.asked", servertest.AskData(servertest.MainLine, "0570000023", servertest.OwnerID, reem))
	require.Equal(w.T, http.StatusOK, w.Report("portability", asked).StatusCode)
	w.PortOuts.Check(w.testing())
	w.knows("reference", servertest.AskReference)
	w.knows("objectByLink.token", w.PortOuts.Asked[0].Asked.Secret)
	w.customers = append(w.customers, actor{leaver, "0570000021"}, actor{mover, "0570000023"})
}

// withComplaint adds a service request with a file of the first customer.
func (w *world) withComplaint() {
	w.T.Helper()
	owner := servertest.Bearer(w.customers[0].token)
	taken := w.UploadPicture(owner)
	got := w.ComplainWith([]string{taken.Id}, owner)
	require.Equal(w.T, http.StatusCreated, got.StatusCode, string(got.Body))
	reference := servertest.Decoded[servertest.RequestAnswer](w.T, got).Data.Reference
	for _, operation := range []string{"showTicket", "actOnTicket", "getAttachment"} {
		w.knows(operation+".reference", reference)
	}
	w.knows("attachmentId", taken.Id)
}

// withBills adds a bill of the postpaid customer.
func (w *world) withBills() {
	w.T.Helper()
	const notYetBegun = 2
	w.BillCycle(notYetBegun)
	w.payer = w.customers[2]
	bill := w.Bills(w.payer.token).Invoices.Items[0].Id
	w.knows("invoices.id", bill)
	w.knows("serviceId", "plan", "usage")
	token := w.LinkToBill(bill, time.Now())
	for _, operation := range []string{"showBill", "payBill", "getBillPayment"} {
		w.knows(operation+".token", token)
	}
}

func (w *world) testing() *testing.T {
	t, is := w.T.(*testing.T)
	require.True(w.T, is)
	return t
}

func (w *world) withCatalogue() {
	w.T.Helper()
	w.reads("planId", "SELECT id FROM plans")
	w.reads("plan_id", "SELECT id FROM plans")
	w.reads("plan_external_id", "SELECT external_id FROM plans")
	w.reads("bundleId", "SELECT id FROM bundles")
	w.reads("bundles.id", "SELECT id FROM bundles WHERE 'postpaid' = ANY(subscriptions)")
	w.reads("offerId", "SELECT id FROM offers")
	w.reads("storeId", "SELECT id FROM stores")
	w.reads("categoryKey", "SELECT key FROM plan_categories")
	w.reads("city", "SELECT key FROM cities")
	w.Exec("INSERT INTO branches VALUES ('RUH-1', 'riyadh', 'Olaya', 'العليا', 'Olaya Street', 'شارع العليا', '9-17', '9-17', 24.7, 46.7)")
	w.reads("branchId", "SELECT id FROM branches")
	w.reads("model", "SELECT model FROM devices LIMIT 20")
	w.reads("operator", "SELECT key FROM operators")
	w.reads("applyPromoCode.code", "SELECT code FROM promo_codes")
	w.reads("category", "SELECT key FROM number_categories")
	w.reads("msisdn", "SELECT msisdn FROM numbers WHERE status = 'free' LIMIT 50")
	w.reads("receiveUsage.msisdn", "SELECT msisdn FROM lines WHERE msisdn LIKE '05%'")
	w.reads("iccid", "SELECT iccid FROM sims LIMIT 20")
	w.knows("slug", "main-menu")
	w.knows("getVasPage.slug", "entertainment", "special_services")
	w.knows("getSlider.name", "homepage")
	w.knows("name", "Watch")
	w.knows("provider", "google")
	w.knows("accept-language", "en", "ar", "en-US,en;q=0.9")
	w.knows("system", "payment", "identity", "courier", "portability")
	w.knows("window", "earliest", time.Now().AddDate(0, 0, 3).Format(time.DateOnly))
	w.knows("reasonKey", "other")
	w.knows("confirmSecondFactor.code", w.FactorCode(0))
	w.knows("proveSecondFactor.code", w.FactorCode(0))
	w.knows("usedAt", time.Now().Add(-time.Hour).UTC().Format(time.RFC3339))
	w.knows("occurredAt", time.Now().Add(-time.Minute).UTC().Format(time.RFC3339))
}

// otpSources names the source of the code for each operation that takes one.
var otpSources = map[string]string{
	"suspendLine": "suspend_line", "returnLine": "return_line", "showPuk": "sim_puk", "switchPrimarySim": "switch_primary",
	"deactivateSim": "deactivate_sim", "switchPlan": "switch_plan", "deactivateNumber": "confirm_deactivation", "requestReplacement": "replacement",
	"addSubscriber": "add_account", "validateOtp": "login",
}

// prepares does the steps that an operation requires first: a code, and for some a proof of ownership.
func (w *world) prepares(operation string, customer actor) {
	w.T.Helper()
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
	if got := w.AskCode(token, about, source); got.StatusCode == http.StatusOK {
		w.names[operation+".otp"] = []any{w.Notices.Code()}
	}
}

// intact tells whether all callers can still call, because a valid request may end a session, an account or a line.
func (w *world) intact() bool {
	w.T.Helper()
	tokens := []string{w.support}
	for _, customer := range w.customers {
		tokens = append(tokens, customer.token)
	}
	for _, o := range w.orders {
		tokens = append(tokens, o.Session)
	}
	var hashes [][]byte
	for _, token := range tokens {
		hash, ok := middleware.TokenHash(token)
		require.True(w.T, ok)
		hashes = append(hashes, hash)
	}
	var left int
	require.NoError(w.T, w.DB.NewRaw(
		"SELECT (SELECT count(*) FROM sessions WHERE token_hash IN (?0)) + (SELECT count(*) FROM orders WHERE session IN (?0))", bun.List(hashes),
	).Scan(w.T.Context(), &left))
	return left == len(tokens)
}

// lastWords keeps the end of the log; the whole log would be too long for the report.
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

// signedBasic holds the credentials that signIn takes.
func signedBasic() string {
	return "Basic " + base64.StdEncoding.EncodeToString([]byte("postpaid@selfcare.example:"+servertest.Password))
}
