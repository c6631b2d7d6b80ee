package metrics

import "github.com/prometheus/client_golang/prometheus"

// Registry is for parts with metrics of their own.
func (m *Metrics) Registry() *prometheus.Registry { return m.registry }
