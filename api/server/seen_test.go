package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
	"selfcare/internal/contract"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/tracing"
)

const (
	theirTrace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	theirParent = "00-" + theirTrace + "-00f067aa0ba902b7-01"
)

// scrape returns the metrics page.
func scrape(r *servertest.Rig) string {
	page := httptest.NewRecorder()
	handler := r.Options.Metrics.(*metrics.Metrics).Handler()
	handler.ServeHTTP(page, httptest.NewRequestWithContext(r.T.Context(), http.MethodGet, "/metrics", http.NoBody))
	return page.Body.String()
}

func TestMetrics_LimitRefusal_IsCounted(t *testing.T) {
	r := servertest.New(t)
	for range 61 {
		r.Call(http.MethodGet, "/api/invitations/NOBODY22", "")
	}
	require.Contains(t, scrape(r), `selfcare_limits_hit_total{answer="refused",limit="invitation"} 1`+"\n")
}

func TestMetrics_OpenStreams_AreCounted(t *testing.T) {
	r := servertest.New(t, func(o *server.Options) { o.StreamPoll, o.StreamBeat = time.Hour, 10*time.Millisecond })
	o, base := r.Start(), r.Listen()
	open := r.Send(http.MethodGet, base+"/api/orders/"+o.ID+"/events", "", servertest.WithSession(o.Session))
	require.Equal(t, http.StatusOK, open.StatusCode)
	require.Contains(t, scrape(r), "selfcare_streams_open 1\n")
	require.NoError(t, open.Body.Close())
	require.Eventually(t, func() bool { return strings.Contains(scrape(r), "selfcare_streams_open 0\n") }, time.Minute, 10*time.Millisecond)
}

// traced turns tracing on with a collector that does not run.
func traced(t *testing.T) func(*server.Options) {
	t.Helper()
	traces, err := tracing.Open(t.Context(), tracing.Config{Endpoint: "http://127.0.0.1:1", Share: 0, Service: "test"})
	require.NoError(t, err)
	return func(o *server.Options) { o.Traces = traces }
}

func TestTraceID_CallerHasTrace_IsTheSame(t *testing.T) {
	got := servertest.New(t, traced(t)).Call(http.MethodGet, "/api/orders/none", "", servertest.Header{"traceparent": theirParent})
	servertest.RequireRefused(t, got, contract.FailOrderNotFound)
	require.Equal(t, theirTrace, got.Header.Get("X-Trace-Id"))
	require.Contains(t, string(got.Body), `"traceId":"`+theirTrace+`"`)
}

func TestTraceID_NoTrace_IsNew(t *testing.T) {
	got := servertest.New(t).Call(http.MethodGet, "/api/plans", "", servertest.Header{"traceparent": theirParent})
	require.Regexp(t, "^[0-9a-f]{32}$", got.Header.Get("X-Trace-Id"))
	require.NotEqual(t, theirTrace, got.Header.Get("X-Trace-Id"))
}

func TestPages_TracingOn_SaySo(t *testing.T) {
	site := func(o *server.Options) {
		o.Web = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head><title>Selfcare</title></head><body></body></html>")}}
	}
	const says = `<meta name="traced" content="true">`
	require.Contains(t, string(servertest.New(t, site, traced(t)).Call(http.MethodGet, "/en/", "").Body), says)
	require.NotContains(t, string(servertest.New(t, site).Call(http.MethodGet, "/en/", "").Body), says)
}
