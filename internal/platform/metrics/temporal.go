package metrics

import (
	"fmt"
	"log/slog"

	otelprom "go.opentelemetry.io/otel/exporters/prometheus"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/opentelemetry"
)

// Temporal returns the recorder for the Temporal SDK; its metrics are served with ours. Call it once.
func (m *Metrics) Temporal(log *slog.Logger) (client.MetricsHandler, error) {
	exporter, err := otelprom.New(otelprom.WithRegisterer(m.registry), otelprom.WithoutScopeInfo(), otelprom.WithoutTargetInfo())
	if err != nil {
		return nil, fmt.Errorf("metrics of the Temporal SDK: %w", err)
	}
	provider := metric.NewMeterProvider(metric.WithReader(exporter), metric.WithView(secondsView()))
	return opentelemetry.NewMetricsHandler(opentelemetry.MetricsHandlerOptions{
		Meter:                provider.Meter("temporal-sdk-go"),
		UseMonotonicCounters: true,
		OnError:              func(err error) { log.Error("metric of the Temporal SDK not recorded", "error", err) },
	}), nil
}

// secondsView replaces the default buckets, which are for milliseconds, because the SDK records seconds.
func secondsView() metric.View {
	return metric.NewView(
		metric.Instrument{Kind: metric.InstrumentKindHistogram},
		metric.Stream{Aggregation: metric.AggregationExplicitBucketHistogram{Boundaries: answerBuckets}},
	)
}
