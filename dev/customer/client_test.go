package customer

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/gen"
	"selfcare/internal/contract"
)

// crowded refuses the first calls of each path, and records their idempotency keys.
type crowded struct {
	refusals, retryAfter int
	status               int
	keys                 []string
}

func (c *crowded) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.keys = append(c.keys, r.Header.Get("Idempotency-Key"))
	if len(c.keys) > c.refusals {
		_, _ = w.Write([]byte(`{"ok":true}`)) // the test reads it
		return
	}
	if c.retryAfter > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(c.retryAfter))
	}
	w.WriteHeader(c.status)
	_ = json.NewEncoder(w).Encode(gen.Problem{MessageKey: string(contract.FailRateLimited)}) // the test reads it
}

func serving(t *testing.T, crowd *crowded) *Client {
	t.Helper()
	server := httptest.NewServer(crowd)
	t.Cleanup(server.Close)
	return NewClient(server.URL, "en")
}

func TestClient_LimitReached_WaitsAndRetries(t *testing.T) {
	calls := map[string]func(*Client, any) error{
		"usual version": func(c *Client, out any) error { return c.Call(t.Context(), http.MethodPost, "/users", nil, out) },
		"other version": func(c *Client, out any) error {
			return c.callVersion(t.Context(), http.MethodPost, "/users", "3", nil, out)
		},
	}
	for name, call := range calls {
		t.Run(name, func(t *testing.T) {
			crowd := &crowded{refusals: 1, retryAfter: 1, status: http.StatusTooManyRequests}
			client := serving(t, crowd)
			var waited []time.Duration
			client.Waits = func(wait time.Duration) { waited = append(waited, wait) }
			var answer struct{ OK bool }
			require.NoError(t, call(client, &answer))
			require.True(t, answer.OK)
			require.Equal(t, []time.Duration{time.Second}, waited)
			require.Len(t, crowd.keys, 2)
			require.NotEqual(t, crowd.keys[0], crowd.keys[1], "the first key may be answered with the refusal")
		})
	}
}

func TestClient_NoRetryAfter_ReturnsRefusal(t *testing.T) {
	for name, crowd := range map[string]*crowded{
		"no time":       {refusals: 1, status: http.StatusTooManyRequests},
		"another cause": {refusals: 1, retryAfter: 1, status: http.StatusServiceUnavailable},
	} {
		t.Run(name, func(t *testing.T) {
			client := serving(t, crowd)
			client.Waits = func(time.Duration) { t.Error("it waits") }
			var refused *Refused
			require.ErrorAs(t, client.Call(t.Context(), http.MethodPost, "/users", nil, nil), &refused)
		})
	}
}

func TestClient_TooLongWait_ReturnsRefusal(t *testing.T) {
	client := serving(t, &crowded{refusals: 1, retryAfter: 600, status: http.StatusTooManyRequests})
	client.Waits = func(time.Duration) { t.Error("it waits") }
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var refused *Refused
	require.ErrorAs(t, client.Call(ctx, http.MethodPost, "/users", nil, nil), &refused)
}

func TestClient_StoppedWait_ReturnsRefusal(t *testing.T) {
	client := serving(t, &crowded{refusals: 1, retryAfter: 60, status: http.StatusTooManyRequests})
	ctx, cancel := context.WithCancel(t.Context())
	client.Waits = func(time.Duration) { cancel() }
	var refused *Refused
	require.ErrorAs(t, client.Call(ctx, http.MethodPost, "/users", nil, nil), &refused)
}
