// Package tracing sends spans to a collector: of the API, of workflows, of activities and of calls to partners. Spans hold
// only our own names and ids: no address with a person's id, no query, no body, no error text.
package tracing

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Header carries a trace from one system to the next: https://www.w3.org/TR/trace-context/
const Header = "traceparent"

// name is our name among the libraries that make spans.
const name = "selfcare"

// Config is the address of the collector and the sampling.
type Config struct {
	Endpoint string  // of an OTLP collector, by HTTP
	Share    float64 // share of the traces begun here that are kept, from 0 to 1
	Service  string  // kind of this process
	Version  string  // its build
}

// Tracing is the tracer of a process. All methods of a nil Tracing do nothing.
type Tracing struct {
	provider *sdktrace.TracerProvider
	share    float64
}

// Open returns nil without an endpoint. It does not call the collector: an outage of the collector costs only spans.
func Open(ctx context.Context, cfg Config) (*Tracing, error) {
	if cfg.Endpoint == "" {
		return nil, nil //nolint:nilnil // off
	}
	exporter, err := otlptracehttp.New(ctx, at(cfg.Endpoint))
	if err != nil {
		return nil, fmt.Errorf("OTEL_EXPORTER_OTLP_ENDPOINT: %w", err)
	}
	about := resource.NewSchemaless(
		attribute.String("service.name", cfg.Service),
		attribute.String("service.version", cfg.Version),
		attribute.String("service.instance.id", rand.Text()),
	)
	return &Tracing{share: cfg.Share, provider: sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(exporter), sdktrace.WithResource(about),
		sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(cfg.Share))),
	)}, nil
}

func at(endpoint string) otlptracehttp.Option {
	return otlptracehttp.WithEndpointURL(strings.TrimRight(endpoint, "/") + "/v1/traces")
}

// Ask sends the collector an empty request, once and in the way of spans. It returns an error if the collector would refuse
// spans.
func Ask(ctx context.Context, endpoint string) error {
	return otlptracehttp.NewClient(at(endpoint), otlptracehttp.WithRetry(otlptracehttp.RetryConfig{})).UploadTraces(ctx, nil)
}

// Close sends the spans that are still buffered.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// On reports whether tracing is on.
func (t *Tracing) On() bool { return t != nil }

// Begin begins the span of a request from outside. It takes over only the ids of a trace that another system began, so that
// both can be found together. The sampling is drawn here, independent of the caller's flags and ids, because a caller could
// otherwise force us to keep everything.
func (t *Tracing) Begin(ctx context.Context, traceparent string) (context.Context, trace.Span) {
	if t == nil {
		return ctx, trace.SpanFromContext(ctx)
	}
	theirs := trace.SpanContextFromContext(propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{Header: traceparent}))
	if theirs.IsValid() {
		ctx = trace.ContextWithRemoteSpanContext(ctx, trace.NewSpanContext(trace.SpanContextConfig{
			TraceID: theirs.TraceID(), SpanID: theirs.SpanID(), TraceFlags: trace.TraceFlags(0).WithSampled(t.drawn()), Remote: true,
		}))
	}
	return t.tracer().Start(ctx, "request", trace.WithSpanKind(trace.SpanKindServer))
}

func (t *Tracing) tracer() trace.Tracer { return t.provider.Tracer(name) }

func (t *Tracing) drawn() bool {
	var drawn [8]byte
	_, _ = rand.Read(drawn[:]) // never fails, by its documentation
	return within(drawn[:], t.share)
}

// within reports whether the eight random bytes fall into the share.
func within(drawn []byte, share float64) bool {
	return float64(binary.BigEndian.Uint64(drawn)) <= share*math.MaxUint64
}
