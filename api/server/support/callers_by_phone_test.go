package support_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

type forCaller struct {
	OrderID        string `json:"orderId"`
	OrderNumber    string
	OrderSessionID string `json:"orderSessionId"`
	ExpiresAt      time.Time
}

// draft is an order in the wizard that has its contact.
func draft(d *servertest.Desk) servertest.Started {
	d.T.Helper()
	o := d.Start()
	d.Put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura", Email: "noura@selfcare.example", Mobile: "0551234567"}
	})
	return o
}

func calls(d *servertest.Desk, as servertest.Header, about string) string {
	d.T.Helper()
	got := d.Call(http.MethodPost, "/api/support/callers/code", about, as)
	require.Equal(d.T, http.StatusOK, got.StatusCode, string(got.Body))
	return d.Notices.Code()
}

func opens(d *servertest.Desk, as servertest.Header, body string) servertest.Answer {
	d.T.Helper()
	return d.Call(http.MethodPost, "/api/support/callers/session", body, as, d.Key())
}

func step(d *servertest.Desk, o forCaller, method, path, body string, headers ...servertest.Header) servertest.Answer {
	d.T.Helper()
	return d.Call(method, "/api/orders/"+o.OrderID+path, body, append([]servertest.Header{servertest.WithSession(o.OrderSessionID), servertest.FreshKey()}, headers...)...)
}

const basicPlan = `{"planId":"basic-25"}`

func TestCaller_CodeConfirmed_AllowsSteps(t *testing.T) {
	d := servertest.NewDesk(t)
	o := draft(d)
	code := calls(d, d.Agent, `{"orderId":"`+o.ID+`","by":"mobile"}`)
	require.Equal(t, "0551234567", d.Notices.Latest().Mobile, "the message goes to the contact of the order")
	other := servertest.Bearer(d.SignedIn("other@selfcare.example", "support"))
	body := `{"orderId":"` + o.ID + `","otp":"` + code + `"}`
	servertest.RequireRefused(t, opens(d, other, body), contract.FailPinExpired)
	got := opens(d, d.Agent, body)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	opened := servertest.Decoded[forCaller](t, got)
	require.WithinDuration(t, time.Now().Add(30*time.Minute), opened.ExpiresAt, time.Minute)

	taken := step(d, opened, http.MethodPut, "/plan", basicPlan, d.Agent)
	require.Equal(t, http.StatusOK, taken.StatusCode, string(taken.Body))
	servertest.RequireRefused(t, step(d, opened, http.MethodPut, "/plan", basicPlan), contract.FailOrderNotYours)
	servertest.RequireRefused(t, step(d, opened, http.MethodPut, "/plan", basicPlan, other), contract.FailOrderNotYours)
	servertest.RequireRefused(t, step(d, opened, http.MethodPost, "/payments", `{"cardToken":"tok_0123456789abcdef"}`, d.Agent), contract.FailForCallerOnly)
	servertest.RequireRefused(t, step(d, opened, http.MethodPost, "/cancellation", `{"reason":"mistake"}`, d.Agent), contract.FailForCallerOnly)
	require.Equal(t, []string{"opened-for-caller", "step-for-caller"}, supportActions(d.Rig, d.Agent, o.ID))

	_, err := d.DB.ExecContext(t.Context(), "UPDATE order_sessions SET expires_at = now() - interval '1 second'")
	require.NoError(t, err)
	servertest.RequireRefused(t, step(d, opened, http.MethodPut, "/plan", basicPlan, d.Agent), contract.FailOrderNotYours)
}

func TestCaller_CodeUsedTwice_IsRefused(t *testing.T) {
	d := servertest.NewDesk(t)
	o, another := draft(d), draft(d)
	code := calls(d, d.Agent, `{"orderId":"`+o.ID+`","by":"email"}`)
	require.Equal(t, "noura@selfcare.example", d.Notices.Latest().Email)
	servertest.RequireRefused(t, opens(d, d.Agent, `{"orderId":"`+another.ID+`","otp":"`+code+`"}`), contract.FailPinWrong)
	require.Equal(t, http.StatusOK, opens(d, d.Agent, `{"orderId":"`+o.ID+`","otp":"`+code+`"}`).StatusCode)
	servertest.RequireRefused(t, opens(d, d.Agent, `{"orderId":"`+o.ID+`","otp":"`+code+`"}`), contract.FailPinExpired)
	bare := d.Start()
	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/support/callers/code", `{"orderId":"`+bare.ID+`","by":"mobile"}`, d.Agent), contract.FailCallerContact)
	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/support/callers/code", `{"orderId":"`+uuid.NewString()+`","by":"mobile"}`, d.Agent), contract.FailOrderNotFound)
	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/support/callers/code", `{"orderId":"`+stuck(d, time.Hour).ID+`","by":"mobile"}`, d.Agent), contract.FailOrderClosed)
	servertest.RequireRefused(t, d.Call(http.MethodPost, "/api/support/callers/code", `{"mobile":"nobody at all"}`, d.Agent), contract.FailValidation)
}

func TestCaller_Order_IsNotTheAgents(t *testing.T) {
	d := servertest.NewDesk(t)
	code := calls(d, d.Agent, `{"mobile":"055 123 4567"}`)
	d.SameKey = uuid.NewString()
	body := `{"mobile":"0551234567","start":{"kind":"sim","numberSource":"new"},"otp":"` + code + `"}`
	got := opens(d, d.Agent, body)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	opened := servertest.Decoded[forCaller](t, got)
	require.Equal(t, string(got.Body), string(opens(d, d.Agent, body).Body), "a repeat answers with the same bytes")
	d.SameKey = ""
	record, err := d.Store.Orders.Get(t.Context(), opened.OrderID)
	require.NoError(t, err)
	require.Empty(t, record.Subject)
	require.Equal(t, contract.StageWizard, record.Order.Stage)
	require.Equal(t, http.StatusOK, step(d, opened, http.MethodPut, "/plan", basicPlan, d.Agent).StatusCode)
	servertest.RequireRefused(t, opens(d, d.Agent, `{"mobile":"0551234567","otp":"`+code+`"}`), contract.FailValidation)
}

func TestCaller_PaymentLink_OnlyPays(t *testing.T) {
	d := servertest.NewDesk(t)
	o := draft(d)
	path := "/api/support/orders/" + o.ID + "/payment-link"
	servertest.RequireRefused(t, d.Call(http.MethodPost, path, "", d.Agent, servertest.FreshKey()), contract.FailStepOutOfOrder)
	d.Put(o, func(full *contract.Order) { readyToPay(full) })
	got := d.Call(http.MethodPost, path, "", d.Agent, servertest.FreshKey())
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.JSONEq(t, `{"sentTo":["055•••4567","n•••@selfcare.example"]}`, string(got.Body))
	sent := d.Notices.Latest()
	require.Equal(t, "order-to-pay", sent.Template)
	require.Equal(t, o.ID, sent.Opens)
	d.Put(o, func(full *contract.Order) {
		full.Payments = []contract.Payment{{ID: uuid.NewString(), Status: contract.PaymentPaid, Amount: 10500, At: time.Now()}}
	})
	servertest.RequireRefused(t, d.Call(http.MethodPost, path, "", d.Agent, servertest.FreshKey()), contract.FailAlreadyPaid)
}

// readyToPay is an order at its payment step.
func readyToPay(o *contract.Order) {
	o.Booking = &contract.Booking{MSISDN: "0570000123", Category: "gold", Price: 1000, HeldUntil: time.Now().Add(time.Hour)}
	o.Plan = &contract.Plan{ID: "basic-25", NameEn: "Basic", NameAr: "أساسية", Price: 2500, SubscriptionType: "prepaid"}
	o.Person = &contract.Person{IDNumber: servertest.OwnerID, Nationality: "SA", BirthDate: "1990-03-05", FullNameEn: "Noura"}
	o.Identity = &contract.Identity{RequestID: "i", Status: contract.IdentityCompleted, Purpose: contract.PurposeOrder}
	o.Delivery = &contract.Delivery{Method: contract.DeliverHome, Address: &contract.Address{City: "riyadh", Area: "Olaya", Street: "King Fahd", BuildingNumber: "7421"}}
	o.Price = &contract.Price{Lines: []contract.PriceLine{{Key: contract.LinePlan, Amount: 10500}}, Total: 10500, VAT: 1370, PinnedAt: time.Now()}
}
