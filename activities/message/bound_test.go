package message_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	messageacts "selfcare/activities/message"
	"selfcare/internal/contract"
	"selfcare/internal/gateway/messages"
)

func codeNotice(language string) contract.Notice {
	in := notice()
	in.Template, in.Language, in.Params = "code-login", language, map[string]string{"code": "123456", "minutes": "10"}
	return in
}

func TestNotifyCustomer_CodeSMS_IsBoundToOurPages(t *testing.T) {
	for origin, line := range map[string]string{
		"https://selfcare.example":       "@selfcare.example #123456",
		"https://selfcare.example:8443/": "@selfcare.example #123456",
		"http://localhost:8080":          "@localhost #123456",
	} {
		for _, language := range []string{"en", "ar"} {
			out := &sender{}
			require.NoError(t, messageacts.New(out, noAccounts{}, nil, messageacts.Links{Origin: origin, Signer: signer}, ours{}).
				NotifyCustomer(ctx, codeNotice(language)))
			sms, email := out.sent[0], out.sent[1]
			require.Equal(t, messages.SMS, sms.Channel)
			require.True(t, strings.HasSuffix(sms.Text, "\n\n"+line), sms.Text)
			require.Equal(t, email.Text+"\n\n"+line, sms.Text, "an e-mail is read by no phone's message app")
		}
	}
}

func TestNotifyCustomer_OtherMessage_IsNotBound(t *testing.T) {
	invited := codeNotice("en")
	invited.Template = "code-add_account"
	for _, in := range []contract.Notice{notice(), invited, linked("esim-ready", "en")} {
		out := &sender{}
		require.NoError(t, messageacts.New(out, noAccounts{}, nil, links, ours{}).NotifyCustomer(ctx, in))
		require.NotContains(t, out.sent[0].Text, "@selfcare.example", in.Template)
	}
}
