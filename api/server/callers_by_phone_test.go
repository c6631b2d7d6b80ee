package server_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
)

type forCaller struct {
	OrderID        string `json:"orderId"`
	OrderNumber    string
	OrderSessionID string `json:"orderSessionId"`
	ExpiresAt      time.Time
}

// draft is an order in its wizard whose customer has said how to be reached.
func (d *desk) draft() started {
	d.t.Helper()
	o := d.start()
	d.put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura", Email: "noura@selfcare.example", Mobile: "0551234567"}
	})
	return o
}

func (d *desk) calls(as header, about string) string {
	d.t.Helper()
	got := d.call(http.MethodPost, "/api/support/callers/code", about, as)
	require.Equal(d.t, http.StatusOK, got.StatusCode, string(got.body))
	return d.notices.code()
}

func (d *desk) opens(as header, body string) answer {
	d.t.Helper()
	return d.call(http.MethodPost, "/api/support/callers/session", body, as, d.key())
}

func (d *desk) step(o forCaller, method, path, body string, headers ...header) answer {
	d.t.Helper()
	return d.call(method, "/api/orders/"+o.OrderID+path, body, append([]header{withSession(o.OrderSessionID), freshKey()}, headers...)...)
}

const basicPlan = `{"planId":"basic-25"}`

func TestCaller_WhoConfirmsByCodeHasStepsTakenForThem(t *testing.T) {
	d := newDesk(t)
	o := d.draft()
	code := d.calls(d.agent, `{"orderId":"`+o.id+`","by":"mobile"}`)
	require.Equal(t, "0551234567", d.notices.latest().Mobile, "to where the order says, not to where the agent says")
	other := bearer(d.signedIn("other@selfcare.example", "support"))
	body := `{"orderId":"` + o.id + `","otp":"` + code + `"}`
	requireRefused(t, d.opens(other, body), contract.FailPinExpired)
	got := d.opens(d.agent, body)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	opened := decoded[forCaller](t, got)
	require.WithinDuration(t, time.Now().Add(30*time.Minute), opened.ExpiresAt, time.Minute)

	taken := d.step(opened, http.MethodPut, "/plan", basicPlan, d.agent)
	require.Equal(t, http.StatusOK, taken.StatusCode, string(taken.body))
	requireRefused(t, d.step(opened, http.MethodPut, "/plan", basicPlan), contract.FailOrderNotYours)
	requireRefused(t, d.step(opened, http.MethodPut, "/plan", basicPlan, other), contract.FailOrderNotYours)
	requireRefused(t, d.step(opened, http.MethodPost, "/payments", `{"cardToken":"tok_0123456789abcdef"}`, d.agent), contract.FailForCallerOnly)
	requireRefused(t, d.step(opened, http.MethodPost, "/cancellation", `{"reason":"mistake"}`, d.agent), contract.FailForCallerOnly)
	require.Equal(t, []string{"opened-for-caller", "step-for-caller"}, d.supportActions(d.agent, o.id))

	_, err := d.db.ExecContext(t.Context(), "UPDATE order_sessions SET expires_at = now() - interval '1 second'")
	require.NoError(t, err)
	requireRefused(t, d.step(opened, http.MethodPut, "/plan", basicPlan, d.agent), contract.FailOrderNotYours)
}

func TestCaller_ACodeIsOfOneOrderAndOneUse(t *testing.T) {
	d := newDesk(t)
	o, another := d.draft(), d.draft()
	code := d.calls(d.agent, `{"orderId":"`+o.id+`","by":"email"}`)
	require.Equal(t, "noura@selfcare.example", d.notices.latest().Email)
	requireRefused(t, d.opens(d.agent, `{"orderId":"`+another.id+`","otp":"`+code+`"}`), contract.FailPinWrong)
	require.Equal(t, http.StatusOK, d.opens(d.agent, `{"orderId":"`+o.id+`","otp":"`+code+`"}`).StatusCode)
	requireRefused(t, d.opens(d.agent, `{"orderId":"`+o.id+`","otp":"`+code+`"}`), contract.FailPinExpired)
	bare := d.start()
	requireRefused(t, d.call(http.MethodPost, "/api/support/callers/code", `{"orderId":"`+bare.id+`","by":"mobile"}`, d.agent), contract.FailCallerContact)
	requireRefused(t, d.call(http.MethodPost, "/api/support/callers/code", `{"orderId":"`+uuid.NewString()+`","by":"mobile"}`, d.agent), contract.FailOrderNotFound)
	requireRefused(t, d.call(http.MethodPost, "/api/support/callers/code", `{"orderId":"`+d.stuck(time.Hour).id+`","by":"mobile"}`, d.agent), contract.FailOrderClosed)
	requireRefused(t, d.call(http.MethodPost, "/api/support/callers/code", `{"mobile":"nobody at all"}`, d.agent), contract.FailValidation)
}

func TestCaller_AnOrderBegunForACallerIsNobodysOfUs(t *testing.T) {
	d := newDesk(t)
	code := d.calls(d.agent, `{"mobile":"055 123 4567"}`)
	d.sameKey = uuid.NewString()
	body := `{"mobile":"0551234567","start":{"kind":"sim","numberSource":"new"},"otp":"` + code + `"}`
	got := d.opens(d.agent, body)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	opened := decoded[forCaller](t, got)
	require.Equal(t, string(got.body), string(d.opens(d.agent, body).body), "the same call again")
	d.sameKey = ""
	record, err := d.store.Orders.Get(t.Context(), opened.OrderID)
	require.NoError(t, err)
	require.Empty(t, record.Subject)
	require.Equal(t, contract.StageWizard, record.Order.Stage)
	require.Equal(t, http.StatusOK, d.step(opened, http.MethodPut, "/plan", basicPlan, d.agent).StatusCode)
	requireRefused(t, d.opens(d.agent, `{"mobile":"0551234567","otp":"`+code+`"}`), contract.FailValidation)
}

func TestCaller_TheCustomerPaysByALinkThatOpensNothingElse(t *testing.T) {
	d := newDesk(t)
	o := d.draft()
	path := "/api/support/orders/" + o.id + "/payment-link"
	requireRefused(t, d.call(http.MethodPost, path, "", d.agent, freshKey()), contract.FailStepOutOfOrder)
	d.put(o, func(full *contract.Order) { readyToPay(full) })
	got := d.call(http.MethodPost, path, "", d.agent, freshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.JSONEq(t, `{"sentTo":["055•••4567","n•••@selfcare.example"]}`, string(got.body))
	sent := d.notices.latest()
	require.Equal(t, "order-to-pay", sent.Template)
	require.Equal(t, o.id, sent.Opens)
	d.put(o, func(full *contract.Order) {
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, At: time.Now()}}
	})
	requireRefused(t, d.call(http.MethodPost, path, "", d.agent, freshKey()), contract.FailAlreadyPaid)
}

// readyToPay is an order whose customer has answered everything but the payment.
func readyToPay(o *contract.Order) {
	o.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 1000, HeldUntil: time.Now().Add(time.Hour)}
	o.Plan = &contract.Plan{ID: "basic-25", NameEn: "Basic", NameAr: "أساسية", Price: 2500, SubscriptionType: "prepaid"}
	o.Person = &contract.Person{IDNumber: ownerID, Nationality: "SA", BirthDate: "1990-03-05", FullNameEn: "Noura"}
	o.Identity = &contract.Identity{RequestID: "i", Status: contract.IdentityCompleted, Purpose: contract.PurposeOrder}
	o.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "7421"}}
	o.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 10500}}, Total: 10500, VAT: 1370, PinnedAt: time.Now()}
}
