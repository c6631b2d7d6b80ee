package texts_test

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"sort"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"

	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
)

// Keys that workflows, activities and the server use as string literals.
var (
	events = []string{
		"order.started", "number.booked", "number.released", "number.expired", "number.extended", "plan.chosen",
		"eligibility.checked", "identity.requested", "identity.completed", "identity.rejected", "identity.expired",
		"contact.given", "delivery.chosen", "order.confirmed", "payment.started", "payment.challenge", "payment.paid",
		"payment.declined", "payment.pending", "payment.abandoned", "payment.double", "order.placed", "number.lost",
		"number.replaced", "sim.allocated", "parcel.booked", "parcel.picked-up", "parcel.in-transit",
		"parcel.out-for-delivery", "parcel.failed-attempt", "parcel.delivered", "parcel.returned", "parcel.cancelled", "parcel.noted",
		"line.activated", "order.completed", "order.held", "order.address-refused", "order.recalled", "order.late", "order.resumed", "order.cancelling", "order.cancelled",
		"order.abandoned", "refund.done", "payment.processing", "payment.refunded", "identity.waiting",
		"promo.applied", "promo.removed", "referral.not-entitled", "referral.rewarded", "referral.reversed", "refund.requested",
		"port.requested", "port.submitted", "port.rejected", "port.corrected", "port.approved", "port.escalated", "port.scheduled",
		"port.cut-over", "port.completed", "port.rolled-back", "port.withdrawn", "port.failed",
	}
	messages = []string{
		"hold-expired", "order-placed", "order-dispatched", "delivery-failed", "order-delivered", "line-active",
		"order-delivered-port", "port-submitted", "port-rejected", "port-delayed", "port-approved", "port-soon", "port-rescheduled", "port-window-chosen", "port-postponed",
		"order-cancelled-port", "order-cancelled", "payment-double", "number-lost", "order-held", "address-refused", "parcel-recalled", "order-late", "incident-over", "activation-reminder",
		"code-login", "code-register", "code-reset", "password-changed", "code-email", "code-social", "social-linked", "code-add_account", "code-order", "code-contact", "email-changed",
		"replacement-requested", "sim-taken-over", "new-sim-active", "extra-sim-active", "sim-primary-switched", "sim-deactivated",
		"referral-rewarded", "referral-reversed", "order-refunded", "order-refunded-invited", "code-replacement", "code-switch_primary", "code-deactivate_sim",
		"allowance-low", "allowance-used-up", "line-suspended", "line-returned", "code-suspend_line", "code-return_line", "code-sim_puk", "code-service_request", "code-international-transfer", "code-service",
	}
	declines = []string{
		"insufficient_funds", "do_not_honor", "expired_card", "lost_card", "stolen_card", "authentication_failed",
		"authentication_cancelled", "limit_exceeded", "mobile_invalid", "other",
	}
)

func TestTexts_EachCodeAndEvent_HasOne(t *testing.T) {
	for code := range contract.Catalogue {
		require.True(t, texts.Has(code), "code %s", code)
	}
	for _, hint := range []contract.Code{contract.HintCredit, contract.HintContract, contract.HintDues} {
		require.True(t, texts.Has(hint), "hint %s", hint)
	}
	for _, event := range events {
		require.True(t, texts.Has(event), "event %s", event)
	}
	for _, decline := range declines {
		require.True(t, texts.Has("decline."+decline), "decline %s", decline)
	}
	for _, message := range messages {
		require.True(t, texts.Has("message."+message), "message %s", message)
		require.True(t, texts.Has("subject."+message), "subject %s", message)
	}
}

func TestTexts_Languages_HaveSameKeys(t *testing.T) {
	placeholder := regexp.MustCompile(`\{[a-zA-Z]+\}`)
	english, arabic := ofAllLanguages(read(t, "en.json")), ofAllLanguages(read(t, "ar.json"))
	require.Equal(t, keysOf(english), keysOf(arabic))
	for key, text := range english {
		require.NotEmpty(t, text, key)
		require.True(t, hasArabicLetter(arabic[key]), "%s is not Arabic", key)
		require.False(t, hasArabicLetter(text), "%s is not English", key)
		require.ElementsMatch(t, placeholder.FindAllString(text, -1), placeholder.FindAllString(arabic[key], -1), key)
	}
}

// A language has a text for the SMS only where that of the letter is too long. It asks for no more than the letter knows.
func TestTexts_SMS_ShortensAMessage(t *testing.T) {
	for _, file := range []string{"en.json", "ar.json", "ur.json"} {
		all := read(t, file)
		for key, short := range all {
			template, isSMS := strings.CutPrefix(key, "sms.")
			if !isSMS {
				continue
			}
			letter := all["message."+template]
			require.NotEmpty(t, letter, "%s in %s", key, file)
			require.Subset(t, texts.Blanks(letter), texts.Blanks(short), "%s in %s", key, file)
			require.Equal(t, strings.Contains(letter, "{link}"), strings.Contains(short, "{link}"), "%s in %s", key, file)
		}
	}
}

func TestWording_SMS_IsShortOrTheOperators(t *testing.T) {
	params := map[string]string{"msisdn": "0570000001", "when": "2026-11-22 08:05", "link": "https://x"}
	require.Contains(t, texts.Wording{}.SMS(texts.Arabic, "port-soon", params), "ينتقل رقمك 0570000001 إلينا 22 نوفمبر 8:05 ص")
	require.Contains(t, texts.Wording{}.SMS(texts.Urdu, "port-soon", params), "22 نومبر صبح 8:05")
	require.Contains(t, texts.Wording{}.SMS(texts.English, "port-out-asked", params), "on 22 Nov 8:05 am")
	require.Equal(t, texts.Message(texts.English, "port-soon", params), texts.Wording{}.SMS(texts.English, "port-soon", params), "it fits as it is")
	own := texts.Wording{"port-soon": {texts.Arabic: {Text: "ننقل رقمك {when}"}}}
	require.Equal(t, "ننقل رقمك يوم الأحد 22 نوفمبر الساعة 8:05 ص", own.SMS(texts.Arabic, "port-soon", params))
}

// ofAllLanguages leaves out the texts that a language has only where it needs them.
func ofAllLanguages(all map[string]string) map[string]string {
	maps.DeleteFunc(all, func(key, _ string) bool { return strings.HasPrefix(key, "sms.") })
	return all
}

// Signs that do not belong in a printed Arabic or Urdu sentence; percent signs in password rules are allowed.
var slips = map[string]*regexp.Regexp{
	"a comma or question mark of English": regexp.MustCompile(`[\x{0600}-\x{06ff}}][,?;]`),
	"straight quotes":                     regexp.MustCompile(`"`),
	"two spaces":                          regexp.MustCompile(` {2}`),
	"a space before a mark":               regexp.MustCompile(` [،؛؟۔.!](\s|$)`),
}

func TestTexts_ArabicAndUrdu_UseTheirSigns(t *testing.T) {
	english, arabic, urdu := read(t, "en.json"), read(t, "ar.json"), read(t, "ur.json")
	for key, text := range arabic {
		requirePrinted(t, key, text)
		require.NotRegexp(t, `اً|[}\d]%`, text, key)
		if strings.HasPrefix(key, "sms.") {
			continue
		}
		require.Equal(t, strings.HasSuffix(english[key], "."), strings.HasSuffix(text, "."), "%s: %s", key, text)
	}
	for key, text := range urdu {
		requirePrinted(t, key, text)
		if strings.HasPrefix(key, "sms.") {
			continue
		}
		require.Equal(t, strings.HasSuffix(english[key], "."), strings.HasSuffix(text, "۔"), "%s: %s", key, text)
	}
}

func requirePrinted(t *testing.T, key, text string) {
	t.Helper()
	for what, slip := range slips {
		require.NotRegexp(t, slip, text, "%s has %s", key, what)
	}
}

func TestTexts_Codes_AreCalledCodes(t *testing.T) {
	otherwise := map[string]*regexp.Regexp{"en.json": regexp.MustCompile(`(?i)\bpins?\b`), "ar.json": regexp.MustCompile(`الرقم السري|رقم التعريف`)}
	for file, words := range otherwise {
		for key, text := range read(t, file) {
			if strings.HasPrefix(key, "message.") || strings.HasPrefix(key, "subject.") {
				require.NotRegexp(t, words, text, "%s in %s", key, file)
			}
		}
	}
}

func TestTexts_OfSpecification_AreVerbatim(t *testing.T) {
	for code, sentence := range map[contract.Code]string{
		contract.FailPaymentPending: "Payment is still pending",
		contract.FailMaxSIMs:        "You have reached maximum number of SIMs under your ID",
		contract.FailNumberNotFound: "Oops, We couldn't find your number",
		contract.FailExtraNumber:    "Can't register extra mobile number with your ID number",
		contract.FailPaymentFailed:  "Oops, Payment failed",
		contract.FailActivation:     "Oops, the SIM activation has failed!",
		contract.FailLoginWrong:     "Invalid email, mobile or password",
		contract.FailMobileMismatch: "Mobile numbers doesn't Match",
		"field.required":            "This field is required",
		"field.fullName":            "Full name should include letters only",
	} {
		require.Equal(t, sentence, texts.Text(texts.English, code, nil))
	}
}

func TestText_CreditLimit_MatchesSpecification(t *testing.T) {
	said := texts.Text(texts.English, contract.FailCreditBounds, map[string]string{"min": "100", "max": "900"})
	require.Equal(t, "Credit limit must be between SAR 100 and SAR 900, in whole riyals.", said)
}

func TestText_Parameters_AreFilledIn(t *testing.T) {
	params := map[string]string{"order": "SC12345678", "msisdn": "0570000001"}
	require.Contains(t, texts.Message(texts.English, "order-placed", params), "order SC12345678")
	require.Contains(t, texts.Message(texts.Arabic, "order-placed", params), "0570000001")
	require.Equal(t, texts.Text(texts.Arabic, contract.FailNotFound, nil), texts.Text("fr", contract.FailNotFound, nil))
	require.Equal(t, texts.Text(texts.English, contract.FailNotFound, nil), texts.Text(texts.Urdu, contract.FailNotFound, nil))
	require.Equal(t, texts.Text(texts.English, contract.FailInternal, nil), texts.Text(texts.English, "no.such.key", nil))
}

func TestMessage_OrderPlaced_NamesWhatWasPaid(t *testing.T) {
	params := map[string]string{"order": "SC12345678", "msisdn": "0570000001", "price": "580.00", "link": "https://x"}
	for language, said := range map[string]string{
		texts.English: "your payment of SAR 580.00 with VAT", texts.Arabic: "وتم دفع 580.00 ريالًا شاملًا الضريبة",
		texts.Urdu: "ٹیکس سمیت 580.00 ریال کی ادائیگی",
	} {
		require.Contains(t, texts.Message(language, "order-placed", params), said)
	}
	require.Contains(t, texts.Message(texts.English, "order-to-pay", params), "SAR 580.00 with VAT")
	require.Contains(t, texts.Message(texts.Arabic, "order-to-pay", params), "580.00 ريالًا شاملًا الضريبة")
}

func TestText_CorrectedPort_IsSentAgain(t *testing.T) {
	require.Equal(t, "Request sent again", texts.Text(texts.English, "port.corrected", nil))
	require.Equal(t, "أُعيد إرسال الطلب", texts.Text(texts.Arabic, "port.corrected", nil))
}

func TestText_Time_IsInItsLanguage(t *testing.T) {
	tests := map[string]struct{ when, english, arabic string }{
		"in the morning": {"2026-11-22 08:05", "Your number moves on Sunday 22 November at 8:05 am", "موعد نقل رقمك يوم الأحد 22 نوفمبر الساعة 8:05 ص"},
		"at noon":        {"2027-01-02 12:00", "Your number moves on Saturday 2 January at 12:00 pm", "موعد نقل رقمك يوم السبت 2 يناير الساعة 12:00 م"},
		"at night":       {"2027-03-11 00:30", "Your number moves on Thursday 11 March at 12:30 am", "موعد نقل رقمك يوم الخميس 11 مارس الساعة 12:30 ص"},
		"no time at all": {"2026-11-22", "Your number moves on 2026-11-22", "موعد نقل رقمك 2026-11-22"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			params := map[string]string{"when": tt.when}
			require.Equal(t, tt.english, texts.Text(texts.English, "port.scheduled", params))
			require.Equal(t, tt.arabic, texts.Text(texts.Arabic, "port.scheduled", params))
		})
	}
}

func TestText_Seconds_AreCountedInItsLanguage(t *testing.T) {
	for seconds, says := range map[string][2]string{
		"1": {"in 1 second.", "بعد ثانية واحدة."}, "2": {"in 2 seconds.", "بعد ثانيتين."}, "9": {"in 9 seconds.", "بعد 9 ثوانٍ."}, "48": {"in 48 seconds.", "بعد 48 ثانية."},
	} {
		params := map[string]string{"seconds": seconds}
		require.Contains(t, texts.Text(texts.English, "retry.in", params), says[0])
		require.Contains(t, texts.Text(texts.Arabic, "retry.in", params), says[1])
	}
}

func TestTextCountsDaysInItsLanguage(t *testing.T) {
	for days, says := range map[string][3]string{
		"1":   {"is active on your line for 1 day.", "على خطك لمدة يوم واحد.", "آپ کی لائن پر 1 دن کے لیے"},
		"2":   {"for 2 days.", "لمدة يومين.", "2 دن کے لیے"},
		"7":   {"for 7 days.", "لمدة 7 أيام.", "7 دن کے لیے"},
		"30":  {"for 30 days.", "لمدة 30 يومًا.", "30 دن کے لیے"},
		"100": {"for 100 days.", "لمدة 100 يوم.", "100 دن کے لیے"},
		"103": {"for 103 days.", "لمدة 103 أيام.", "103 دن کے لیے"},
	} {
		params := map[string]string{"service": "Goals", "days": days}
		for at, language := range []string{texts.English, texts.Arabic, texts.Urdu} {
			require.Contains(t, texts.Message(language, "service-begun", params), says[at])
		}
	}
	require.Contains(t, texts.Text(texts.Arabic, "bill.line_detail", map[string]string{"days": "1 - 30"}), "1 - 30 ·")
}

func TestText_PlanPeriod_CountsMonths(t *testing.T) {
	for months, says := range map[string][2]string{
		"2": {"every 2 months", "كل شهرين"}, "3": {"every 3 months", "كل 3 أشهر"}, "12": {"every 12 months", "كل 12 شهرًا"},
	} {
		params := map[string]string{"months": months}
		require.Equal(t, says[0], texts.Text(texts.English, "plan.period.months", params))
		require.Equal(t, says[1], texts.Text(texts.Arabic, "plan.period.months", params))
	}
}

func TestText_AllowanceType_Translated(t *testing.T) {
	params := map[string]string{"allowance": "roaming_data", "msisdn": "0570000001"}
	require.Equal(t, "80% used: roaming data", texts.Subject(texts.English, "allowance-low", params))
	require.Contains(t, texts.Message(texts.Arabic, "allowance-used-up", params), "بيانات التجوال")
}

func TestSpoken_NoTexts_IsEnglish(t *testing.T) {
	for chosen, spoken := range map[string]string{"ar": "ar", "en": "en", "ur": "ur", "hi": "en", "bn": "en", "id": "en", "ml": "en"} {
		require.Equal(t, spoken, texts.Spoken(chosen))
	}
}

func read(t *testing.T, file string) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	var all map[string]string
	require.NoError(t, json.Unmarshal(raw, &all))
	return all
}

func keysOf(all map[string]string) []string {
	keys := make([]string, 0, len(all))
	for key := range all {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func hasArabicLetter(text string) bool {
	for _, r := range text {
		if unicode.Is(unicode.Arabic, r) {
			return true
		}
	}
	return false
}

// Every message exists in Urdu, like in English and Arabic.
func TestTexts_EachMessage_IsInUrdu(t *testing.T) {
	placeholder := regexp.MustCompile(`\{[a-zA-Z]+\}`)
	english, urdu, arabic := read(t, "en.json"), read(t, "ur.json"), read(t, "ar.json")
	urduLetter := regexp.MustCompile(`[ٹڈڑںےہھگچپیک]`)
	for key, text := range english {
		sent := strings.HasPrefix(key, "message.") || strings.HasPrefix(key, "subject.") || strings.HasPrefix(key, "allowance.")
		if !sent {
			continue
		}
		require.NotEmpty(t, urdu[key], "%s has no text in Urdu", key)
		require.True(t, hasArabicLetter(urdu[key]), key)
		require.NotEqual(t, arabic[key], urdu[key], key)
		require.ElementsMatch(t, placeholder.FindAllString(text, -1), placeholder.FindAllString(urdu[key], -1), key)
		if strings.HasPrefix(key, "message.") {
			require.Regexp(t, urduLetter, urdu[key], key)
			require.NotRegexp(t, `[كىي]`, urdu[key], "%s has letters of Arabic", key)
		}
	}
	for key := range ofAllLanguages(urdu) {
		require.Contains(t, english, key, "an unused text")
	}
}

func TestMessage_OtherLanguage_IsEnglish(t *testing.T) {
	require.Equal(t, texts.Urdu, texts.Spoken("ur"))
	for _, language := range []string{"hi", "bn", "id", "ml"} {
		require.Equal(t, texts.English, texts.Spoken(language))
	}
	params := map[string]string{"msisdn": "0570000001", "when": "2026-11-22 08:05", "link": "https://selfcare.example"}
	require.Contains(t, texts.Message(texts.Urdu, "port-soon", params), "اتوار 22 نومبر، صبح 8:05 بجے")
	require.Contains(t, texts.Message(texts.Urdu, "allowance-low", map[string]string{"allowance": "data"}), "انٹرنیٹ")
	for when, want := range map[string]string{"2026-11-22 00:30": "رات 12:30", "2026-11-22 14:00": "دوپہر 2:00", "2026-11-22 18:00": "شام 6:00"} {
		params["when"] = when
		require.Contains(t, texts.Message(texts.Urdu, "port-soon", params), want)
	}
}
