// Package metrics counts what the programs do, for Prometheus. Labels hold names and codes, never personal data or ids.
package metrics

import (
	"database/sql"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

const namespace = "selfcare"

// answerBuckets reach from a cached read to the time-out of a call; in seconds.
var answerBuckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}

// Metrics is one program's registry with its recorders. All methods are safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.HistogramVec
	calls    *prometheus.HistogramVec
	circuits *prometheus.GaugeVec
	usage    *prometheus.CounterVec
	browser  *browser
	outcomes *outcomes
	access   *access
}

// New returns a registry that also has the metrics of the Go runtime and the process.
func New() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		browser:  newBrowser(),
		outcomes: newOutcomes(),
		access:   newAccess(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "http", Name: "request_duration_seconds",
			Help: "Duration of HTTP requests, by method, route and status.", Buckets: answerBuckets,
		}, []string{"method", "route", "status"}),
		calls: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "gateway", Name: "call_duration_seconds",
			Help: "Duration of calls to outside systems, by system, operation and outcome.", Buckets: answerBuckets,
		}, []string{"system", "operation", "outcome"}),
		circuits: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Namespace: namespace, Subsystem: "gateway", Name: "circuit_state",
			Help: "1 for the present state of the circuit to a system, else 0.",
		}, []string{"system", "state"}),
		usage: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "usage", Name: "events_total",
			Help: "Usage events that the network sent, by outcome: taken, known, or the code of the refusal.",
		}, []string{"outcome"}),
	}
	for _, outcome := range []string{"taken", "known"} {
		m.usage.WithLabelValues(outcome) // so that the first event is a rise from zero
	}
	m.browser.register(m.registry)
	m.registry.MustRegister(
		m.requests, m.calls, m.circuits, m.usage,
		m.outcomes.orders, m.outcomes.purchases, m.outcomes.payments, m.outcomes.receipts,
		m.access.codes, m.access.limits, m.access.opinions, m.access.streams, m.access.lag,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	return m
}

// Handler serves /metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{Registry: m.registry})
}

// Request records an answered request. The route is the template (/orders/{id}), never the path, because each path would make
// a series of its own.
func (m *Metrics) Request(method, route string, status int, took time.Duration) {
	m.requests.WithLabelValues(method, route, strconv.Itoa(status)).Observe(took.Seconds())
}

// CallDone records a call to an outside system.
func (m *Metrics) CallDone(system, operation, outcome string, took time.Duration) {
	m.calls.WithLabelValues(system, operation, outcome).Observe(took.Seconds())
}

// circuitStates are the states of the gateways' circuit breaker.
var circuitStates = [...]string{"closed", "half-open", "open"}

// CircuitChanged records the state of the circuit to an outside system.
func (m *Metrics) CircuitChanged(system, state string) {
	for _, known := range circuitStates {
		value := 0.0
		if known == state {
			value = 1
		}
		m.circuits.WithLabelValues(system, known).Set(value)
	}
}

// UsageReported counts usage events of the network by outcome.
func (m *Metrics) UsageReported(outcome string, events int) {
	m.usage.WithLabelValues(outcome).Add(float64(events))
}

// WatchPool adds the metrics of a database pool. Call it once per name.
func (m *Metrics) WatchPool(name string, db *sql.DB) {
	m.registry.MustRegister(collectors.NewDBStatsCollector(db, name))
}
