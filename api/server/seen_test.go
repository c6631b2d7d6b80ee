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
	"selfcare/internal/contract"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/tracing"
)

const (
	theirTrace  = "4bf92f3577b34da6a3ce929d0e0e4736"
	theirParent = "00-" + theirTrace + "-00f067aa0ba902b7-01"
)

// scrape is what operators see of the figures.
func (r *rig) scrape() string {
	page := httptest.NewRecorder()
	handler := r.options.Metrics.(*metrics.Metrics).Handler()
	handler.ServeHTTP(page, httptest.NewRequestWithContext(r.t.Context(), http.MethodGet, "/metrics", http.NoBody))
	return page.Body.String()
}

func TestFigures_CountWhoIsRefusedByALimit(t *testing.T) {
	r := newRig(t)
	for range 61 {
		r.call(http.MethodGet, "/api/invitations/NOBODY22", "")
	}
	require.Contains(t, r.scrape(), `selfcare_limits_hit_total{answer="refused",limit="invitation"} 1`+"\n")
}

func TestFigures_SayHowManyPagesWatch(t *testing.T) {
	r := newRig(t, func(o *server.Options) { o.StreamPoll, o.StreamBeat = time.Hour, 10*time.Millisecond })
	o, base := r.start(), r.listen()
	open := r.send(http.MethodGet, base+"/api/orders/"+o.id+"/events", "", withSession(o.session))
	require.Equal(t, http.StatusOK, open.StatusCode)
	require.Contains(t, r.scrape(), "selfcare_streams_open 1\n")
	require.NoError(t, open.Body.Close())
	require.Eventually(t, func() bool { return strings.Contains(r.scrape(), "selfcare_streams_open 0\n") }, time.Minute, 10*time.Millisecond)
}

// traced has a collector that nobody runs.
func traced(t *testing.T) func(*server.Options) {
	t.Helper()
	traces, err := tracing.Open(t.Context(), tracing.Config{Endpoint: "http://127.0.0.1:1", Share: 0, Service: "test"})
	require.NoError(t, err)
	return func(o *server.Options) { o.Traces = traces }
}

func TestTraceID_IsThatOfTheTraceOfTheCaller(t *testing.T) {
	got := newRig(t, traced(t)).call(http.MethodGet, "/api/orders/none", "", header{"traceparent": theirParent})
	requireRefused(t, got, contract.FailOrderNotFound)
	require.Equal(t, theirTrace, got.Header.Get("X-Trace-Id"))
	require.Contains(t, string(got.body), `"traceId":"`+theirTrace+`"`)
}

func TestTraceID_IsOursWhereNothingIsTraced(t *testing.T) {
	got := newRig(t).call(http.MethodGet, "/api/plans", "", header{"traceparent": theirParent})
	require.Regexp(t, "^[0-9a-f]{32}$", got.Header.Get("X-Trace-Id"))
	require.NotEqual(t, theirTrace, got.Header.Get("X-Trace-Id"))
}

func TestPages_SayThatTracesAreKeptOnlyWhereTheyAre(t *testing.T) {
	site := func(o *server.Options) {
		o.Web = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head><title>Selfcare</title></head><body></body></html>")}}
	}
	const says = `<meta name="traced" content="true">`
	require.Contains(t, string(newRig(t, site, traced(t)).call(http.MethodGet, "/en/", "").body), says)
	require.NotContains(t, string(newRig(t, site).call(http.MethodGet, "/en/", "").body), says)
}
