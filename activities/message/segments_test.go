package message_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	simulated "selfcare/dev/simulator/messages"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/gateway/messages"
)

// mostSegments is how many SMS a message may cost. Two have 134 characters in Arabic or Urdu, and 306 of the Latin alphabet of phones.
const mostSegments = 2

// longest are the longest values that messages carry in practice, amounts of seven digits among them.
func longest(template, language string) map[string]string {
	names := map[string]string{texts.English: "Hawakom Postpaid 290", texts.Arabic: "المفوترة اللامحدودة 290", texts.Urdu: "Hawakom Postpaid 290"}
	goods := map[string]string{texts.English: "Series and films, a month", texts.Arabic: "المسلسلات والأفلام شهريًا", texts.Urdu: "Series and films, a month"}
	operators := map[string]string{texts.English: "Virgin Mobile", texts.Arabic: "فيرجن موبايل", texts.Urdu: "Virgin Mobile"}
	params := map[string]string{
		"activationCode": "K2-1A2B3C-4D5E6F", "airwayBill": "123456789012", "allowance": "int_min", "attempt": "2", "attempts": "3", "code": "481516",
		"costs": strings.Repeat(" "+texts.Text(language, "port-out.commitment", map[string]string{"amount": "99999.99"}), 3),
		"days":  "30", "gets": "INR 99999.99", "item": goods[language], "megabytes": "102400", "minutes": "10", "msisdn": "0570000001", "next": names[language],
		"number": "INV2026-00000042", "operator": operators[language], "order": "SC12345678", "page": longOrigin + "/ar/auto-payment", "party": "057•••0001",
		"percent": "100", "plan": names[language], "purchase": "RC12345678", "reference": "CR0123456789", "service": goods[language],
		"smdpAddress": "rsp.operator-name.sa", "to": "+91•••4567",
	}
	for _, amount := range []string{"amount", "before", "extraSims", "left", "lost", "missing", "owed", "price", "reward", "total", "used"} {
		params[amount] = "99999.99"
	}
	for _, moment := range []string{"by", "date", "due", "ends", "until", "when"} {
		params[moment] = "2026-09-30 12:05" // a Wednesday in September
	}
	switch template {
	case "bundle-waits":
		params["date"] = "2026-09-30"
	case "game-code":
		params["code"] = "ABCD-EFGH-IJKL-MNOP"
	case "replacement-requested", "port-out-asked", "deactivation-begun", "line-ended":
		params["link"] = longOrigin + "/ar/not-me/01980000-0000-8000-8000-000000000001#" + strings.Repeat("s", 43)
	}
	if strings.HasPrefix(template, "request-") {
		params["link"] = longOrigin + "/ar/service-request/CR0123456789"
	}
	return params
}

const longOrigin = "https://selfcare.operator-name.sa"

// reasons are the reasons that messages name, by the beginning of their templates.
func reasons(template string) []contract.Code {
	switch {
	case template == "port-out-refused":
		return []contract.Code{
			"port_out_not_ours", "port_out_not_owner", "port_out_not_active", "port_out_blocked", "port_out_data_sim", "port_out_in_progress",
			"port_out_line_busy", "port_out_line_guarded", "port_out_recently_ported", "port_out_unpaid_dues", "port_out_unchecked",
		}
	case template == "port-rejected", template == "order-cancelled-port":
		return []contract.Code{contract.PortIDMismatch, "port_name_mismatch", "port_number_not_active", "port_contract", "port_refused"}
	case strings.HasPrefix(template, "auto-recharge-"):
		return []contract.Code{"auto_recharge_card_expires", "auto_recharge_card_failed", "auto_recharge_card_gone"}
	default:
		return []contract.Code{""}
	}
}

func TestNotifyCustomer_EachMessage_FitsTwoSMS(t *testing.T) {
	site := messageacts.Links{Origin: longOrigin, Signer: signer, Kept: kept}
	for _, template := range texts.Templates() {
		for _, language := range []string{texts.English, texts.Arabic, texts.Urdu} {
			in := notice()
			in.Template, in.Language, in.Params, in.CausedAt = template, language, longest(template, language), time.Now()
			if in.Opens = linkedOrder; strings.HasPrefix(template, "bill-") {
				in.Bill = linkedOrder
			}
			for _, in.Reason = range reasons(template) {
				for _, text := range sentAsSMS(t, site, in) {
					require.Empty(t, texts.Blanks(text), "%s in %s", template, language)
					require.LessOrEqual(t, simulated.SegmentsIn(text), mostSegments, "%s in %s, %d characters: %s", template, language, len([]rune(text)), text)
				}
			}
		}
	}
}

// sentAsSMS returns the SMS of a notice, for operators with and without a telephone number of support.
func sentAsSMS(t *testing.T, site messageacts.Links, in contract.Notice) (all []string) {
	t.Helper()
	out := &sender{}
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, site, ours{}).NotifyCustomer(ctx, in))
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, site, dialled{}).NotifyCustomer(ctx, in))
	for _, m := range out.sent {
		if m.Channel == messages.SMS {
			all = append(all, m.Text)
		}
	}
	require.Len(t, all, 2)
	return all
}

// The sign that hides digits is outside of the default alphabet: a text of 160 characters would cost three SMS.
func TestNotifyCustomer_HiddenDigits_KeepDefaultAlphabet(t *testing.T) {
	in := notice()
	in.Template, in.Params = "credit-transfer-sent", map[string]string{"amount": "5.00", "party": "057•••0001", "purchase": "RC12345678"}
	out := &sender{}
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
	require.Equal(t, "You have transferred SAR 5.00 to 057***0001. Transfer RC12345678.", out.sent[0].Text)
	require.Contains(t, out.sent[1].Text, "057•••0001")
}
