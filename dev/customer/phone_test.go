package customer

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// outbox answers with one message once a code was sent.
func outbox(t *testing.T, sent *bool) *Phone {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		items := []map[string]string{}
		if *sent {
			items = append(items, map[string]string{"id": "m-1", "text": "Your code is 123456."})
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"items": items}) // the test reads it
	}))
	t.Cleanup(server.Close)
	return &Phone{Base: server.URL, HTTP: server.Client()}
}

func tooSoon(seconds int) error {
	return &Refused{Status: http.StatusTooManyRequests, RetryAfter: seconds, Problem: gen.Problem{MessageKey: string(contract.FailPinTooSoon)}}
}

func TestPhone_CodeTooSoon_WaitsAndAsksAgain(t *testing.T) {
	sent, asked := false, 0
	phone := outbox(t, &sent)
	var waited []time.Duration
	phone.Waits = func(wait time.Duration) { waited = append(waited, wait) }
	code, err := phone.next(t.Context(), "0500000001", func() error {
		if asked++; asked == 1 {
			return tooSoon(1)
		}
		sent = true
		return nil
	})
	require.NoError(t, err)
	require.Equal(t, "123456", code)
	require.Equal(t, []time.Duration{time.Second}, waited)
}

func TestPhone_CodeRefusedOtherwise_ReturnsTheRefusal(t *testing.T) {
	sent := false
	phone := outbox(t, &sent)
	refusal := &Refused{Status: http.StatusTooManyRequests, RetryAfter: 600, Problem: gen.Problem{MessageKey: string(contract.FailRateLimited)}}
	_, err := phone.next(t.Context(), "0500000001", func() error { return refusal })
	require.ErrorIs(t, err, refusal)
}

func TestPhone_CodeTooSoon_EndsWithTheContext(t *testing.T) {
	sent := false
	ctx, cancel := context.WithCancel(t.Context())
	phone := outbox(t, &sent)
	phone.Waits = func(time.Duration) { cancel() }
	_, err := phone.next(ctx, "0500000001", func() error { return tooSoon(60) })
	require.ErrorIs(t, err, context.Canceled)
}
