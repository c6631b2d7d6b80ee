package orders_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
)

func TestLookUp_Guest_FindsByMobileAndCode(t *testing.T) {
	r := servertest.New(t)
	o, number := r.WithContact(servertest.ContactMobile)
	device := r.Device()
	code := r.MustLookUp(device, "sc "+number[2:], "966551234567")
	require.Equal(t, "code-order", r.Notices.Latest().Template)
	require.Equal(t, servertest.ContactMobile, r.Notices.Latest().Mobile)

	problem := servertest.RequireRefused(t, r.OpenFound(device, number, servertest.ContactMobile, servertest.OtherThan(code)), contract.FailPinWrong)
	require.Equal(t, 4, *problem.TriesLeft)
	got := r.OpenFound(device, number, servertest.ContactMobile, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	found := servertest.Decoded[struct{ OrderID, OrderSessionID string }](t, got)
	require.Equal(t, o.ID, found.OrderID)
	require.NotEqual(t, o.Session, found.OrderSessionID)
	view := servertest.Decoded[gen.Order](t, r.Get(servertest.Started{ID: found.OrderID, Session: found.OrderSessionID}, ""))
	require.Equal(t, number, view.OrderNumber)
	require.Equal(t, http.StatusOK, r.Get(o, "").StatusCode, "the first browser keeps its session")
	servertest.RequireRefused(t, r.OpenFound(device, number, servertest.ContactMobile, code), contract.FailPinExpired)
}

func TestLookUp_Guest_FindsByEmail(t *testing.T) {
	r := servertest.New(t)
	o, number := r.WithContact("0551230001")
	r.Put(o, func(full *contract.Order) { full.Contact.Verified = []contract.Channel{contract.ByEmail} })
	device := r.Device()
	code := r.MustLookUp(device, number, "Noura@Example.com")
	require.Equal(t, "noura@example.com", r.Notices.Latest().Email)
	require.Empty(t, r.Notices.Latest().Mobile)
	servertest.RequireRefused(t, r.OpenFound(device, number, "0551230001", code), contract.FailPinWrong)
	got := r.OpenFound(device, number, "noura@example.com", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Equal(t, o.ID, servertest.Decoded[struct{ OrderID string }](t, got).OrderID)
}

// The answer has the same form and the same work for every caller. Only the owner of the order gets a message.
func TestLookUp_UnknownOrder_AnswersTheSame(t *testing.T) {
	r := servertest.New(t)
	_, number := r.WithContact(servertest.ContactMobile)
	draft := r.Start()
	var without string
	r.Put(draft, func(full *contract.Order) { without = full.Number })
	for name, asked := range map[string]struct{ number, mobile string }{
		"no such order":                  {"SC00000000", "0551110001"},
		"an order of another customer":   {number, "0551110002"},
		"an order without a mobile":      {without, "0551110003"},
		"an unconfirmed e-mail":          {number, "noura@example.com"},
		"an e-mail of another customer":  {number, "sara@example.com"},
		"another number of the operator": {number, servertest.MainLine},
	} {
		device, before := r.Device(), r.Notices.Count()
		require.Equal(t, servertest.ShapeOf(t, r.LookUp(device, asked.number, asked.mobile)), servertest.ShapeOf(t, r.LookUp(r.Device(), number, servertest.ContactMobile)), name)
		require.Equal(t, before+2, r.Notices.Count(), name)
		require.Empty(t, r.Notices.Sent[before].Mobile+r.Notices.Sent[before].Email, name)
		require.Equal(t, servertest.ContactMobile, r.Notices.Sent[before+1].Mobile)
		code := r.Notices.Sent[before].Params["code"]
		problem := servertest.RequireRefused(t, r.OpenFound(device, asked.number, asked.mobile, servertest.OtherThan(code)), contract.FailPinWrong)
		require.Equal(t, 4, *problem.TriesLeft)
		require.Equal(t, "No orders found",
			servertest.RequireRefused(t, r.OpenFound(device, asked.number, asked.mobile, code), contract.FailNoOrdersFound).Message)
		r.Redis.FlushAll() // the compared order would reach its limit
	}
}

func TestLookUp_OneMobile_GetsFiveCodesAnHour(t *testing.T) {
	r := servertest.New(t)
	for range 7 {
		_, number := r.WithContact(servertest.ContactMobile)
		r.NextCode()
		require.Equal(t, http.StatusOK, r.LookUp(r.Device(), number, servertest.ContactMobile).StatusCode, "the answer is the same")
	}
	sent := 0
	for _, n := range r.Notices.Sent {
		if n.Mobile == servertest.ContactMobile {
			sent++
		}
	}
	require.Equal(t, 5, sent)
}

func TestLookUp_CodeOfOtherOrder_IsRefused(t *testing.T) {
	r := servertest.New(t)
	r.Customer(servertest.MainLine, "prepaid")
	_, first := r.WithContact(servertest.MainLine)
	_, second := r.WithContact(servertest.MainLine)
	device, other := r.Device(), r.Device()
	code := r.MustLookUp(device, first, servertest.MainLine)
	servertest.RequireRefused(t, r.OpenFound(device, second, servertest.MainLine, code), contract.FailPinWrong)
	servertest.RequireRefused(t, r.OpenFound(device, first, "0570000002", code), contract.FailPinWrong)
	servertest.RequireRefused(t, r.OpenFound(other, first, servertest.MainLine, code), contract.FailPinExpired)
	servertest.RequireRefused(t, r.GiveCode(device, servertest.MainLine, "login", code), contract.FailPinExpired)

	login := r.SentCode(device, servertest.MainLine, "login")
	if login != code {
		servertest.RequireRefused(t, r.OpenFound(device, first, servertest.MainLine, login), contract.FailPinWrong)
	}
	require.Equal(t, http.StatusOK, r.OpenFound(device, first, servertest.MainLine, code).StatusCode)
	t.Log("S2: codes of an order accepted for another order, number, session or purpose: 0")
}

func TestLookUp_TooManyOrNoRedis_IsRefused(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	_, number := r.WithContact(servertest.ContactMobile)
	tests := map[string]struct {
		most int
		ask  func(n int) servertest.Answer
	}{
		"one order of a mobile": {5, func(n int) servertest.Answer {
			r.NextCode()
			return r.LookUp(r.FreshDevice(), number, servertest.ContactMobile, servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		}},
		"one device": {20, func(n int) servertest.Answer { return r.LookUp(r.Device(), number, fmt.Sprintf("05511100%02d", n)) }},
		"one address": {30, func(n int) servertest.Answer {
			return r.LookUp(r.FreshDevice(), number, fmt.Sprintf("05511100%02d", n))
		}},
	}
	for name, test := range tests {
		r.Redis.FlushAll()
		for n := range test.most + 3 {
			got := test.ask(n)
			if n < test.most {
				require.Equal(t, http.StatusOK, got.StatusCode, "%s: %s", name, got.Body)
			} else {
				servertest.RequireRefused(t, got, contract.FailRateLimited)
			}
		}
	}
	device := r.Device()
	r.Redis.Close()
	servertest.RequireRefused(t, r.LookUp(device, number, servertest.ContactMobile), contract.FailUnavailable)
	servertest.RequireRefused(t, r.OpenFound(device, number, servertest.ContactMobile, "123456"), contract.FailUnavailable)
}

func TestLookUp_Malformed_IsRefused(t *testing.T) {
	r := servertest.New(t)
	device := r.Device()
	for field, asked := range map[string][2]string{
		"orderNumber": {"12345678", servertest.ContactMobile}, "contact": {"SC12345678", "830000000001"},
	} {
		problem := servertest.RequireRefused(t, r.LookUp(device, asked[0], asked[1]), contract.FailValidation)
		require.Contains(t, *problem.Fields, field)
		servertest.RequireRefused(t, r.OpenFound(device, asked[0], asked[1], "123456"), contract.FailValidation)
	}
	require.Equal(t, http.StatusOK, r.LookUp(device, "SC١٢٣٤٥٦٧٨", "٠٥٥١٢٣٤٥٦٧").StatusCode)
	servertest.RequireRefused(t, r.LookUp("", "SC12345678", servertest.ContactMobile), contract.FailUnauthenticated)
}

// Codes are counted by order and mobile, so a mistyped order number uses no code of the right order.
func TestLookUp_WrongNumber_IsCorrectable(t *testing.T) {
	r := servertest.New(t)
	o, number := r.WithContact(servertest.ContactMobile)
	device := r.Device()
	require.Equal(t, http.StatusOK, r.LookUp(device, "SC00000000", servertest.ContactMobile).StatusCode)
	code := r.MustLookUp(device, number, servertest.ContactMobile)
	got := r.OpenFound(device, number, servertest.ContactMobile, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
	require.Contains(t, string(got.Body), o.ID)
}

// Otherwise a person who knows a mobile could keep its owner from signing in.
func TestLookUp_Tries_SpareTheSignIn(t *testing.T) {
	r := servertest.New(t, servertest.TrustProxies)
	r.Customer(servertest.MainLine, "prepaid")
	_, number := r.WithContact(servertest.MainLine)
	for n := range 12 {
		r.LookUp(r.FreshDevice(), number, servertest.MainLine, servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		r.LookUp(r.FreshDevice(), "SC00000000", servertest.MainLine, servertest.Header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		r.NextCode()
	}
	for range 5 {
		got := r.AskCode(r.Device(), servertest.MainLine, "login")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
		r.NextCode()
	}
}
