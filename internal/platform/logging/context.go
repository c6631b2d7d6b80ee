package logging

import (
	"context"
	"log/slog"

	"go.opentelemetry.io/otel/trace"
)

type contextKey string

// Keys of a log line, and of the context values for them.
const (
	keyOrderID contextKey = "orderId"
	keyTraceID contextKey = "traceId"
)

var contextKeys = [...]contextKey{keyOrderID, keyTraceID}

// WithOrderID adds the order's id to every line written under ctx.
func WithOrderID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, keyOrderID, id)
}

// WithTraceID adds the trace's id to every line written under ctx.
func WithTraceID(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, keyTraceID, id)
}

// contextHandler adds the ids of the context. own writes the same lines without redaction.
type contextHandler struct {
	slog.Handler
	own slog.Handler
}

func (h contextHandler) Handle(ctx context.Context, record slog.Record) error {
	for _, key := range contextKeys {
		if id, ok := ctx.Value(key).(string); ok && id != "" {
			record.AddAttrs(slog.String(string(key), id))
		}
	}
	if known := trace.SpanContextFromContext(ctx); known.HasTraceID() && ctx.Value(keyTraceID) == nil {
		record.AddAttrs(slog.String(string(keyTraceID), known.TraceID().String()))
	}
	return h.Handler.Handle(ctx, record)
}

func (h contextHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return contextHandler{h.Handler.WithAttrs(attrs), h.own.WithAttrs(attrs)}
}

func (h contextHandler) WithGroup(name string) slog.Handler {
	return contextHandler{h.Handler.WithGroup(name), h.own.WithGroup(name)}
}
