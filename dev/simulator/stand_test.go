package simulator_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/simulator"
	"selfcare/dev/simulator/engine"
)

const (
	soon = time.Minute
	tick = 5 * time.Millisecond
)

// transport uses each connection once: on a used one Go itself repeats requests with an Idempotency-Key.
var transport = &http.Transport{DisableKeepAlives: true}

// event is a call-back as the product receives it.
type event struct {
	System  string
	EventID string         `json:"eventId"`
	Type    string         `json:"type"`
	Data    map[string]any `json:"data"`
	Events  []usageEvent   `json:"events"` // of a batch of usage

	// For a bank payment.
	PaymentID string    `json:"paymentId"`
	Reference string    `json:"reference"`
	Amount    int64     `json:"amount"`
	PaidAt    time.Time `json:"paidAt"`
}

// receiver stands for the product's webhooks.
type receiver struct {
	mu      sync.Mutex
	events  []event
	refuse  int // this many call-backs are answered 500
	answer  string
	problem string

	forged, seenForged bool // a wrong signature is expected, and came
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	e := event{System: strings.Replace(req.URL.Path[1:], "/generic", "", 1)}
	port, _, _ := strings.Cut(e.System, "/")
	if err := json.Unmarshal(body, &e); err != nil {
		r.problem = err.Error()
	}
	if port == "identity" { // its body proves its sender
		e, r.problem = eventOfToken(e, body, req.Header.Get("X-Signature"))
	} else if !signed(req.Header.Get("X-Signature"), "sim-"+port+"-webhook-secret", body) {
		if r.seenForged = r.forged; !r.forged {
			r.problem = "signature"
		}
	}
	if r.refuse > 0 {
		r.refuse--
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	r.events = append(r.events, e)
	_, _ = io.WriteString(w, r.answer)
}

// eventOfToken reads a call-back of the identity app, without its proof.
func eventOfToken(e event, body []byte, signature string) (told event, problem string) {
	var said struct{ Token, TransID, RequestID string }
	_ = json.Unmarshal(body, &said)
	_, payload, _ := strings.Cut(said.Token, ".")
	payload, _, _ = strings.Cut(payload, ".")
	claims, err := base64.RawURLEncoding.DecodeString(payload)
	if err != nil || json.Unmarshal(claims, &e.Data) != nil || signature != "" {
		problem = "token of the identity app"
	}
	e.Type, e.EventID = eventIdentity, said.TransID
	e.Data["requestId"] = said.RequestID
	return e, problem
}

func signed(header, secret string, body []byte) bool {
	parts := regexp.MustCompile(`^t=([0-9]{10}),v1=[0-9a-f]{64}$`).FindStringSubmatch(header)
	if parts == nil {
		return false
	}
	unix, err := strconv.ParseInt(parts[1], 10, 64)
	return err == nil && time.Since(time.Unix(unix, 0)) < time.Minute && engine.Sign(secret, time.Unix(unix, 0), body) == header
}

func (r *receiver) of(kind string) []event {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []event
	for _, e := range r.events {
		if e.Type == kind {
			list = append(list, e)
		}
	}
	return list
}

// stand is running simulators and the product's side of them.
type stand struct {
	t        *testing.T
	url      string
	receiver *receiver
	release  func() // of callers kept waiting
	stop     func()
}

func newStand(t *testing.T) *stand { return newStandIn(t, t.TempDir(), &receiver{}) }

func newStandIn(t *testing.T, dir string, r *receiver) *stand {
	t.Helper()
	return newStandAt(t, dir, r, 0)
}

// hardly is a speed at which time passes only on request, even on a slow machine. A timer's next work counts from its
// own end, so a test that lets time pass twice waits in between.
const hardly = 0.001

func newStandAt(t *testing.T, dir string, r *receiver, speed float64) *stand {
	t.Helper()
	product := httptest.NewServer(r)
	cfg := simulator.Defaults()
	cfg.Log, cfg.StateDir, cfg.CallbackBase = nil, dir, product.URL
	cfg.SpeedOfTime = speed
	sim, err := simulator.New(cfg)
	require.NoError(t, err)
	server := httptest.NewServer(sim.Handler())
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- sim.Run(ctx) }()
	w := &stand{t: t, url: server.URL, receiver: r, release: sim.Release}
	w.stop = sync.OnceFunc(func() {
		sim.Release()
		server.CloseClientConnections()
		server.Close()
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, sim.Close())
		product.Close()
		require.Empty(t, r.problem)
	})
	t.Cleanup(w.stop)
	return w
}

// reply is an answer with its body as JSON; raw is for answers that are not.
type reply struct {
	status int
	header http.Header
	body   map[string]any
	raw    string
}

func (r reply) code() any { return r.body["code"] }

type headers map[string]string

// call sends one request; a lost answer is an error.
func (w *stand) try(method, path string, h headers, body any) (reply, error) {
	w.t.Helper()
	raw, err := json.Marshal(body)
	require.NoError(w.t, err)
	ctx, cancel := context.WithTimeout(w.t.Context(), soon)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, w.url+path, bytes.NewReader(raw))
	require.NoError(w.t, err)
	req.Header.Set("Content-Type", "application/json")
	for name, value := range h {
		req.Header.Set(name, value)
	}
	res, err := transport.RoundTrip(req) // redirects are results, too
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	answer := reply{status: res.StatusCode, header: res.Header, raw: string(text)}
	_ = json.Unmarshal(text, &answer.body) // not every answer is an object
	return answer, err
}

func (w *stand) call(method, path string, h headers, body any) reply {
	w.t.Helper()
	answer, err := w.try(method, path, h, body)
	require.NoError(w.t, err)
	return answer
}

// control calls the control API, which must accept.
func (w *stand) control(path string, body any) reply {
	w.t.Helper()
	answer := w.call(http.MethodPost, "/control/"+path, nil, body)
	require.Less(w.t, answer.status, 300, answer.raw)
	return answer
}

func (w *stand) scenario(system, operation, outcome string, more ...map[string]any) {
	w.t.Helper()
	body := map[string]any{"operation": operation, "outcome": outcome}
	for _, extra := range more {
		for k, v := range extra {
			body[k] = v
		}
	}
	w.control(system+"/scenarios", body)
}

// items reads a list of the control API.
func (w *stand) items(path string) []map[string]any {
	w.t.Helper()
	answer := w.call(http.MethodGet, "/control/"+path, nil, nil)
	require.Equal(w.t, http.StatusOK, answer.status, answer.raw)
	var list struct{ Items []map[string]any }
	require.NoError(w.t, json.Unmarshal([]byte(answer.raw), &list))
	return list.Items
}

// pass lets simulated time pass.
func (w *stand) pass(d time.Duration) {
	w.t.Helper()
	w.control("clock", map[string]any{"advanceMs": d.Milliseconds()})
}

// events waits for a number of call-backs of a type.
func (w *stand) events(kind string, n int) []event {
	w.t.Helper()
	require.Eventually(w.t, func() bool { return len(w.receiver.of(kind)) >= n }, soon, tick, "call-backs %s", kind)
	list := w.receiver.of(kind)
	require.Len(w.t, list, n)
	return list
}

// settled waits until no call-back is open.
func (w *stand) settled() {
	w.t.Helper()
	require.Eventually(w.t, func() bool {
		for _, c := range w.items("callbacks") {
			if c["planned"] != 0.0 {
				return false
			}
		}
		return true
	}, soon, tick)
}

// calls reads the call counts of an operation.
func (w *stand) calls(system, operation string) map[string]any {
	w.t.Helper()
	state := w.call(http.MethodGet, "/control/state", nil, nil)
	counts, _ := state.body["systems"].(map[string]any)[system].(map[string]any)["calls"].(map[string]any)
	count, _ := counts[operation].(map[string]any)
	return count
}
