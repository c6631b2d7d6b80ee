package generic_test

import (
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/gatewaytest"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/messages/generic"
)

func TestSend_MessageAnswers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		message  messages.Message
		wantBody string
		status   int
		answer   string
		wantErr  error
	}{
		"an SMS": {
			messages.Message{Key: "k-1", Channel: messages.SMS, To: "0551234567", Language: "ar", Text: "أهلا"},
			`{"channel":"sms","to":"0551234567","language":"ar","text":"أهلا"}`, 202, `{"id":"m-1"}`, nil,
		},
		"an e-mail sent before": {
			messages.Message{Key: "k-2", Channel: messages.Email, To: "a@example.com", Language: "en", Subject: "Hi", Text: "Welcome"},
			`{"channel":"email","to":"a@example.com","language":"en","subject":"Hi","text":"Welcome"}`, 200, `{"id":"m-2"}`, nil,
		},
		"an e-mail with a file": {
			messages.Message{
				Key: "k-5", Channel: messages.Email, To: "a@example.com", Language: "en", Subject: "Hi", Text: "Welcome",
				Attachments: []messages.Attachment{{Name: "tax-invoice-1.pdf", MediaType: "application/pdf", Content: []byte("%PDF")}},
			},
			`{"channel":"email","to":"a@example.com","language":"en","subject":"Hi","text":"Welcome",
				"attachments":[{"name":"tax-invoice-1.pdf","mediaType":"application/pdf","content":"JVBERg=="}]}`, 202, `{"id":"m-5"}`, nil,
		},
		"a promotion": {
			messages.Message{Key: "k-5", Channel: messages.Email, To: "a@example.com", Class: "promotional", Language: "en", Subject: "Hi", Text: "Offer", Unsubscribe: "https://x.example/api/unsubscribe/c"},
			`{"channel":"email","to":"a@example.com","language":"en","subject":"Hi","text":"Offer","class":"promotional","unsubscribe":"https://x.example/api/unsubscribe/c"}`,
			202, `{"id":"m-5"}`, nil,
		},
		"an impossible address": {
			messages.Message{Key: "k-3", Channel: messages.SMS, To: "0551234567"},
			`{"channel":"sms","to":"0551234567","language":"","text":""}`, 422, `{"code":"address_invalid","message":"0551234567"}`, gateway.ErrFinal,
		},
		"a server error": {
			messages.Message{Key: "k-4", Channel: messages.SMS, To: "0551234567"},
			`{"channel":"sms","to":"0551234567","language":"","text":""}`, 500, ``, gateway.ErrUnknown,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			system := gatewaytest.Start(t, tt.status, tt.answer)
			adapter, err := generic.New(tt.message.Channel, generic.Config{URL: system.URL, APIKey: "key"}, nil, slog.New(slog.DiscardHandler))
			require.NoError(t, err)
			err = adapter.Send(t.Context(), tt.message)
			require.ErrorIs(t, err, tt.wantErr)
			sent := system.Latest()
			require.Equal(t, "POST /v1/send", sent.Line)
			require.Equal(t, "Bearer key", sent.Header.Get("Authorization"))
			require.Equal(t, tt.message.Key, sent.Header.Get("Idempotency-Key"))
			require.JSONEq(t, tt.wantBody, sent.Body)
			if err != nil {
				require.NotContains(t, err.Error(), tt.message.To)
			}
		})
	}
}
