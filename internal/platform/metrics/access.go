package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"selfcare/internal/domain/ratelimit"
)

// access holds the metrics of the API besides those of its operations.
type access struct {
	codes, limits *prometheus.CounterVec
	opinions      *prometheus.CounterVec
	streams       prometheus.Gauge
	lag           *prometheus.HistogramVec
}

// Answers to a caller at a limit.
const (
	limitRefused = "refused" // try again later
	limitRobot   = "robot"   // prove first that you are no robot
)

// lagBuckets reach from a webhook that comes at once to one that was repeated for a day; in seconds.
var lagBuckets = []float64{.25, 1, 5, 15, 60, 300, 900, 3600, 21600, 86400}

func newAccess() *access {
	d := &access{
		codes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "codes", Name: "sent_total", Help: "One-time codes handed over for sending, by purpose.",
		}, []string{"purpose"}),
		limits: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "limits", Name: "hit_total",
			Help: "Attempts beyond a limit, by limit and answer: refused, or robot if a proof of work was demanded.",
		}, []string{"limit", "answer"}),
		opinions: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: "faq", Name: "opinions_total",
			Help: "Opinions of accounts and devices on whether an answer helped: yes or no. For the answers see: selfcare content helpful.",
		}, []string{"helpful"}),
		streams: prometheus.NewGauge(prometheus.GaugeOpts{
			Namespace: namespace, Subsystem: "streams", Name: "open", Help: "Open pages that watch an order.",
		}),
		lag: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: "webhook", Name: "lag_seconds",
			Help: "Time from an event at a partner until its process got the webhook, by partner.", Buckets: lagBuckets,
		}, []string{"system"}),
	}
	for _, rule := range ratelimit.Table {
		d.limits.WithLabelValues(rule.Key, limitRefused)
	}
	return d
}

// CodeSent counts a one-time code that was handed over for sending.
func (m *Metrics) CodeSent(purpose string) { m.access.codes.WithLabelValues(purpose).Inc() }

// LimitHit counts an attempt beyond a limit. The limit is the key of its row.
func (m *Metrics) LimitHit(limit string, robot bool) {
	answer := limitRefused
	if robot {
		answer = limitRobot
	}
	m.access.limits.WithLabelValues(limit, answer).Inc()
}

// Opinion counts the first opinion of a caller on whether an answer helped.
func (m *Metrics) Opinion(helpful bool) {
	said := "no"
	if helpful {
		said = "yes"
	}
	m.access.opinions.WithLabelValues(said).Inc()
}

// StreamOpened counts a page that watches an order, until closed is called.
func (m *Metrics) StreamOpened() (closed func()) {
	m.access.streams.Inc()
	return m.access.streams.Dec
}

// WebhookTaken records the time from an event until its process got the webhook. A partner's clock may be ahead of our clock.
func (m *Metrics) WebhookTaken(system string, lag time.Duration) {
	m.access.lag.WithLabelValues(system).Observe(max(lag, 0).Seconds())
}
