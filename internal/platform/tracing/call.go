package tracing

import (
	"context"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
)

// Call begins the span of a call to a partner, as a child of the span in ctx. Without a trace in ctx it begins none.
func Call(ctx context.Context, system, operation string) (context.Context, trace.Span) {
	caller := trace.SpanFromContext(ctx)
	if !caller.SpanContext().IsValid() {
		return ctx, caller
	}
	return caller.TracerProvider().Tracer(name).Start(ctx, system+" "+operation, trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attribute.String("peer.service", system)))
}

// Carry adds the trace to the headers of the call.
func Carry(ctx context.Context, header http.Header) {
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(header))
}

// Ended ends the span of a call with its outcome.
func Ended(span trace.Span, outcome string, failed bool) {
	span.SetAttributes(attribute.String("outcome", outcome))
	if failed {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// Answered ends the span of a request.
func Answered(span trace.Span, operation, method, route string, status int) {
	if operation == "" {
		operation = method + " " + route // without an operation: the template of the address, never the address itself
	}
	span.SetName(operation)
	span.SetAttributes(
		attribute.String("http.request.method", method), attribute.String("http.route", route), attribute.Int("http.response.status_code", status),
	)
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	span.End()
}

// ID returns the id of the trace in ctx, or "".
func ID(ctx context.Context) string {
	if known := trace.SpanContextFromContext(ctx); known.HasTraceID() {
		return known.TraceID().String()
	}
	return ""
}
