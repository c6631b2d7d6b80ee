package metrics

import "github.com/prometheus/client_golang/prometheus"

const subsystemClient = "client"

// browser holds the metrics that browsers report. Pages and names come from the contract, so the number of series is limited.
type browser struct {
	errors *prometheus.CounterVec
	vitals map[string]*prometheus.HistogramVec
	scale  map[string]float64
}

// newBrowser uses the borders between good, fair and poor (https://web.dev/articles/vitals) as buckets, and some around them.
func newBrowser() *browser {
	histogram := func(name, help string, buckets ...float64) *prometheus.HistogramVec {
		return prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: namespace, Subsystem: subsystemClient, Name: name, Help: help, Buckets: buckets,
		}, []string{"page"})
	}
	const milliseconds = 1e-3
	return &browser{
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: namespace, Subsystem: subsystemClient, Name: "errors_total",
			Help: "Errors in browsers, by page and name.",
		}, []string{"page", "name"}),
		vitals: map[string]*prometheus.HistogramVec{
			"LCP": histogram("lcp_seconds", "Time until the largest content was painted, by page.", .5, 1, 1.5, 2, 2.5, 3, 4, 6, 10),
			"INP": histogram("inp_seconds", "Time from an action of the user to the next paint, by page.", .05, .1, .15, .2, .3, .5, 1, 2),
			"CLS": histogram("cls", "How much the layout shifted, by page.", .01, .025, .05, .1, .15, .25, .5, 1),
		},
		scale: map[string]float64{"LCP": milliseconds, "INP": milliseconds, "CLS": 1},
	}
}

func (c *browser) register(registry *prometheus.Registry) {
	registry.MustRegister(c.errors)
	for _, histogram := range c.vitals {
		registry.MustRegister(histogram)
	}
}

// ClientError counts an error that a browser reported.
func (m *Metrics) ClientError(page, name string) { m.browser.errors.WithLabelValues(page, name).Inc() }

// ClientVital records a web vital in the browser's unit: times in milliseconds.
func (m *Metrics) ClientVital(page, name string, value float64) {
	if histogram, known := m.browser.vitals[name]; known {
		histogram.WithLabelValues(page).Observe(value * m.browser.scale[name])
	}
}
