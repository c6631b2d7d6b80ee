package moyasar_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway/callback"
	"selfcare/internal/gateway/payment/moyasar"
)

// reported is a webhook in the format of Moyasar.
const reported = `{"id":"hook-0001","type":"payment_paid","created_at":"2026-11-30T08:00:00.000Z","secret_token":"agreed-between-us","account_name":"Selfcare",` +
	`"live":false,"data":{"id":"` + paymentID + `","status":"paid","amount":17250,"currency":"SAR","source":{"type":"creditcard"}}}`

func changed(from, to string) string { return strings.Replace(reported, from, to, 1) }

func receive(t *testing.T, body string) ([]callback.Event, error) {
	t.Helper()
	receiver := moyasar.Receiver{Secret: "agreed-between-us", Account: "Selfcare"}
	return receiver.Receive(t.Context(), callback.Request{Body: []byte(body), At: time.Now()})
}

func TestReceive_Reports_NameThePayment(t *testing.T) {
	for kind, paid := range map[string]bool{
		"payment_paid": true, "payment_captured": true, "payment_failed": false, "payment_authorized": false, "payment_refunded": false,
		"payment_voided": false, "payment_verified": false, "payment_abandoned": false, "payment_canceled": false, "payment_expired": false,
	} {
		for range 2 { // a repeat has the same id, and order does not matter: an event is a hint
			events, err := receive(t, changed("payment_paid", kind))
			require.NoError(t, err)
			require.Equal(t, []callback.Event{{
				ID: "hook-0001", OccurredAt: time.Date(2026, 11, 30, 8, 0, 0, 0, time.UTC), News: callback.Payment{PaymentID: paymentID, Paid: paid},
			}}, events, kind)
		}
	}
}

func TestReceive_NoPayment_SaysNothing(t *testing.T) {
	events, err := receive(t, changed("payment_paid", "balance_transferred"))
	require.NoError(t, err)
	require.Empty(t, events)
}

func TestReceive_OtherSender_IsForged(t *testing.T) {
	for name, body := range map[string]string{
		"another secret":   changed("agreed-between-us", "agreed-between-vs"),
		"a longer secret":  changed("agreed-between-us", "agreed-between-us-"),
		"no secret":        changed("secret_token", "token"),
		"another merchant": changed(`"Selfcare"`, `"Another shop"`),
		"real money":       changed(`"live":false`, `"live":true`),
		"no object":        `null`,
	} {
		_, err := receive(t, body)
		require.ErrorIs(t, err, callback.ErrForged, name)
	}
	_, err := moyasar.Receiver{}.Receive(t.Context(), callback.Request{Body: []byte(changed("agreed-between-us", ""))})
	require.ErrorIs(t, err, callback.ErrForged, "a receiver without a secret takes nothing")
	_, err = moyasar.Receiver{Secret: "agreed-between-us", Live: true}.Receive(t.Context(), callback.Request{Body: []byte(reported)})
	require.ErrorIs(t, err, callback.ErrForged, "a test with a live key")
}

func TestReceive_AccountNotAgreed_TakesAny(t *testing.T) {
	events, err := moyasar.Receiver{Secret: "agreed-between-us"}.Receive(t.Context(), callback.Request{Body: []byte(changed(`"Selfcare"`, `"Another shop"`))})
	require.NoError(t, err)
	require.Len(t, events, 1)
}

func TestReceive_BrokenReport_IsRefused(t *testing.T) {
	_, err := receive(t, reported[:len(reported)/2])
	require.ErrorIs(t, err, callback.ErrUnreadable)
	for field, body := range map[string]string{
		"id":         changed("hook-0001", "1"),
		"data.id":    changed(paymentID, ""),
		"created_at": changed(`"created_at"`, `"at"`),
	} {
		_, err := receive(t, body)
		var invalid *callback.Invalid
		require.ErrorAs(t, err, &invalid, field)
		require.Equal(t, field, invalid.Field)
	}
}
