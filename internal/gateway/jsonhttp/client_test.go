package jsonhttp_test

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/gateway"
	"selfcare/internal/gateway/guard"
	"selfcare/internal/gateway/jsonhttp"
)

// watcher records the calls of an observer.
type watcher struct {
	mu       sync.Mutex
	outcomes []string
	circuit  []string
	answered []bool
}

func (w *watcher) CountCall(_ context.Context, _ string, answered bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answered = append(w.answered, answered)
}

func (w *watcher) CallDone(_, _, outcome string, _ time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.outcomes = append(w.outcomes, outcome)
}

func (w *watcher) CircuitChanged(_, state string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.circuit = append(w.circuit, state)
}

func (w *watcher) latestCircuit() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.circuit[len(w.circuit)-1]
}

type answer struct {
	ID     string `json:"id"`
	Amount int    `json:"amount"`
}

// personal is the customer's data in a path; no error may repeat it.
const personal = "0571234567"

func newClient(t *testing.T, cfg jsonhttp.Config) (*jsonhttp.Client, *watcher) {
	t.Helper()
	watch := &watcher{}
	cfg.System = "test"
	client, err := jsonhttp.New(cfg, watch, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	return client, watch
}

func serve(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func reply(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// hangUp takes the request and closes the connection in the middle of the answer.
func hangUp(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	_, _ = w.Write([]byte(`{"id":`))
	panic(http.ErrAbortHandler)
}

// stall takes the request and never answers. It must read the body, else the server does not notice that the caller left.
func stall(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

func TestDo_Answers_AreSorted(t *testing.T) {
	tests := map[string]struct {
		handler    http.HandlerFunc
		wantEffect error // of a call with an effect
		wantRead   error
		wantCode   string // of the refusal
		within     time.Duration
	}{
		"success":                       {handler: reply(200, `{"id":"1","amount":5}`)},
		"created":                       {handler: reply(201, `{"id":"1","unknown":true}`)},
		"refusal with its code":         {handler: reply(422, `{"code":"Amount_Invalid"}`), wantEffect: gateway.ErrFinal, wantRead: gateway.ErrFinal, wantCode: "amount_invalid"},
		"refusal without a code":        {handler: reply(403, `go away`), wantEffect: gateway.ErrFinal, wantRead: gateway.ErrFinal, wantCode: "http_403"},
		"refusal with free text":        {handler: reply(400, `{"code":"no line for `+personal+`"}`), wantEffect: gateway.ErrFinal, wantRead: gateway.ErrFinal, wantCode: "http_400"},
		"conflict":                      {handler: reply(409, `{"code":"token_used"}`), wantEffect: gateway.ErrFinal, wantRead: gateway.ErrFinal, wantCode: "token_used"},
		"unknown object":                {handler: reply(404, `{"code":"no_match"}`), wantEffect: gateway.ErrFinal, wantRead: gateway.ErrNotFound, wantCode: "no_match"},
		"wrong address":                 {handler: reply(404, `<html>`), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"too many requests":             {handler: reply(429, `{"code":"slow_down"}`), wantEffect: gateway.ErrRetry, wantRead: gateway.ErrRetry},
		"not available":                 {handler: reply(503, ``), wantEffect: gateway.ErrRetry, wantRead: gateway.ErrRetry},
		"server error":                  {handler: reply(500, `{"code":"oops"}`), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"proxy gave up":                 {handler: reply(504, ``), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"redirect":                      {handler: reply(302, ``), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"success that is not JSON":      {handler: reply(200, `<html>`), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"success of another type":       {handler: reply(200, `{"amount":"`+personal+`"}`), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"success cut short":             {handler: hangUp, wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"success too large":             {handler: reply(200, `{"id":"`+strings.Repeat("x", 2<<20)+`"}`), wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
		"time-out after the call came":  {handler: stall, wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry, within: 2 * time.Second},
		"connection lost, call arrived": {handler: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, wantEffect: gateway.ErrUnknown, wantRead: gateway.ErrRetry},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			client, _ := newClient(t, jsonhttp.Config{URL: serve(t, tt.handler), Timeout: tt.within})
			requireSorted(t, tt.wantEffect, tt.wantCode, post(t.Context(), client, true))
			requireSorted(t, tt.wantRead, tt.wantCode, post(t.Context(), client, false))
		})
	}
}

func post(ctx context.Context, client *jsonhttp.Client, effect bool) error {
	var said answer
	return client.Do(ctx, jsonhttp.Call{
		Operation: "try", Method: http.MethodPost, Path: "/lines/" + personal, Effect: effect,
		Body: answer{ID: personal}, Answer: &said,
	})
}

// requireSorted requires exactly one of the gateway errors, and no personal data in its text.
func requireSorted(t *testing.T, want error, code string, got error) {
	t.Helper()
	if want == nil {
		require.NoError(t, got)
		return
	}
	for _, sort := range []error{gateway.ErrFinal, gateway.ErrRetry, gateway.ErrUnknown, gateway.ErrNotFound} {
		require.Equal(t, errors.Is(want, sort), errors.Is(got, sort), "%v sorted as %v", got, sort)
	}
	require.NotContains(t, got.Error(), personal)
	if errors.Is(want, gateway.ErrFinal) {
		var refusal *gateway.Refusal
		require.ErrorAs(t, got, &refusal)
		require.Equal(t, code, refusal.Code)
	}
}

func TestDo_NothingSent_MayRetry(t *testing.T) {
	client, _ := newClient(t, jsonhttp.Config{URL: "http://127.0.0.1:1"}) // no server listens there
	requireSorted(t, gateway.ErrRetry, "", post(t.Context(), client, true))

	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	requireSorted(t, gateway.ErrRetry, "", post(cancelled, client, true))
}

func TestDo_OldConnection_IsNotTrusted(t *testing.T) {
	for name, tt := range map[string]struct {
		settings *tls.Config
		want     string
	}{
		"TLS 1.1":                {&tls.Config{MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}, "protocol version"},
		"an unknown certificate": {&tls.Config{MinVersion: tls.VersionTLS12}, "unknown authority"},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewUnstartedServer(reply(200, `{"id":"1"}`))
			server.TLS = tt.settings
			server.Config.ErrorLog = log.New(io.Discard, "", 0)
			server.StartTLS()
			t.Cleanup(server.Close)
			client, _ := newClient(t, jsonhttp.Config{URL: server.URL})
			require.ErrorContains(t, post(t.Context(), client, true), tt.want)
		})
	}
}

func TestDo_Deadline_AnswersBeforeIt(t *testing.T) {
	client, _ := newClient(t, jsonhttp.Config{URL: serve(t, stall)})
	caller := patient{t.Context(), time.Now().Add(3 * time.Second)}
	requireSorted(t, gateway.ErrUnknown, "", post(caller, client, true))
}

// patient has a deadline that does not cut it off: an answer before it comes from the client itself.
type patient struct {
	context.Context
	until time.Time
}

func (p patient) Deadline() (time.Time, bool) { return p.until, true }

func TestDo_Missing_KeepsCode(t *testing.T) {
	client, _ := newClient(t, jsonhttp.Config{URL: serve(t, reply(404, `{"code":"No_Match"}`))})
	var missing *gateway.Missing
	require.ErrorAs(t, post(t.Context(), client, false), &missing)
	require.Equal(t, gateway.Missing{System: "test", Code: "no_match"}, *missing)
}

func TestDo_Call_IsNeverRepeated(t *testing.T) {
	calls := make(chan string, 10)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		calls <- r.Header.Get("Idempotency-Key")
		w.WriteHeader(http.StatusBadGateway)
	})
	client, watch := newClient(t, jsonhttp.Config{URL: url})
	err := client.Do(t.Context(), jsonhttp.Call{Operation: "try", Method: http.MethodPost, Path: "/", Key: "k-1", Effect: true})
	require.ErrorIs(t, err, gateway.ErrUnknown)
	require.Len(t, calls, 1)
	require.Equal(t, "k-1", <-calls)
	require.Equal(t, []string{guard.OutcomeUnknown}, watch.outcomes)
}

func TestDo_Redirect_GetsNoCredentials(t *testing.T) {
	elsewhere := make(chan struct{}, 1)
	other := serve(t, func(http.ResponseWriter, *http.Request) { elsewhere <- struct{}{} })
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Apikey") != "secret" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		http.Redirect(w, r, other, http.StatusTemporaryRedirect)
	})
	client, _ := newClient(t, jsonhttp.Config{URL: url, Header: http.Header{"Apikey": {"secret"}}})
	require.ErrorIs(t, post(t.Context(), client, false), gateway.ErrRetry)
	require.Empty(t, elsewhere)
}

func TestDo_CheckFails_IsABrokenAnswer(t *testing.T) {
	client, _ := newClient(t, jsonhttp.Config{URL: serve(t, reply(200, `{"id":"other"}`))})
	var said answer
	call := jsonhttp.Call{Operation: "try", Method: http.MethodPost, Path: "/", Effect: true, Answer: &said, Check: func() error {
		return errors.New("about something else: " + said.ID)
	}}
	require.ErrorIs(t, client.Do(t.Context(), call), gateway.ErrUnknown)
	call.Effect = false
	require.ErrorIs(t, client.Do(t.Context(), call), gateway.ErrRetry)
}

func TestDo_NoObserver_Works(t *testing.T) {
	client, err := jsonhttp.New(jsonhttp.Config{System: "test", URL: serve(t, reply(200, `{}`))}, nil, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.NoError(t, post(t.Context(), client, true))
}

func TestNew_BadAddress_RefusedUnrepeated(t *testing.T) {
	for _, address := range []string{"", "localhost:8090", "ftp://user:pass@host", "http://", "http://user:pass@host\x7f"} {
		_, err := jsonhttp.New(jsonhttp.Config{System: "test", URL: address}, &watcher{}, slog.New(slog.DiscardHandler))
		require.ErrorContains(t, err, "address of test")
		require.NotContains(t, err.Error(), "pass")
	}
}

func TestDo_File_UpToItsLimit(t *testing.T) {
	client, _ := newClient(t, jsonhttp.Config{URL: serve(t, reply(200, "a,b\n"))})
	fetch := func(most int64) (string, error) {
		file := jsonhttp.File{Type: "text/csv", Most: most}
		err := client.Do(t.Context(), jsonhttp.Call{Operation: "file", Method: http.MethodGet, Path: "/file", File: &file})
		return string(file.Content), err
	}
	content, err := fetch(4)
	require.NoError(t, err)
	require.Equal(t, "a,b\n", content)
	_, err = fetch(3)
	require.ErrorIs(t, err, gateway.ErrRetry, "half a file is no file")
}
