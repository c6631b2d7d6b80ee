package message_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
	"selfcare/internal/gateway/messages"
)

// sentAs returns the texts of a notice by channel.
func sentAs(t *testing.T, in contract.Notice) map[string]string {
	t.Helper()
	out := &sender{}
	require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
	said := map[string]string{}
	for _, m := range out.sent {
		said[m.Channel] = m.Text
	}
	return said
}

func TestEmail_KnownName_GreetsCustomer(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("Noura ", 40))
	for name, tt := range map[string]struct{ language, name, want string }{
		"English":              {texts.English, "Noura Alharbi", "Hello Noura Alharbi,\n\n"},
		"Arabic":               {texts.Arabic, "نورة الحربي", "أهلًا نورة الحربي،\n\n"},
		"Arabic to Latin":      {texts.Arabic, "Noura Alharbi", "أهلًا Noura Alharbi،\n\n"},
		"Urdu":                 {texts.Urdu, "نورہ", "السلام علیکم نورہ،\n\n"},
		"a long name":          {texts.English, long, "Hello " + long + ",\n\n"},
		"markup stays text":    {texts.English, "<b>N</b> & {link} $1", "Hello <b>N</b> & {link} $1,\n\n"},
		"a name of many lines": {texts.English, " Noura\r\nBcc:\tx ", "Hello Noura Bcc: x,\n\n"},
		"no name":              {texts.English, "", ""},
		"a name of blanks":     {texts.Arabic, " \n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			in := linked("order-placed", tt.language)
			plain := sentAs(t, in)
			in.Name = tt.name
			said := sentAs(t, in)
			require.Equal(t, tt.want+plain[messages.Email], said[messages.Email])
			require.Equal(t, plain[messages.SMS], said[messages.SMS], "an SMS has no greeting")
		})
	}
}

func TestEmail_PaidOrder_LeadsToInvoice(t *testing.T) {
	for language, want := range map[string]string{
		texts.English: "\n\nTax invoice: https://selfcare.example/en/order-sim/" + linkedOrder + "/receipt",
		texts.Arabic:  "\n\nالفاتورة الضريبية: https://selfcare.example/ar/order-sim/" + linkedOrder + "/receipt",
	} {
		in := linked("order-placed", language)
		plain := sentAs(t, in)
		require.NotContains(t, plain[messages.Email], "/receipt", "there is no invoice yet")
		in.Invoice = true
		said := sentAs(t, in)
		require.Equal(t, plain[messages.Email]+want, said[messages.Email])
		require.Equal(t, plain[messages.SMS], said[messages.SMS], "an SMS has no second link")
	}
}

func TestEmail_NoOrderToOpen_HasNoInvoice(t *testing.T) {
	in := notice()
	in.Invoice = true
	require.NotContains(t, sentAs(t, in)[messages.Email], "/receipt")
}
