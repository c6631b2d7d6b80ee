package jsonhttp_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
	"selfcare/internal/platform/logging"
)

const minCalls = 4

func TestCircuit_Failures_OpensAndCloses(t *testing.T) {
	var sick atomic.Bool
	var calls atomic.Int64
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		if sick.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		_, _ = w.Write([]byte(`{}`))
	})
	client, watch := newClient(t, jsonhttp.Config{URL: url, Circuit: guard.Circuit{MinCalls: minCalls, Pause: 2 * time.Second}})
	sick.Store(true)
	for range minCalls {
		require.ErrorIs(t, post(t.Context(), client, true), gateway.ErrUnknown)
	}
	// Open: no call is sent any more, so even an effect may be retried.
	require.ErrorIs(t, post(t.Context(), client, true), gateway.ErrRetry)
	require.EqualValues(t, minCalls, calls.Load())

	sick.Store(false)
	require.Eventually(t, func() bool {
		return post(t.Context(), client, true) == nil && watch.latestCircuit() == "closed"
	}, time.Minute, 10*time.Millisecond)
	require.Equal(t, []string{"closed", "open", "half-open", "closed"}, watch.circuit)
}

func TestCircuit_Refusals_AreHealthy(t *testing.T) {
	client, watch := newClient(t, jsonhttp.Config{
		URL: serve(t, reply(422, `{"code":"address_refused"}`)), Circuit: guard.Circuit{MinCalls: minCalls},
	})
	for range 3 * minCalls {
		require.ErrorIs(t, post(t.Context(), client, true), gateway.ErrFinal)
	}
	require.Equal(t, []string{"closed"}, watch.circuit)
}

func TestCircuit_ShortDeadlines_DoNotOpenIt(t *testing.T) {
	const itsTime = 2 * time.Second
	client, watch := newClient(t, jsonhttp.Config{URL: serve(t, stall), Timeout: itsTime, Circuit: guard.Circuit{MinCalls: minCalls}})
	calls := func(within time.Duration) {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		failed := make(chan error, minCalls)
		for range minCalls {
			go func() { failed <- post(ctx, client, true) }()
		}
		for range minCalls {
			require.ErrorIs(t, <-failed, gateway.ErrUnknown)
		}
	}
	calls(itsTime / 20)
	require.Equal(t, []string{"closed"}, watch.circuit, "they are no evidence")
	calls(itsTime)
	require.Equal(t, []string{"closed", "open"}, watch.circuit, "and do not hide what the others say")
}

func TestCircuit_CallersGiveUp_DoNotOpenIt(t *testing.T) {
	arrived := make(chan struct{})
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		stall(w, r)
	})
	client, watch := newClient(t, jsonhttp.Config{URL: url, Circuit: guard.Circuit{MinCalls: minCalls}})
	for range 3 * minCalls {
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			<-arrived
			cancel()
		}()
		require.ErrorIs(t, post(ctx, client, true), gateway.ErrUnknown)
	}
	require.Equal(t, []string{"closed"}, watch.circuit)
}

func TestAnswered_EachCall_SaysIfHealthy(t *testing.T) {
	client, watch := newClient(t, jsonhttp.Config{URL: serve(t, reply(http.StatusServiceUnavailable, "")), Circuit: guard.Circuit{MinCalls: 2}})
	for range 3 { // the circuit blocks the last call
		require.Error(t, post(t.Context(), client, true))
	}
	refusing, watchRefusing := newClient(t, jsonhttp.Config{URL: serve(t, reply(http.StatusUnprocessableEntity, `{"code":"no"}`))})
	require.Error(t, post(t.Context(), refusing, true))
	require.Equal(t, []bool{false, false, false}, watch.answered)
	require.Equal(t, []bool{true}, watchRefusing.answered, "a refusal is an answer")
}

// The redaction of the log hides attributes that are named as personal data.
func TestCircuit_Opens_LogNamesItsState(t *testing.T) {
	var lines bytes.Buffer
	client, err := jsonhttp.New(jsonhttp.Config{
		System: "test", URL: serve(t, reply(http.StatusServiceUnavailable, "")), Circuit: guard.Circuit{MinCalls: minCalls},
	}, &watcher{}, logging.New(&lines, slog.LevelInfo))
	require.NoError(t, err)
	for range minCalls {
		require.Error(t, post(t.Context(), client, true))
	}
	require.Contains(t, lines.String(), `"before":"closed","after":"open"`)
}
