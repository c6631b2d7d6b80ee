package simulator_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/payment"
)

const eventPayment = "payment.updated"

func secret(key string) headers {
	return headers{"Authorization": "Bearer sk_sim_selfcare", "Idempotency-Key": key}
}

func cardFor(t *testing.T, outcome string) payment.TestCard {
	t.Helper()
	for _, c := range payment.TestCards() {
		if c.Outcome == outcome {
			return c
		}
	}
	require.FailNow(t, "no card for "+outcome)
	return payment.TestCard{}
}

func (w *stand) token(number string) string {
	w.t.Helper()
	answer := w.call(http.MethodPost, "/payment/tokens", headers{"Authorization": "Bearer pk_sim_selfcare"}, map[string]any{
		"number": number, "expMonth": 12, "expYear": time.Now().Year() + 1, "cvc": "123", "name": "A Customer", "lang": "en",
	})
	require.Equal(w.t, http.StatusCreated, answer.status, answer.raw)
	return answer.body["token"].(string)
}

func chargeBody(reference, token string) map[string]any {
	return map[string]any{
		"reference": reference, "token": token, "amount": 11500, "currency": "SAR", "returnUrl": "http://localhost:8080/en/back?order=1",
	}
}

func (w *stand) charge(reference, outcome string) reply {
	w.t.Helper()
	token := w.token(cardFor(w.t, outcome).MADA)
	return w.call(http.MethodPost, "/payment/charges", secret(reference), chargeBody(reference, token))
}

func (w *stand) inquire(reference string) reply {
	w.t.Helper()
	return w.call(http.MethodGet, "/payment/charges/"+reference, secret(""), nil)
}

func (w *stand) booked(reference string) map[string]any {
	w.t.Helper()
	list := w.items("payment/charges?reference=" + reference)
	require.Len(w.t, list, 1)
	return list[0]
}

func TestPayment_CardDecidesTheOutcome(t *testing.T) {
	tests := map[string]struct{ status, declineCode string }{
		"approve":               {"paid", ""},
		"do-not-honor":          {"declined", "do_not_honor"},
		"lost-card":             {"declined", "lost_card"},
		"stolen-card":           {"declined", "stolen_card"},
		"insufficient-funds":    {"declined", "insufficient_funds"},
		"expired-card":          {"declined", "expired_card"},
		"challenge":             {"challenge", ""},
		"pending-then-paid":     {"pending", ""},
		"pending-then-declined": {"pending", ""},
	}
	w := newStand(t)
	for outcome, want := range tests {
		t.Run(outcome, func(t *testing.T) {
			answer := w.charge("pay-"+outcome, outcome)
			require.Equal(t, http.StatusOK, answer.status, answer.raw)
			require.Equal(t, want.status, answer.body["status"])
			require.Equal(t, "MADA", answer.body["brand"])
			if want.declineCode != "" {
				require.Equal(t, want.declineCode, answer.body["declineCode"])
			}
		})
	}
}

func TestPayment_RepeatedCharge_PaysOnce(t *testing.T) {
	w := newStand(t)
	token := w.token(cardFor(t, "approve").VISA)
	first := w.call(http.MethodPost, "/payment/charges", secret("pay-1"), chargeBody("pay-1", token))
	again := w.call(http.MethodPost, "/payment/charges", secret("pay-1"), chargeBody("pay-1", token))
	require.Equal(t, first.body, again.body)
	require.EqualValues(t, 11500, w.booked("pay-1")["charged"])
	require.Len(t, w.booked("pay-1")["ledger"], 1)
	w.events(eventPayment, 1)

	other := chargeBody("pay-1", token)
	other["amount"] = 1
	require.Equal(t, "key_reused", w.call(http.MethodPost, "/payment/charges", secret("pay-1"), other).code())
	require.Equal(t, "reference_used", w.call(http.MethodPost, "/payment/charges", secret("pay-2"), chargeBody("pay-1", token)).code())
	require.Equal(t, "token_used", w.call(http.MethodPost, "/payment/charges", secret("pay-3"), chargeBody("pay-3", token)).code())
}

func TestPayment_InvalidCharge_Refused(t *testing.T) {
	w := newStand(t)
	tests := map[string]struct {
		change map[string]any
		code   string
	}{
		"zero":           {map[string]any{"amount": 0}, "amount_invalid"},
		"other currency": {map[string]any{"currency": "USD"}, "currency_invalid"},
		"unknown token":  {map[string]any{"token": "tok_nosuchtokenatall"}, "token_invalid"},
		"no way back":    {map[string]any{"returnUrl": "/back"}, "bad_request"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			body := chargeBody("pay-x", w.token(cardFor(t, "approve").MADA))
			for k, v := range test.change {
				body[k] = v
			}
			require.Equal(t, test.code, w.call(http.MethodPost, "/payment/charges", secret("pay-x"), body).code())
		})
	}
	require.Equal(t, http.StatusNotFound, w.inquire("pay-x").status)
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/payment/charges/pay-x", nil, nil).status)
}

func TestPayment_OldToken_IsRefused(t *testing.T) {
	w := newStand(t)
	token := w.token(cardFor(t, "approve").MADA)
	w.pass(16 * time.Minute)
	require.Equal(t, "token_invalid", w.call(http.MethodPost, "/payment/charges", secret("pay-1"), chargeBody("pay-1", token)).code())
}

func TestPayment_TokenRefusesBadCards(t *testing.T) {
	w := newStand(t)
	good := func() map[string]any {
		return map[string]any{"number": cardFor(t, "approve").MASTER, "expMonth": 12, "expYear": 2040, "cvc": "123", "name": "A Customer"}
	}
	tests := map[string]struct {
		field string
		value any
		code  string
	}{
		"wrong check digit":     {"number", "9682900000000016", "number_invalid"},
		"a card of the outside": {"number", "4111111111111111", "test_card_only"},
		"over":                  {"expYear", 2020, "expiry_past"},
		"month thirteen":        {"expMonth", 13, "expiry_invalid"},
		"two digits":            {"cvc", "12", "cvc_invalid"},
		"no name":               {"name", " ", "name_invalid"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			card := good()
			card[test.field] = test.value
			answer := w.call(http.MethodPost, "/payment/tokens", headers{"Authorization": "Bearer pk_sim_selfcare"}, card)
			require.Equal(t, http.StatusUnprocessableEntity, answer.status)
			require.Equal(t, test.code, answer.code())
		})
	}
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodPost, "/payment/tokens", secret(""), good()).status)
}

func (w *stand) submitChallenge(challengeURL, action, code string) (reply, string) {
	w.t.Helper()
	u, err := url.Parse(challengeURL)
	require.NoError(w.t, err)
	form := url.Values{"action": {action}, "code": {code}}
	res, err := (&http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}).
		PostForm(w.url+u.Path, form)
	require.NoError(w.t, err)
	defer func() { _ = res.Body.Close() }()
	return reply{status: res.StatusCode}, res.Header.Get("Location")
}

func TestPayment_Challenge(t *testing.T) {
	tests := map[string]struct {
		outcome, action, code string
		status, declineCode   string
	}{
		"right code pays":                    {"challenge", "approve", "111111", "paid", ""},
		"Arabic digits pay, too":             {"challenge", "approve", "١١١١١١", "paid", ""},
		"zeros refuse":                       {"challenge", "approve", "000000", "declined", "authentication_failed"},
		"cancel":                             {"challenge", "cancel", "", "declined", "authentication_cancelled"},
		"right code, but no money":           {"challenge-then-decline", "approve", "111111", "declined", "insufficient_funds"},
		"wrong code leaves the charge alone": {"challenge", "approve", "222222", "challenge", ""},
	}
	w := newStand(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			reference := "pay-" + strings.ReplaceAll(strings.ReplaceAll(name, " ", "-"), ",", "")
			begun := w.charge(reference, test.outcome)
			page, location := w.submitChallenge(begun.body["challengeUrl"].(string), test.action, test.code)
			now := w.inquire(reference)
			require.Equal(t, test.status, now.body["status"])
			if test.declineCode != "" {
				require.Equal(t, test.declineCode, now.body["declineCode"])
			}
			if test.status == "challenge" {
				require.Equal(t, http.StatusOK, page.status)
				return
			}
			require.Equal(t, http.StatusSeeOther, page.status)
			require.Equal(t, "http://localhost:8080/en/back?order=1&payment="+reference, location)
		})
	}
}

func TestPayment_ThirdWrongCodeRefuses(t *testing.T) {
	w := newStand(t)
	begun := w.charge("pay-1", "challenge")
	for range 3 {
		w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "222222")
	}
	require.Equal(t, "authentication_failed", w.inquire("pay-1").body["declineCode"])
}

func TestPayment_ForgottenChallenge_Expires(t *testing.T) {
	w := newStand(t)
	begun := w.charge("pay-1", "challenge")
	w.pass(15 * time.Minute)
	require.Equal(t, "abandoned", w.events(eventPayment, 1)[0].Data["status"])
	page, _ := w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "111111")
	require.Equal(t, http.StatusSeeOther, page.status)
	require.Equal(t, "abandoned", w.inquire("pay-1").body["status"], "too late to pay")
	require.Zero(t, w.booked("pay-1")["charged"])
}

func TestPayment_PendingSettlesItself(t *testing.T) {
	tests := map[string]string{"pending-then-paid": "paid", "pending-then-declined": "declined"}
	for outcome, status := range tests {
		t.Run(outcome, func(t *testing.T) {
			w := newStand(t)
			require.Equal(t, "pending", w.charge("pay-1", outcome).body["status"])
			w.pass(20 * time.Second)
			require.Equal(t, status, w.events(eventPayment, 1)[0].Data["status"])
			require.Equal(t, status, w.inquire("pay-1").body["status"])
		})
	}
}

func TestPayment_UnknownOutcomes(t *testing.T) {
	tests := map[string]struct {
		inquiry int
		status  any
	}{
		"unknown-then-paid":       {http.StatusOK, "paid"},
		"unknown-then-pending":    {http.StatusOK, "pending"},
		"unknown-nothing-charged": {http.StatusNotFound, nil},
	}
	for outcome, want := range tests {
		t.Run(outcome, func(t *testing.T) {
			w := newStand(t)
			body := chargeBody("pay-1", w.token(cardFor(t, outcome).MADA))
			lost := make(chan error, 1)
			go func() {
				_, err := w.try(http.MethodPost, "/payment/charges", secret("pay-1"), body)
				lost <- err
			}()
			require.Eventually(t, func() bool { return w.calls("payment", "charge")["held"] == 1.0 }, soon, tick)
			now := w.inquire("pay-1")
			require.Equal(t, want.inquiry, now.status)
			require.Equal(t, want.status, now.body["status"])

			again := w.call(http.MethodPost, "/payment/charges", secret("pay-1"), body)
			require.Equal(t, http.StatusOK, again.status, "the second try is answered")
			w.pass(20 * time.Second)
			require.Eventually(t, func() bool { return w.inquire("pay-1").body["status"] == "paid" }, soon, tick)
			require.EqualValues(t, 11500, w.booked("pay-1")["charged"], "one charge, even after faults")
			w.stop()
			require.Error(t, <-lost, "the first answer never came")
		})
	}
}

func TestPayment_SlowCharge_RefusesItsTwin(t *testing.T) {
	w := newStand(t)
	knobs := map[string]any{"pace": map[string]any{"chargeTakesMs": 60_000}}
	require.Equal(t, http.StatusNoContent, w.call(http.MethodPost, "/control/payment/knobs", nil, knobs).status)
	body := chargeBody("pay-1", w.token(cardFor(t, "slow-then-paid").MADA))
	first := make(chan error, 1)
	go func() {
		_, err := w.try(http.MethodPost, "/payment/charges", secret("pay-1"), body)
		first <- err
	}()
	require.Eventually(t, func() bool { return w.inquire("pay-1").status == http.StatusOK }, soon, tick)
	require.Equal(t, "pending", w.inquire("pay-1").body["status"])
	twin := w.call(http.MethodPost, "/payment/charges", secret("pay-1"), body)
	require.Equal(t, http.StatusConflict, twin.status)
	require.Equal(t, "key_in_progress", twin.code())

	w.pass(time.Minute)
	require.Equal(t, "paid", w.events(eventPayment, 1)[0].Data["status"])
	require.Equal(t, "paid", w.call(http.MethodPost, "/payment/charges", secret("pay-1"), body).body["status"])
	require.EqualValues(t, 11500, w.booked("pay-1")["charged"])
	w.release()
	require.Error(t, <-first, "the first call waits in real time, and a closing server gives no answer")
}

func TestPayment_Refund_GivesBackOnce(t *testing.T) {
	w := newStand(t)
	w.charge("pay-1", "approve")
	refund := func(key string, amount int) reply {
		return w.call(http.MethodPost, "/payment/charges/pay-1/refund", secret(key), map[string]any{"amount": amount})
	}
	require.Equal(t, "amount_invalid", refund("refund-pay-1", 11501).code())
	require.Equal(t, "refunded", refund("refund-pay-1", 11500).body["status"])
	require.Equal(t, "refunded", refund("refund-pay-1", 11500).body["status"])
	require.Equal(t, "not_paid", refund("refund-other", 11500).code())
	charge := w.booked("pay-1")
	require.Equal(t, charge["charged"], charge["refunded"])
	require.Len(t, charge["ledger"], 2)
	require.Equal(t, "refunded", w.events(eventPayment, 2)[1].Data["status"])
}

func TestPayment_ScriptedRefund_Refused(t *testing.T) {
	w := newStand(t)
	body := map[string]any{"amount": 11500}
	w.charge("pay-declined", "do-not-honor")
	require.Equal(t, "not_paid", w.call(http.MethodPost, "/payment/charges/pay-declined/refund", secret("r-1"), body).code())
	w.charge("pay-stubborn", "no-refund")
	require.Equal(t, "refund_refused", w.call(http.MethodPost, "/payment/charges/pay-stubborn/refund", secret("r-2"), body).code())
	require.Equal(t, http.StatusNotFound, w.call(http.MethodPost, "/payment/charges/nobody/refund", secret("r-3"), body).status)
}

func TestPayment_Pages_RunNoForeignScript(t *testing.T) {
	w := newStand(t)
	begun := w.charge("pay-1", "challenge")
	challenge, err := url.Parse(begun.body["challengeUrl"].(string))
	require.NoError(t, err)
	for _, path := range []string{"/payment/fields?key=pk_sim_selfcare&lang=ar&scheme=dark", challenge.Path + "?lang=ar"} {
		answer := w.call(http.MethodGet, path, nil, nil)
		require.Equal(t, http.StatusOK, answer.status)
		require.Contains(t, answer.header.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'; style-src 'self'")
		require.Contains(t, answer.raw, `<html lang="ar" dir="rtl"`)
		require.NotContains(t, answer.raw, "style=")
		require.NotRegexp(t, `<script[^>]*>[^<]`, answer.raw)
	}
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/payment/fields?key=other", nil, nil).status)
}

func TestPayment_MoyasarFields_NameTheirAPI(t *testing.T) {
	w := newStand(t)
	for _, wallet := range []string{"", "&wallet=apple-pay"} {
		page := w.call(http.MethodGet, "/payment/moyasar/fields?key=pk_test_selfcare_simulator&lang=en"+wallet, nil, nil)
		require.Equal(t, http.StatusOK, page.status)
		require.Contains(t, page.raw, `data-moyasar="/payment/v1"`)
		require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/payment/moyasar/fields?key=pk_sim_selfcare"+wallet, nil, nil).status)
	}
	require.Contains(t, w.call(http.MethodGet, "/payment/fields?key=pk_sim_selfcare", nil, nil).raw, `data-moyasar=""`)
}

func TestPayment_CardFields_TakeTheFont(t *testing.T) {
	w := newStand(t)
	fields := func(font string) string {
		return w.call(http.MethodGet, "/payment/fields?key=pk_sim_selfcare&lang=en&font="+font, nil, nil).raw
	}
	require.Contains(t, fields("ibm-plex-sans-arabic"), `data-font="ibm-plex-sans-arabic"`)
	require.Contains(t, fields("comic"), `data-font=""`, "none that is not here")
	styles := w.call(http.MethodGet, "/payment/assets/pages.css", nil, nil).raw
	files := regexp.MustCompile(`url\('([^']+)'\)`).FindAllStringSubmatch(styles, -1)
	require.Len(t, files, 3)
	for _, file := range files {
		answer := w.call(http.MethodGet, "/payment/assets/"+file[1], nil, nil)
		require.Equal(t, http.StatusOK, answer.status)
		require.Equal(t, "font/woff2", answer.header.Get("Content-Type"))
	}
}
