package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

const contactMobile = "0551234567"

// withContact is an order whose customer has given a mobile, and its printed number.
func (r *rig) withContact(mobile string) (o started, number string) {
	r.t.Helper()
	o = r.start()
	r.put(o, func(full *contract.Order) {
		full.Contact = &contract.Contact{FullName: "Noura Ali", Email: "noura@example.com", Mobile: mobile}
		number = full.Number
	})
	return o, number
}

func (r *rig) lookUp(token, number, mobile string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders/lookup", fmt.Sprintf(`{"orderNumber":%q,"contact":%q}`, number, mobile),
		append(headers, bearer(token))...)
}

func (r *rig) openFound(token, number, mobile, code string, headers ...header) answer {
	r.t.Helper()
	return r.call(http.MethodPost, "/api/orders/lookup/validate",
		fmt.Sprintf(`{"orderNumber":%q,"contact":%q,"otp":%q}`, number, mobile, code), append(headers, bearer(token))...)
}

// lookedUp asks for a code and answers with it.
func (r *rig) lookedUp(token, number, mobile string) string {
	r.t.Helper()
	got := r.lookUp(token, number, mobile)
	require.Equal(r.t, http.StatusOK, got.StatusCode, string(got.body))
	return r.notices.code()
}

func TestAGuestFindsAnOrderAgainByItsNumberMobileAndCode(t *testing.T) {
	r := newRig(t)
	o, number := r.withContact(contactMobile)
	device := r.device()
	code := r.lookedUp(device, "sc "+number[2:], "966551234567")
	require.Equal(t, "code-order", r.notices.latest().Template)
	require.Equal(t, contactMobile, r.notices.latest().Mobile)

	problem := requireRefused(t, r.openFound(device, number, contactMobile, otherThan(code)), contract.FailPinWrong)
	require.Equal(t, 4, *problem.TriesLeft)
	got := r.openFound(device, number, contactMobile, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	found := decoded[struct{ OrderID, OrderSessionID string }](t, got)
	require.Equal(t, o.id, found.OrderID)
	require.NotEqual(t, o.session, found.OrderSessionID)
	view := decoded[gen.Order](t, r.get(started{found.OrderID, found.OrderSessionID}, ""))
	require.Equal(t, number, view.OrderNumber)
	require.Equal(t, http.StatusOK, r.get(o, "").StatusCode, "the first browser goes on")
	requireRefused(t, r.openFound(device, number, contactMobile, code), contract.FailPinExpired)
}

func TestAGuestFindsAnOrderAgainByTheEmailThatWasShown(t *testing.T) {
	r := newRig(t)
	o, number := r.withContact("0551230001")
	r.put(o, func(full *contract.Order) { full.Contact.Verified = []contract.Channel{contract.ByEmail} })
	device := r.device()
	code := r.lookedUp(device, number, "Noura@Example.com")
	require.Equal(t, "noura@example.com", r.notices.latest().Email)
	require.Empty(t, r.notices.latest().Mobile)
	requireRefused(t, r.openFound(device, number, "0551230001", code), contract.FailPinWrong)
	got := r.openFound(device, number, "noura@example.com", code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Equal(t, o.id, decoded[struct{ OrderID string }](t, got).OrderID)
}

// Whoever asks learns nothing, and nobody gets a message they have no order for: the answer has the same form after the same work.
func TestALookUpNeverTellsWhichOrdersThereAre(t *testing.T) {
	r := newRig(t)
	_, number := r.withContact(contactMobile)
	draft := r.start()
	var without string
	r.put(draft, func(full *contract.Order) { without = full.Number })
	for name, asked := range map[string]struct{ number, mobile string }{
		"no such order":                   {"SC00000000", "0551110001"},
		"an order of somebody else":       {number, "0551110002"},
		"an order without a mobile":       {without, "0551110003"},
		"an e-mail that nobody has shown": {number, "noura@example.com"},
		"an e-mail of somebody else":      {number, "sara@example.com"},
		"a number of ours, not its line":  {number, mainLine},
	} {
		device, before := r.device(), r.notices.count()
		require.Equal(t, shapeOf(t, r.lookUp(device, asked.number, asked.mobile)), shapeOf(t, r.lookUp(r.device(), number, contactMobile)), name)
		require.Equal(t, before+2, r.notices.count(), name)
		require.Empty(t, r.notices.sent[before].Mobile+r.notices.sent[before].Email, name)
		require.Equal(t, contactMobile, r.notices.sent[before+1].Mobile)
		code := r.notices.sent[before].Params["code"]
		problem := requireRefused(t, r.openFound(device, asked.number, asked.mobile, otherThan(code)), contract.FailPinWrong)
		require.Equal(t, 4, *problem.TriesLeft)
		require.Equal(t, "No orders found",
			requireRefused(t, r.openFound(device, asked.number, asked.mobile, code), contract.FailNoOrdersFound).Message)
		r.redis.FlushAll() // the order that is compared with is asked for often
	}
}

// shapeOf is an answer without its times: status, the names of its fields and the figures.
func shapeOf(t *testing.T, got answer) string {
	t.Helper()
	sent := decoded[codeSent](t, got).Data
	names := slices.Sorted(maps.Keys(decoded[struct{ Data map[string]any }](t, got).Data))
	return fmt.Sprint(got.StatusCode, names, sent.TriesLeft, sent.ResendAt.Sub(sent.ServerTime), sent.ExpiresAt.Sub(sent.ServerTime))
}

func TestLookUp_ManyOrdersOfOneMobile_SendFiveCodesAnHour(t *testing.T) {
	r := newRig(t)
	for range 7 {
		_, number := r.withContact(contactMobile)
		r.nextCode()
		require.Equal(t, http.StatusOK, r.lookUp(r.device(), number, contactMobile).StatusCode, "the answer is the same")
	}
	sent := 0
	for _, n := range r.notices.sent {
		if n.Mobile == contactMobile {
			sent++
		}
	}
	require.Equal(t, 5, sent)
}

func TestACodeOfAnOrderOpensThatOrderAlone(t *testing.T) {
	r := newRig(t)
	r.customer(mainLine, "prepaid")
	_, first := r.withContact(mainLine)
	_, second := r.withContact(mainLine)
	device, other := r.device(), r.device()
	code := r.lookedUp(device, first, mainLine)
	requireRefused(t, r.openFound(device, second, mainLine, code), contract.FailPinWrong)
	requireRefused(t, r.openFound(device, first, "0570000002", code), contract.FailPinWrong)
	requireRefused(t, r.openFound(other, first, mainLine, code), contract.FailPinExpired)
	requireRefused(t, r.giveCode(device, mainLine, "login", code), contract.FailPinExpired)

	login := r.sentCode(device, mainLine, "login")
	if login != code {
		requireRefused(t, r.openFound(device, first, mainLine, login), contract.FailPinWrong)
	}
	require.Equal(t, http.StatusOK, r.openFound(device, first, mainLine, code).StatusCode)
	t.Log("S2: codes of an order accepted for another order, number, session or purpose: 0")
}

func TestLookUpsAreLimitedAndStopWithoutRedis(t *testing.T) {
	r := newRig(t, trusting)
	_, number := r.withContact(contactMobile)
	tests := map[string]struct {
		most int
		ask  func(n int) answer
	}{
		"one order of a mobile": {5, func(n int) answer {
			r.nextCode()
			return r.lookUp(r.freshDevice(), number, contactMobile, header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		}},
		"one device":  {20, func(n int) answer { return r.lookUp(r.device(), number, fmt.Sprintf("05511100%02d", n)) }},
		"one address": {30, func(n int) answer { return r.lookUp(r.freshDevice(), number, fmt.Sprintf("05511100%02d", n)) }},
	}
	for name, test := range tests {
		r.redis.FlushAll()
		for n := range test.most + 3 {
			got := test.ask(n)
			if n < test.most {
				require.Equal(t, http.StatusOK, got.StatusCode, "%s: %s", name, got.body)
			} else {
				requireRefused(t, got, contract.FailRateLimited)
			}
		}
	}
	device := r.device()
	r.redis.Close()
	requireRefused(t, r.lookUp(device, number, contactMobile), contract.FailUnavailable)
	requireRefused(t, r.openFound(device, number, contactMobile, "123456"), contract.FailUnavailable)
}

func TestWhatIsNoOrderNumberOrMobileIsRefused(t *testing.T) {
	r := newRig(t)
	device := r.device()
	for field, asked := range map[string][2]string{
		"orderNumber": {"12345678", contactMobile}, "contact": {"SC12345678", "830000000001"},
	} {
		problem := requireRefused(t, r.lookUp(device, asked[0], asked[1]), contract.FailValidation)
		require.Contains(t, *problem.Fields, field)
		requireRefused(t, r.openFound(device, asked[0], asked[1], "123456"), contract.FailValidation)
	}
	require.Equal(t, http.StatusOK, r.lookUp(device, "SC١٢٣٤٥٦٧٨", "٠٥٥١٢٣٤٥٦٧").StatusCode)
	requireRefused(t, r.lookUp("", "SC12345678", contactMobile), contract.FailUnauthenticated)
}

// Codes are counted by order and mobile: an order number typed wrongly has spent nothing of the right one.
func TestALookUpWithAWrongOrderNumberIsPutRightAtOnce(t *testing.T) {
	r := newRig(t)
	o, number := r.withContact(contactMobile)
	device := r.device()
	require.Equal(t, http.StatusOK, r.lookUp(device, "SC00000000", contactMobile).StatusCode)
	code := r.lookedUp(device, number, contactMobile)
	got := r.openFound(device, number, contactMobile, code)
	require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
	require.Contains(t, string(got.body), o.id)
}

// Otherwise anybody who knows a mobile could keep its owner from signing in.
func TestALookUpSpendsNothingOfWhatSigningInNeeds(t *testing.T) {
	r := newRig(t, trusting)
	r.customer(mainLine, "prepaid")
	_, number := r.withContact(mainLine)
	for n := range 12 {
		r.lookUp(r.freshDevice(), number, mainLine, header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		r.lookUp(r.freshDevice(), "SC00000000", mainLine, header{"X-Forwarded-For": fmt.Sprintf("198.51.100.%d", n)})
		r.nextCode()
	}
	for range 5 {
		got := r.askCode(r.device(), mainLine, "login")
		require.Equal(t, http.StatusOK, got.StatusCode, string(got.body))
		r.nextCode()
	}
}
