package simulator_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator/payment"
)

func stcPayBody(reference, mobile string) map[string]any {
	body := chargeBody(reference, "")
	body["stcpay"] = map[string]any{"mobile": mobile}
	return body
}

func (w *stand) chargeWallet(reference, mobile string) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/payment/charges", secret(reference), stcPayBody(reference, mobile))
}

func (w *stand) refund(reference string) reply {
	w.t.Helper()
	return w.call(http.MethodPost, "/payment/charges/"+reference+"/refund", secret("refund-"+reference), map[string]any{"amount": 11500})
}

func TestWallet_Code_DecidesTheOutcome(t *testing.T) {
	tests := map[string]struct{ action, code, status, declineCode string }{
		"pays":                   {"approve", "123456", "paid", ""},
		"pays in Arabic digits":  {"approve", "١٢٣٤٥٦", "paid", ""},
		"no funds":               {"approve", "111111", "declined", "insufficient_funds"},
		"above a day's limit":    {"approve", "222222", "declined", "limit_exceeded"},
		"above a charge's limit": {"approve", "333333", "declined", "limit_exceeded"},
		"pays late":              {"approve", "444444", "pending", ""},
		"wrong":                  {"approve", "000000", "challenge", ""},
		"cancelled":              {"cancel", "", "declined", "authentication_cancelled"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newStand(t)
			begun := w.chargeWallet("pay-1", "0551234567")
			require.Equal(t, "challenge", begun.body["status"], begun.raw)
			page, location := w.submitChallenge(begun.body["challengeUrl"].(string), test.action, test.code)
			now := w.inquire("pay-1")
			require.Equal(t, test.status, now.body["status"])
			require.Equal(t, []any{"STCPAY", "4567", "stc-pay"}, []any{now.body["brand"], now.body["last4"], now.body["wallet"]})
			if test.declineCode != "" {
				require.Equal(t, test.declineCode, now.body["declineCode"])
			}
			if test.status == "challenge" {
				require.Equal(t, http.StatusOK, page.status)
				return
			}
			require.Equal(t, "http://localhost:8080/en/back?order=1&payment=pay-1", location)
		})
	}
}

func TestWallet_LatePayment_IsPaid(t *testing.T) {
	w := newStand(t)
	begun := w.chargeWallet("pay-1", "0551234567")
	w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "444444")
	w.pass(20 * time.Second)
	require.Equal(t, "paid", w.events(eventPayment, 1)[0].Data["status"])
	require.EqualValues(t, 11500, w.booked("pay-1")["charged"])
}

func TestWallet_ThirdWrongCode_Refused(t *testing.T) {
	w := newStand(t)
	begun := w.chargeWallet("pay-1", "0551234567")
	for range 3 {
		w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "999999")
	}
	require.Equal(t, "authentication_failed", w.inquire("pay-1").body["declineCode"])
}

func TestWallet_ChargeAndRefund_HappenOnce(t *testing.T) {
	w := newStand(t)
	begun := w.chargeWallet("pay-1", "0551234567")
	require.Equal(t, begun.body, w.chargeWallet("pay-1", "0551234567").body)
	w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "123456")
	w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "123456")
	require.EqualValues(t, 11500, w.booked("pay-1")["charged"])
	require.Equal(t, "refunded", w.refund("pay-1").body["status"])
	require.Equal(t, "refunded", w.refund("pay-1").body["status"])
	require.Equal(t, "refunded", w.events(eventPayment, 2)[1].Data["status"])
	require.NotContains(t, w.call(http.MethodGet, "/control/payment/charges", nil, nil).raw, "0551234567", "the wallet's mobile is not kept")
}

func TestWallet_Scenario_IsObeyed(t *testing.T) {
	w := newStand(t)
	match := map[string]any{"match": map[string]any{"stcpay.mobile": "0551234567"}}
	w.scenario("payment", "charge", "challenge-then-decline", match)
	w.scenario("payment", "charge", "lost-card", match)
	begun := w.chargeWallet("pay-1", "0551234567")
	w.submitChallenge(begun.body["challengeUrl"].(string), "approve", "123456")
	require.Equal(t, "insufficient_funds", w.inquire("pay-1").body["declineCode"])
	require.Equal(t, "lost_card", w.chargeWallet("pay-2", "0551234567").body["declineCode"])
}

func TestWallet_InvalidMobile_IsRefused(t *testing.T) {
	w := newStand(t)
	for _, mobile := range []string{"", "0112345678", "055123456", "05512345678", "966551234567", "٠٥٥١٢٣٤٥٦٧"} {
		answer := w.chargeWallet("pay-1", mobile)
		require.Equal(t, http.StatusUnprocessableEntity, answer.status)
		require.Equal(t, "mobile_invalid", answer.code(), mobile)
	}
	both := stcPayBody("pay-1", "0551234567")
	both["token"] = w.token(cardFor(t, "approve").MADA)
	require.Equal(t, "bad_request", w.call(http.MethodPost, "/payment/charges", secret("pay-1"), both).code())
	require.Equal(t, http.StatusNotFound, w.inquire("pay-1").status)
}

func TestWallet_Page_HasTheBrowsersLanguage(t *testing.T) {
	w := newStand(t)
	challenge, err := url.Parse(w.chargeWallet("pay-1", "0551234567").body["challengeUrl"].(string))
	require.NoError(t, err)
	page := func(query, browser string) string {
		return w.call(http.MethodGet, challenge.Path+query, headers{"Accept-Language": browser}, nil).raw
	}
	require.Contains(t, page("", "en-GB,en;q=0.9"), `<html lang="en" dir="ltr">`)
	require.Contains(t, page("", "ur,en;q=0.9"), `<html lang="ar" dir="rtl">`)
	require.Contains(t, page("?lang=ar", "en"), "الدفع عبر STC Pay")
	require.Contains(t, page("?lang=ar", "en"), `href="?lang=en"`)
	require.NotContains(t, page("", "en"), "055123")
}

func (w *stand) applePayToken(more map[string]any) reply {
	w.t.Helper()
	body := map[string]any{"wallet": "apple-pay", "lang": "en"}
	for k, v := range more {
		body[k] = v
	}
	return w.call(http.MethodPost, "/payment/tokens", headers{"Authorization": "Bearer pk_sim_selfcare"}, body)
}

func TestApplePay_Charge_Skips3DSAndIsNotSaved(t *testing.T) {
	w := newStand(t)
	made := w.applePayToken(nil)
	require.Equal(t, http.StatusCreated, made.status, made.raw)
	require.Equal(t, []any{"MADA", "0015"}, []any{made.body["brand"], made.body["last4"]})
	body := chargeBody("pay-1", made.body["token"].(string))
	body["save"] = true
	w.scenario("payment", "charge", "challenge")
	paid := w.call(http.MethodPost, "/payment/charges", secret("pay-1"), body)
	require.Equal(t, []any{"paid", "MADA", "apple-pay", nil},
		[]any{paid.body["status"], paid.body["brand"], paid.body["wallet"], paid.body["card"]})
	require.Equal(t, "token_used", w.call(http.MethodPost, "/payment/charges", secret("pay-2"), chargeBody("pay-2", made.body["token"].(string))).code())

	require.Equal(t, "VISA", w.applePayToken(map[string]any{"brand": "VISA"}).body["brand"])
	require.Equal(t, "brand_invalid", w.applePayToken(map[string]any{"brand": "AMEX"}).code())
}

func TestApplePay_Amount_DecidesOutcome(t *testing.T) {
	tests := map[string]struct {
		amount              int
		status, declineCode string
	}{
		"whole riyals":      {11500, "paid", ""},
		"no meaning":        {11517, "paid", ""},
		"a card's 3-D page": {11502, "paid", ""},
		"not honoured":      {3105, "declined", "do_not_honor"},
		"no funds":          {11551, "declined", "insufficient_funds"},
		"above the limit":   {11561, "declined", "limit_exceeded"},
		"paid late":         {3220, "pending", ""},
	}
	w := newStand(t)
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			reference := fmt.Sprintf("pay-%d", test.amount)
			body := chargeBody(reference, w.applePayToken(nil).body["token"].(string))
			body["amount"] = test.amount
			answer := w.call(http.MethodPost, "/payment/charges", secret(reference), body)
			require.Equal(t, test.status, answer.body["status"], answer.raw)
			if test.declineCode != "" {
				require.Equal(t, test.declineCode, answer.body["declineCode"])
			}
		})
	}
}

func TestApplePay_FieldsPage_IsOneButton(t *testing.T) {
	w := newStand(t)
	page := w.call(http.MethodGet, "/payment/fields?key=pk_sim_selfcare&lang=ar&scheme=dark&wallet=apple-pay", nil, nil)
	require.Equal(t, http.StatusOK, page.status)
	require.Contains(t, page.header.Get("Content-Security-Policy"), "frame-ancestors 'self'")
	require.Contains(t, page.raw, `<html lang="ar" dir="rtl" data-scheme="dark"`)
	require.Contains(t, page.raw, "الدفع عبر Apple Pay")
	require.NotContains(t, page.raw, "<input")
	require.NotRegexp(t, `<script[^>]*>[^<]`, page.raw)
	require.Equal(t, http.StatusUnauthorized, w.call(http.MethodGet, "/payment/fields?key=other&wallet=apple-pay", nil, nil).status)
}

func TestDocs_ListEachWalletCodeAndAmount(t *testing.T) {
	text := docs(t)
	for _, c := range payment.WalletCodes() {
		require.Contains(t, text, "| "+c.Code+" | `"+c.Outcome+"` |")
	}
	for _, a := range payment.ApplePayAmounts() {
		require.Contains(t, text, "| ."+a.Halalas+" | `"+a.Outcome+"` |")
	}
}
