package app

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
	"selfcare/internal/platform/metrics"
)

func TestOps_EachRole_HasItsFigures(t *testing.T) {
	p := &parts{cfg: config.Config{}, log: slog.New(slog.DiscardHandler), metrics: metrics.New()}
	p.metrics.Request(http.MethodGet, "/api/plans", http.StatusOK, time.Millisecond)
	gone := errors.New("gone")
	ops, err := p.buildOps(health.New(health.Check{Name: "database", Probe: func(context.Context) error { return gone }}))
	require.NoError(t, err)
	ask := func(path string) (int, string) {
		answer, err := ops.Test(httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
		require.NoError(t, err)
		body, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		return answer.StatusCode, string(body)
	}
	status, figures := ask("/metrics")
	require.Equal(t, http.StatusOK, status)
	require.Contains(t, figures, `route="/api/plans"`)
	status, _ = ask("/readyz")
	require.Equal(t, http.StatusServiceUnavailable, status)
	status, _ = ask("/livez")
	require.Equal(t, http.StatusOK, status)
}

func TestOps_Readiness_MatchesTheAPI(t *testing.T) {
	for want, complaints := range map[string]struct {
		database, redis error
		status          int
	}{
		"ready\n":               {status: http.StatusOK},
		"ready, but degraded\n": {redis: errors.New("gone"), status: http.StatusOK},
		"not ready\n":           {database: errors.New("gone"), status: http.StatusServiceUnavailable},
	} {
		p := &parts{log: slog.New(slog.DiscardHandler), metrics: metrics.New()}
		ops, err := p.buildOps(health.New(
			health.Check{Name: "database", Probe: func(context.Context) error { return complaints.database }},
			health.Check{Name: "Redis", Spare: true, Probe: func(context.Context) error { return complaints.redis }},
		))
		require.NoError(t, err)
		answer, err := ops.Test(httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", http.NoBody))
		require.NoError(t, err)
		said, err := io.ReadAll(answer.Body)
		require.NoError(t, errors.Join(err, answer.Body.Close()))
		require.Equal(t, want, string(said))
		require.Equal(t, complaints.status, answer.StatusCode)
	}
}

func TestDoors_Operators_HaveTheirOwn(t *testing.T) {
	const ops, customers, smdp = "127.0.0.1:9090", ":8080", ":8443"
	for name, tt := range map[string]struct {
		roles Roles
		ops   string
		smdp  string
		want  []string
	}{
		"the API":                   {Roles{API: true}, ops, "", []string{"OPS_ADDR " + ops, "HTTP_ADDR " + customers}},
		"API and worker":            {Roles{API: true, Worker: true}, ops, "", []string{"OPS_ADDR " + ops, "HTTP_ADDR " + customers}},
		"a worker":                  {Roles{Worker: true}, ops, smdp, []string{"OPS_ADDR " + ops}},
		"the API without figures":   {Roles{API: true}, "", "", []string{"HTTP_ADDR " + customers}},
		"the API, with an SM-DP+":   {Roles{API: true}, ops, smdp, []string{"OPS_ADDR " + ops, "ES2PLUS_LISTEN " + smdp, "HTTP_ADDR " + customers}},
		"a worker without OPS_ADDR": {Roles{Worker: true}, "", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := &parts{cfg: config.Config{HTTPAddr: customers, OpsAddr: tt.ops, ES2Plus: config.ES2Plus{Listen: tt.smdp}}}
			doors, err := p.doors(tt.roles)
			require.NoError(t, err)
			var got []string
			for _, d := range doors {
				got = append(got, d.variable+" "+d.address)
			}
			require.Equal(t, tt.want, got)
		})
	}
}
