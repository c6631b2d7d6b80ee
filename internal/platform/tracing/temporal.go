package tracing

import (
	"context"
	"crypto/sha256"
	"fmt"

	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/contrib/opentelemetry"
	"go.temporal.io/sdk/interceptor"
)

// headerKey is the key of a trace in histories: the SDKs' own name.
const headerKey = "_tracer-data"

type spanKey struct{}

// Temporal returns the SDK's interceptor for clients and, through them, their workers. It is nil without tracing, so that
// histories hold no trace. It differs from the SDK's in two ways:
//   - A workflow that is replayed begins no spans. The SDK's interceptor would report each update again whenever a worker starts or
//     runs short of memory.
//   - A run that continues as new, and one that a schedule starts, begin a trace of their own. Otherwise the trace of the click that
//     opened a line would last as long as the line.
func (t *Tracing) Temporal() ([]interceptor.ClientInterceptor, error) {
	if t == nil {
		return nil, nil
	}
	tracer, err := opentelemetry.NewTracer(opentelemetry.TracerOptions{
		Tracer: t.tracer(), TextMapPropagator: propagation.TraceContext{}, DisableBaggage: true, SpanContextKey: spanKey{}, HeaderKey: headerKey,
		DisableQueryTracing: true, AllowInvalidParentSpans: true, SpanStarter: startQuiet,
	})
	if err != nil {
		return nil, fmt.Errorf("trace Temporal: %w", err)
	}
	return []interceptor.ClientInterceptor{&steps{Interceptor: interceptor.NewTracingInterceptor(tracer), tracer: tracer, share: t.share}}, nil
}

// quiet removes error texts, because they may say more than a code.
type quiet struct{ trace.Span }

func startQuiet(ctx context.Context, t trace.Tracer, name string, options ...trace.SpanStartOption) trace.Span {
	_, span := t.Start(ctx, name, options...)
	return quiet{span}
}

// RecordError drops the error.
func (quiet) RecordError(error, ...trace.EventOption) {}

// SetStatus drops the description.
func (q quiet) SetStatus(code codes.Code, _ string) { q.Span.SetStatus(code, "") }

// steps is the SDK's interceptor with our own treatment of inbound calls.
type steps struct {
	interceptor.Interceptor
	tracer interceptor.Tracer
	share  float64
}

// ofRun returns the trace of a run whose caller has none.
func (s *steps) ofRun(id string) trace.SpanContext {
	sum := sha256.Sum256([]byte(id))
	return trace.NewSpanContext(trace.SpanContextConfig{
		TraceID: trace.TraceID(sum[:16]), SpanID: trace.SpanID(sum[16:24]), Remote: true,
		TraceFlags: trace.TraceFlags(0).WithSampled(within(sum[24:], s.share)),
	})
}

// InterceptClient leaves schedules untraced.
func (s *steps) InterceptClient(next interceptor.ClientOutboundInterceptor) interceptor.ClientOutboundInterceptor {
	return &clientSteps{ClientOutboundInterceptor: s.Interceptor.InterceptClient(next), next: next}
}

type clientSteps struct {
	interceptor.ClientOutboundInterceptor
	next interceptor.ClientOutboundInterceptor
}

// CreateSchedule passes no trace on.
func (c *clientSteps) CreateSchedule(ctx context.Context, in *interceptor.ScheduleClientCreateInput) (client.ScheduleHandle, error) {
	return c.next.CreateSchedule(ctx, in)
}
