// Package contracttest tests each adapter against the simulator of its system, over HTTP.
package contracttest

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator"
)

// stand is one set of simulated outside systems.
type stand struct {
	url     string
	keys    simulator.Keys
	systems http.Handler
	mail    string // address for letters by SMTP

	courierSecret string
}

func newStand(t *testing.T) stand {
	t.Helper()
	return newStandWith(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }))
}

// newStandWith sends call-backs to product.
func newStandWith(t *testing.T, product http.Handler) stand {
	t.Helper()
	callbacks := httptest.NewServer(product)
	t.Cleanup(callbacks.Close)
	cfg := simulator.Defaults()
	cfg.CallbackBase, cfg.ES2PlusURL = callbacks.URL, callbacks.URL
	cfg.Log = slog.New(slog.DiscardHandler)
	cfg.SpeedOfTime = 0.001 // the tests control the time, however slow a machine is
	systems, err := simulator.New(cfg)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- systems.Run(ctx) }()
	server := httptest.NewServer(systems.Handler())
	mail, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	go func() { _ = systems.ServeMail(ctx, mail) }() // it ends with its listener
	t.Cleanup(func() {
		require.NoError(t, mail.Close())
		systems.Release()
		server.Close()
		cancel()
		if err := <-ended; err != nil {
			require.ErrorIs(t, err, context.Canceled)
		}
		require.NoError(t, systems.Close())
	})
	return stand{url: server.URL, keys: cfg.Keys, systems: systems.Handler(), mail: mail.Addr().String(), courierSecret: cfg.Secrets.Courier}
}

// post calls the simulator as another party: the card fields, the control API.
func (s stand) post(t *testing.T, path, credential string, body, answer any) {
	t.Helper()
	encoded, err := json.Marshal(body)
	require.NoError(t, err)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+path, bytes.NewReader(encoded))
	require.NoError(t, err)
	req.Header.Set("Content-Type", "application/json")
	if credential != "" {
		req.Header.Set("Authorization", "Bearer "+credential)
	}
	res, err := (&http.Client{Timeout: 5 * time.Second}).Do(req)
	require.NoError(t, err)
	defer func() { require.NoError(t, res.Body.Close()) }()
	require.Less(t, res.StatusCode, 300)
	if answer != nil {
		require.NoError(t, json.NewDecoder(res.Body).Decode(answer))
	}
}

// get reads from the control API.
func (s stand) get(t *testing.T, path string, answer any) {
	t.Helper()
	said := httptest.NewRecorder()
	s.systems.ServeHTTP(said, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
	require.Equal(t, http.StatusOK, said.Code)
	require.NoError(t, json.NewDecoder(said.Body).Decode(answer))
}

// script makes the next call of an operation end in an outcome.
func (s stand) script(t *testing.T, system, operation, outcome string) {
	t.Helper()
	s.post(t, "/control/"+system+"/scenarios", "", map[string]any{"operation": operation, "outcome": outcome}, nil)
}

// untilHeld is the deadline of a caller that gives up once the answer to an operation is held back, however slow the machine
// is.
func (s stand) untilHeld(t *testing.T, system, operation string) context.Context {
	t.Helper()
	return until(t, func() bool {
		answer := httptest.NewRecorder()
		s.systems.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/control/state", http.NoBody))
		var state struct {
			Systems map[string]struct{ Calls map[string]struct{ Held int } }
		}
		return json.Unmarshal(answer.Body.Bytes(), &state) == nil && state.Systems[system].Calls[operation].Held > 0
	})
}

// until ends once a condition is true.
func until(t *testing.T, seen func() bool) context.Context {
	t.Helper()
	ctx, over := context.WithCancel(t.Context())
	go func() {
		defer over()
		for ctx.Err() == nil && !seen() {
			<-time.After(time.Millisecond)
		}
	}()
	return ctx
}

func quiet() *slog.Logger { return slog.New(slog.DiscardHandler) }
