package message_test

import (
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/messagelink"
	"selfcare/internal/domain/permission"
)

var (
	signer = messagelink.NewSigner([]byte("the secret of the links in tests"))
	links  = messageacts.Links{Origin: "https://selfcare.example/", Signer: signer}

	linkIn = regexp.MustCompile(`https://selfcare\.example/(en|ar)/o#([A-Za-z0-9_-]{55})(?:\s|$)`)
)

const linkedOrder = "01980000-0000-8000-8000-000000000001"

// linked is a message about an order, with every parameter that messages use.
func linked(template, language string) contract.Notice {
	in := notice()
	in.Template, in.Language, in.Opens = template, language, linkedOrder
	in.CausedAt = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	in.Params = map[string]string{
		"order": "SC12345678", "msisdn": "0570000001", "airwayBill": "123456789012", "attempt": "2", "attempts": "3", "amount": "1145.00",
		"price": "1145.00", "smdpAddress": "smdp.selfcare.example", "activationCode": "K2-1A2B3C-4D5E6F", "reward": "25.00", "when": "2026-11-29 08:05", "until": "2026-11-24 12:00", "by": "2026-11-24 13:00",
	}
	if template == "port-rejected" || template == "order-cancelled-port" {
		in.Reason = contract.PortIDMismatch
	}
	return in
}

// aboutOrders are the messages about orders. The others carry codes, or warn people whose order it may not be.
var aboutOrders = []string{
	"hold-expired", "order-placed", "order-dispatched", "delivery-failed", "order-delivered", "order-delivered-port", "line-active", "order-cancelled",
	"order-cancelled-unpaid", "order-cancelled-port", "order-abandoned", "payment-late", "payment-double", "number-lost", "order-held", "address-refused", "order-late", "incident-over", "activation-reminder",
	"esim-ready", "esim-ready-port", "esim-failed", "esim-reminder", "esim-promise-missed", "port-submitted", "port-rejected", "port-delayed",
	"port-approved", "port-soon", "port-rescheduled", "port-window-chosen", "port-postponed", "new-sim-active", "extra-sim-active", "order-refunded", "order-refunded-invited",
}

func TestNotifyCustomer_AboutOrder_LinksToIt(t *testing.T) {
	for _, template := range aboutOrders {
		for _, language := range []string{texts.English, texts.Arabic} {
			out := &sender{}
			in := linked(template, language)
			require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
			require.Len(t, out.sent, 2)
			tokens := map[string]bool{}
			for _, m := range out.sent {
				require.NotContains(t, m.Text+m.Subject, "{", template)
				found := linkIn.FindStringSubmatch(m.Text)
				require.NotNil(t, found, "%s in %s", template, language)
				require.Equal(t, language, found[1])
				opened, err := signer.Read(found[2])
				require.NoError(t, err)
				require.Equal(t, linkedOrder, opened.OrderID)
				require.Equal(t, messagelink.ScopeOf(template), opened.Scope)
				tokens[found[2]] = true
			}
			require.Len(t, tokens, 2, "each channel's link is opened once")
		}
	}
}

func TestNotifyCustomer_Repeat_SendsTheSameLink(t *testing.T) {
	out := &sender{}
	m := messageacts.New(out, noAccounts{}, nil, links, ours{})
	require.NoError(t, m.NotifyCustomer(ctx, linked("order-placed", "en")))
	require.NoError(t, m.NotifyCustomer(ctx, linked("order-placed", "en")))
	require.Equal(t, out.sent[:2], out.sent[2:])
}

func TestNotifyCustomer_CodeOrWarning_HasNoLink(t *testing.T) {
	for _, template := range []string{"code-order", "code-login", "password-changed", "sim-taken-over", "sim-deactivated", "referral-rewarded"} {
		out := &sender{}
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, linked(template, "en")))
		require.NotContains(t, out.sent[0].Text, "/o#", template)
	}
	out, warned := &sender{}, linked("replacement-requested", "en")
	warned.Params["link"] = "https://selfcare.example/en/not-me/1#secret"
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, warned))
	require.True(t, strings.HasSuffix(out.sent[0].Text, warned.Params["link"]), "its own link is another one")
}

// A part of an SMS has 67 letters in Arabic and 153 in the GSM alphabet.
func TestNotifyCustomer_SMS_HasFewParts(t *testing.T) {
	for _, template := range aboutOrders {
		for language, room := range map[string]int{texts.English: 3 * 153, texts.Arabic: 6 * 67} {
			out := &sender{}
			require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, linked(template, language)))
			text := out.sent[0].Text
			require.LessOrEqual(t, len(utf16.Encode([]rune(text))), room, "%s in %s: %s", template, language, text)
		}
	}
}

func TestDeliverMessages_Link_IsInNoRow(t *testing.T) {
	s := newShop(t)
	in := linked("order-placed", "en")
	in.CausedAt = time.Time{}
	require.NoError(t, s.Store.Outbox.Queue(ctx, in))
	out := &sender{}
	s.delivers(out)

	opened, err := signer.Read(linkIn.FindStringSubmatch(out.sent[0].Text)[2])
	require.NoError(t, err)
	require.Equal(t, permission.Tracking, opened.Scope)
	require.WithinDuration(t, time.Now().Add(7*24*time.Hour), opened.Ends, time.Minute)
}
