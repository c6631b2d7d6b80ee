package smtp_test

import (
	"context"
	"encoding/base64"
	netmail "net/mail"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/messages"
	"selfcare/internal/gateway/messages/smtp"
)

var markedBy = []byte("a key of 32 bytes for the marks .")

// markOf sends a letter and returns its mark.
func markOf(t *testing.T, key string) string {
	t.Helper()
	at, marked := &mailServer{}, letter
	cfg := at.start(t, smtp.None)
	cfg.Key, marked.Key = markedBy, key
	require.NoError(t, newSender(t, cfg).Send(t.Context(), marked))
	read, err := netmail.ReadMessage(strings.NewReader(at.letters[0]))
	require.NoError(t, err)
	mark := read.Header.Get("X-Selfcare-Message")
	require.NotEmpty(t, mark)
	return mark
}

// reportAs returns a report of testdata with the mark of a letter.
func reportAs(t *testing.T, file, mark string) []byte {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	require.NoError(t, err)
	return []byte(strings.ReplaceAll(strings.ReplaceAll(string(text), "{mark}", mark), "\n", "\r\n"))
}

func receive(body []byte) ([]callback.Event, error) {
	return smtp.Reports{Key: markedBy}.Receive(context.Background(), callback.Request{Body: body, At: time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)})
}

func TestReports_Failed_NamesMessage(t *testing.T) {
	const key = "0190f3c2-7d4e-7000-8000-00000000abcd-order-placed-1-email"
	mark := markOf(t, key)
	for _, file := range []string{"postfix.eml", "exchange.eml", "exim.eml", "headers-in-base64.eml", "two-recipients.eml"} {
		t.Run(file, func(t *testing.T) {
			body := reportAs(t, file, mark)
			if file == "headers-in-base64.eml" {
				body = []byte(strings.Replace(string(body), "{headers}", base64.StdEncoding.EncodeToString([]byte("X-Selfcare-Message: "+mark+"\r\n")), 1))
			}
			events, err := receive(body)
			require.NoError(t, err)
			require.Len(t, events, 1)
			require.Equal(t, callback.Undelivered{Key: key, Channel: messages.Email}, events[0].News)
			require.True(t, callback.IsID(events[0].ID))
			again, err := receive(reportAs(t, "postfix.eml", mark))
			require.NoError(t, err)
			require.Equal(t, again[0].ID, events[0].ID, "the same message, whichever server reports it")
		})
	}
}

func TestReports_NotFailed_SayNothing(t *testing.T) {
	mark := markOf(t, "a-message-email")
	for _, action := range []string{"delayed", "delivered", "relayed", "expanded"} {
		body := strings.Replace(string(reportAs(t, "postfix.eml", mark)), "Action: failed", "Action: "+action, 1)
		events, err := receive([]byte(body))
		require.NoError(t, err, action)
		require.Empty(t, events, action)
	}
}

func TestReports_Forged_AreRefused(t *testing.T) {
	mark := markOf(t, "a-message-email")
	key, proof, _ := strings.Cut(mark, ".")
	for name, forged := range map[string]string{
		"another message":    base64.RawURLEncoding.EncodeToString([]byte("b-message-email")) + "." + proof,
		"no proof":           key,
		"an empty proof":     key + ".",
		"a shorter proof":    key + "." + proof[:8],
		"no key":             "." + proof,
		"signs of no base64": "***." + proof,
	} {
		_, err := receive(reportAs(t, "postfix.eml", forged))
		require.ErrorIs(t, err, callback.ErrForged, name)
	}
	_, err := smtp.Reports{}.Receive(t.Context(), callback.Request{Body: reportAs(t, "postfix.eml", mark)})
	require.ErrorIs(t, err, callback.ErrForged, "without a key nothing is ours")
}

func TestReports_Unreadable_AreRefused(t *testing.T) {
	mark := markOf(t, "a-message-email")
	whole := string(reportAs(t, "postfix.eml", mark))
	for name, body := range map[string]string{
		"nothing":              "",
		"no letter":            "<html>",
		"a letter of a person": "From: huda@example.sa\r\nSubject: Re: Order\r\nContent-Type: text/plain\r\n\r\nI am away.\r\nX-Selfcare-Message: " + mark,
		"another report":       strings.Replace(whole, "report-type=delivery-status", "report-type=feedback-report", 1),
		"without our headers":  strings.Replace(whole, "X-Selfcare-Message: ", "X-Other: ", 1),
		"cut off":              whole[:strings.Index(whole, "Action:")],
	} {
		_, err := receive([]byte(body))
		require.ErrorIs(t, err, callback.ErrUnreadable, name)
	}
}

func FuzzReports(f *testing.F) {
	for _, file := range []string{"postfix.eml", "exchange.eml", "exim.eml", "two-recipients.eml"} {
		text, err := os.ReadFile("testdata/" + file)
		require.NoError(f, err)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		events, err := receive(body)
		require.Empty(t, events, "no such mark has a proof")
		if err != nil {
			require.True(t, err == callback.ErrUnreadable || err == callback.ErrForged) //nolint:errorlint // both as they are
		}
	})
}
