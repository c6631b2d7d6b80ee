package app

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/interceptor"

	"selfcare/internal/platform/logging"
	"selfcare/internal/platform/tracing"
)

// A worker with traces continues processes that began without them, and sends no spans for replayed work.
func TestReplay_WithTraces_SendsNoSpans(t *testing.T) {
	var told atomic.Int64
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { told.Add(1) }))
	defer collector.Close()
	traces, err := tracing.Open(t.Context(), tracing.Config{Endpoint: collector.URL, Share: 1, Service: "test"})
	require.NoError(t, err)
	both, err := traces.Temporal()
	require.NoError(t, err)
	require.Len(t, both, 1)
	replayer, err := newReplayer("", both[0].(interceptor.WorkerInterceptor))
	require.NoError(t, err)
	histories, err := recordedIn("../../../workflows/testdata/histories")
	require.NoError(t, err)
	for _, history := range histories {
		require.NoError(t, replayer.ReplayWorkflowHistoryFromJSONFile(logging.ForTemporal(slog.New(slog.DiscardHandler)), history), history)
	}
	require.NoError(t, traces.Close(t.Context()))
	require.Zero(t, told.Load(), "spans of a replay")
}
