package contracttest

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/messages/generic"
	"selfcare/internal/gateway/messages/smtp"
	"selfcare/internal/gateway/messages/unifonic"
)

// A letter by SMTP is in the same outbox, with the same magic addresses.
func TestMessages_LetterBySMTP_Arrives(t *testing.T) {
	s := newStand(t)
	sender, err := smtp.New(smtp.Config{Address: s.mail, Security: smtp.None, From: "Selfcare <no-reply@selfcare.example>"}, nil, quiet())
	require.NoError(t, err)
	letter := func(to string) messages.Message {
		return messages.Message{Key: "k-" + to, Channel: messages.Email, To: to, Language: "ar", Subject: "مرحبًا", Text: "أهلًا بك.\n\nhttps://selfcare.example/ar/"}
	}
	for range 2 {
		require.NoError(t, sender.Send(t.Context(), letter("sara@example.com")))
	}
	requireRefusal(t, messages.AddressInvalid, sender.Send(t.Context(), letter("invalid@example.com")))
	require.ErrorIs(t, sender.Send(t.Context(), letter("down@example.com")), gateway.ErrRetry)
	s.script(t, "messages", "send", "timeout-after-commit")
	ctx := s.untilHeld(t, "messages", "send")
	require.ErrorIs(t, sender.Send(ctx, letter("late@example.com")), gateway.ErrUnknown)
	var outbox struct {
		Items []struct{ Channel, To, Language, Subject, Text string } `json:"items"`
	}
	s.get(t, "/control/messages/outbox", &outbox)
	require.Len(t, outbox.Items, 2, "a repeat arrives once")
	got := outbox.Items[1]
	require.Equal(t, letter("sara@example.com").Text, got.Text)
	require.Equal(t, []string{"email", "sara@example.com", "ar", "مرحبًا"}, []string{got.Channel, got.To, got.Language, got.Subject})
}

// A letter brings its files by SMTP and in the generic format.
func TestMessages_Attachment_Arrives(t *testing.T) {
	s := newStand(t)
	bySMTP, err := smtp.New(smtp.Config{Address: s.mail, Security: smtp.None, From: "Selfcare <no-reply@selfcare.example>"}, nil, quiet())
	require.NoError(t, err)
	byHTTP, err := generic.New(messages.Email, generic.Config{URL: s.url + "/messages", APIKey: s.keys.Email}, nil, quiet())
	require.NoError(t, err)
	file := messages.Attachment{Name: "tax-invoice-1.pdf", MediaType: "application/pdf", Content: bytes.Repeat([]byte("%PDF-1.7\r\n\x00"), 10_000)}
	for i, sender := range []messages.Gateway{bySMTP, byHTTP} {
		require.NoError(t, sender.Send(t.Context(), messages.Message{
			Key: fmt.Sprintf("k-%d", i), Channel: messages.Email, To: "sara@example.com", Language: "en", Subject: "Hello", Text: "Welcome", HTML: "<p>Welcome</p>",
			Attachments: []messages.Attachment{file},
		}))
	}
	var outbox struct {
		Items []struct {
			ID, Text, HTML string
			Attachments    []map[string]any
		} `json:"items"`
	}
	s.get(t, "/control/messages/outbox", &outbox)
	require.Len(t, outbox.Items, 2)
	for _, got := range outbox.Items {
		require.Equal(t, "Welcome", got.Text)
		require.Equal(t, []map[string]any{{"name": file.Name, "mediaType": file.MediaType, "size": float64(len(file.Content))}}, got.Attachments)
		said := httptest.NewRecorder()
		s.systems.ServeHTTP(said, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/outbox/"+got.ID+"/"+file.Name, http.NoBody))
		require.Equal(t, file.Content, said.Body.Bytes())
		require.Equal(t, file.MediaType, said.Header().Get("Content-Type"))
	}
}

// A promotion names the address for the one-click form, by SMTP and in our own format.
func TestMessages_Promotion_NamesOneClickAddress(t *testing.T) {
	s := newStand(t)
	bySMTP, err := smtp.New(smtp.Config{Address: s.mail, Security: smtp.None, From: "Selfcare <no-reply@selfcare.example>"}, nil, quiet())
	require.NoError(t, err)
	inOurs, err := generic.New(messages.Email, generic.Config{URL: s.url + "/messages", APIKey: s.keys.Email}, nil, quiet())
	require.NoError(t, err)
	const address = "https://selfcare.example/api/unsubscribe/AZgAAAAAcACAAAAA"
	for key, sender := range map[string]messages.Gateway{"k-1": bySMTP, "k-2": inOurs} {
		promotion := messages.Message{
			Key: key, Channel: messages.Email, To: "sara@example.com", Class: "promotional", Language: "en", Subject: "Thank you", Text: "A gift.", Unsubscribe: address,
		}
		require.NoError(t, sender.Send(t.Context(), promotion))
	}
	var outbox struct {
		Items []struct{ Unsubscribe string } `json:"items"`
	}
	s.get(t, "/control/messages/outbox", &outbox)
	require.Len(t, outbox.Items, 2)
	for _, sent := range outbox.Items {
		require.Equal(t, address, sent.Unsubscribe)
	}
}

// An SMS in Unifonic's format is in the same outbox, once, also after a lost answer.
func TestMessages_SMSByUnifonic_ArrivesOnce(t *testing.T) {
	s := newStand(t)
	sender, err := unifonic.New(unifonic.Config{
		URL: s.url + "/messages", AppSID: s.keys.AppSID, Sender: "Selfcare", SenderPromotional: "Selfcare-AD", PublicURL: "https://selfcare.example", Secret: "secret",
	}, nil, quiet())
	require.NoError(t, err)
	sms := func(to string) messages.Message {
		return messages.Message{Key: "k-" + to, Channel: messages.SMS, To: to, Language: "ar", Text: "أهلا & مرحبا"}
	}
	require.NoError(t, sender.Send(t.Context(), sms("0551234567")))
	requireRefusal(t, messages.AddressInvalid, sender.Send(t.Context(), sms("0551239922")))
	require.ErrorIs(t, sender.Send(t.Context(), sms("0551239959")), gateway.ErrUnknown)
	tooLong := sms("0551234567")
	tooLong.Text = strings.Repeat("م", 600)
	require.ErrorIs(t, sender.Send(t.Context(), tooLong), gateway.ErrFinal)

	s.script(t, "messages", "send", "timeout-after-commit")
	late := sms("0557654321")
	require.ErrorIs(t, sender.Send(s.untilHeld(t, "messages", "send"), late), gateway.ErrUnknown)
	late.Repeated = true
	require.NoError(t, sender.Send(t.Context(), late))
	var outbox struct {
		Items []struct{ Channel, To, Language, Text string } `json:"items"`
	}
	s.get(t, "/control/messages/outbox", &outbox)
	require.Len(t, outbox.Items, 2)
	require.Equal(t, "0557654321", outbox.Items[0].To)
	require.Equal(t, sms("").Text, outbox.Items[1].Text)
	require.Equal(t, []string{"sms", "0551234567", "ar"}, []string{outbox.Items[1].Channel, outbox.Items[1].To, outbox.Items[1].Language})

	for name, change := range map[string]func(*unifonic.Config){
		"a wrong key":            func(c *unifonic.Config) { c.AppSID = "wrong" },
		"an unregistered sender": func(c *unifonic.Config) { c.Sender = "Stranger" },
	} {
		cfg := sender.Config
		change(&cfg)
		wrong, err := unifonic.New(cfg, nil, quiet())
		require.NoError(t, err)
		require.ErrorIs(t, wrong.Send(t.Context(), sms("0551234568")), gateway.ErrRetry, name)
	}
}

func TestMessages_Send_Arrives(t *testing.T) {
	s := newStand(t)
	adapter, err := generic.New(messages.SMS, generic.Config{URL: s.url + "/messages", APIKey: s.keys.SMS}, nil, quiet())
	require.NoError(t, err)
	sms := messages.Message{Key: "k-1", Channel: messages.SMS, To: "0551234567", Language: "ar", Text: "أهلا"}
	require.NoError(t, adapter.Send(t.Context(), sms))
	require.NoError(t, adapter.Send(t.Context(), sms))
	require.NoError(t, adapter.Send(t.Context(), messages.Message{
		Key: "k-2", Channel: messages.Email, To: "sara@example.com", Language: "en", Subject: "Hello", Text: "Welcome",
	}))
	refused := messages.Message{Key: "k-3", Channel: messages.SMS, To: "0551239922", Language: "en", Text: "Hello"}
	requireRefusal(t, "address_invalid", adapter.Send(t.Context(), refused))
	down := messages.Message{Key: "k-4", Channel: messages.SMS, To: "0551239959", Language: "en", Text: "Hello"}
	require.ErrorIs(t, adapter.Send(t.Context(), down), gateway.ErrRetry)
}
