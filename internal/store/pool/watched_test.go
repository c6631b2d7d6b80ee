package pool_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/store/pool"
)

// The metrics describe the pool that hands out connections, not a pool above it.
func TestOpen_BusyPool_ReportsWaiting(t *testing.T) {
	db, err := pool.Open(t.Context(), testkit.PostgresURL(t)+"&pool_max_conns=1")
	require.NoError(t, err)
	t.Cleanup(func() { _ = db.Close() })
	m := metrics.New()
	m.WatchPool("selfcare", db.DB)

	only, err := db.Conn(t.Context())
	require.NoError(t, err)
	hurry, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, db.PingContext(hurry), context.DeadlineExceeded)
	page := httptest.NewRecorder()
	m.Handler().ServeHTTP(page, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", http.NoBody))
	for _, want := range []string{"max_open_connections", "in_use_connections", "wait_count_total"} {
		require.Contains(t, page.Body.String(), "go_sql_"+want+`{db_name="selfcare"} 1`)
	}
	require.NotContains(t, page.Body.String(), `go_sql_wait_duration_seconds_total{db_name="selfcare"} 0`+"\n")
	require.NoError(t, only.Close())
}
