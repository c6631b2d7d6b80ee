// Package tracing tells a collector what a request caused: in the API, in workflows, in activities and at partners. What it sends
// holds names and ids of our own alone: no address with an id of a person, no query, no body, no text of an error.
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

// Header is how a trace goes from one system to the next: https://www.w3.org/TR/trace-context/
const Header = "traceparent"

// name is ours among the libraries that make spans.
const name = "selfcare"

// Config says where spans go.
type Config struct {
	Endpoint string  // of an OTLP collector, by HTTP
	Share    float64 // of the traces that begin here and are told, from 0 to 1
	Service  string  // what this process is
	Version  string  // its build
}

// Tracing is on where there is one: all methods of a nil one do nothing.
type Tracing struct {
	provider *sdktrace.TracerProvider
	share    float64
}

// Open makes none where no endpoint is set. It does not call the collector: one that is away costs spans, and nothing else.
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

// Ask sends a collector no span at all, once and the way spans are sent: an error where it would not take them.
func Ask(ctx context.Context, endpoint string) error {
	return otlptracehttp.NewClient(at(endpoint), otlptracehttp.WithRetry(otlptracehttp.RetryConfig{})).UploadTraces(ctx, nil)
}

// Close sends what is still here.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// On tells whether anything is traced.
func (t *Tracing) On() bool { return t != nil }

// Begin begins the span of a request from outside. Of a trace that somebody else began we take the ids, so that both can be found
// together, and nothing else: whether we keep it is drawn here, whatever its flags say, or anybody could have us keep everything.
// Nor does the draw depend on the id, which is as much theirs to choose.
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

// within tells whether eight bytes are among the first of all that there can be, by their share.
func within(drawn []byte, share float64) bool {
	return float64(binary.BigEndian.Uint64(drawn)) <= share*math.MaxUint64
}
