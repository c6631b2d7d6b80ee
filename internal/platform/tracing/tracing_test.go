package tracing_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/otel/trace"

	"selfcare/internal/platform/tracing"
)

const (
	theirTrace   = "4bf92f3577b34da6a3ce929d0e0e4736"
	theirParent  = "00-" + theirTrace + "-00f067aa0ba902b7-"
	wantsSampled = theirParent + "01"
	wantsNothing = theirParent + "00"
)

func opened(t *testing.T, share float64) *tracing.Tracing {
	t.Helper()
	traces, err := tracing.Open(t.Context(), tracing.Config{Endpoint: "http://127.0.0.1:1", Share: share, Service: "test"})
	require.NoError(t, err)
	t.Cleanup(func() {
		over, cancel := context.WithCancel(context.Background())
		cancel() // no collector takes the spans
		_ = traces.Close(over)
	})
	return traces
}

func TestBegin_OutsideTrace_KeepsIDsNotSampling(t *testing.T) {
	for name, test := range map[string]struct {
		parent string
		share  float64
		keeps  bool
	}{
		"a stranger who wants it kept where we keep nothing": {wantsSampled, 0, false},
		"a stranger who wants it lost where we keep all":     {wantsNothing, 1, true},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, span := opened(t, test.share).Begin(t.Context(), test.parent)
			require.Equal(t, theirTrace, tracing.ID(ctx))
			require.Equal(t, test.keeps, span.SpanContext().IsSampled())
			require.Equal(t, test.keeps, span.IsRecording())
		})
	}
}

// With a share of one half, all or none of a thousand requests with the same id would be kept if the id decided.
func TestBegin_AnyID_HasTheSameChance(t *testing.T) {
	traces, kept := opened(t, 0.5), 0
	for range 1000 {
		_, span := traces.Begin(t.Context(), wantsSampled)
		if span.SpanContext().IsSampled() {
			kept++
		}
	}
	require.InDelta(t, 500, kept, 150)
}

func TestBegin_NoTrace_StartsOne(t *testing.T) {
	for name, parent := range map[string]string{
		"nothing": "", "text": "hello", "no trace": "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
		"a query": "00-" + theirTrace + "-00f067aa0ba902b7-01?x=1", "two": wantsSampled + "," + wantsSampled,
	} {
		ctx, _ := opened(t, 1).Begin(t.Context(), parent)
		require.Len(t, tracing.ID(ctx), 32, name)
		require.NotEqual(t, theirTrace, tracing.ID(ctx), name)
	}
}

func TestOpen_NoCollector_TracesNothing(t *testing.T) {
	traces, err := tracing.Open(t.Context(), tracing.Config{Share: 1})
	require.NoError(t, err)
	require.False(t, traces.On())
	ctx, span := traces.Begin(t.Context(), wantsSampled)
	require.Empty(t, tracing.ID(ctx))
	require.False(t, span.IsRecording())
	interceptors, err := traces.Temporal()
	require.NoError(t, err)
	require.Empty(t, interceptors, "histories are as they always were")
	require.NoError(t, traces.Close(t.Context()))
	ctx, span = tracing.Call(ctx, "courier", "book")
	require.False(t, span.IsRecording())
	header := http.Header{}
	tracing.Carry(ctx, header)
	require.Empty(t, header)
}

func TestCall_Span_HasParentAndTellsPartner(t *testing.T) {
	ctx, request := opened(t, 1).Begin(t.Context(), wantsNothing)
	ctx, call := tracing.Call(ctx, "courier", "book")
	require.Equal(t, request.SpanContext().TraceID(), call.SpanContext().TraceID())
	header := http.Header{}
	tracing.Carry(ctx, header)
	require.Equal(t, "00-"+theirTrace+"-"+trace.SpanContextFromContext(ctx).SpanID().String()+"-01", header.Get(tracing.Header))
}
