package devstack

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/cmd/selfcare/app"
	"selfcare/dev/testkit"
)

// Balancers ask a copy of the API every few seconds for its readiness, and send it requests until it is not ready.
func TestRun_StoppingAPI_ServesUntilNoticed(t *testing.T) {
	const lingers, within = 3 * time.Second, 6 * time.Second
	s := freshSettings(t)
	during(t, s, func(string) {
		ops := besides(t, s)
		ops.cfg.HTTPAddr, ops.cfg.DrainDelay, ops.cfg.StopWithin = "127.0.0.1:"+freePort(t), lingers, within
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		ended := make(chan error, 1)
		go func() { ended <- app.Serve(ctx, ops.cfg, silent, app.Roles{API: true}) }()
		copied := "http://" + ops.cfg.HTTPAddr
		require.Eventually(t, func() bool { return answers(t, copied, "/readyz") == http.StatusOK }, time.Minute, 20*time.Millisecond)

		asked := time.Now()
		stop()
		require.Eventually(t, func() bool { return answers(t, copied, "/readyz") == http.StatusServiceUnavailable }, lingers, time.Millisecond)
		served := 0
		for time.Since(asked) < lingers-time.Second/2 {
			require.Equal(t, http.StatusOK, answers(t, copied, "/api/plans"))
			served++
		}
		require.Greater(t, served, 10)
		require.Equal(t, http.StatusServiceUnavailable, answers(t, copied, "/readyz"))
		require.NoError(t, testkit.Receive(t, ended))
		took := time.Since(asked)
		require.GreaterOrEqual(t, took, lingers)
		require.Less(t, took, within)
		require.Zero(t, answers(t, copied, "/livez"), "the listener is closed")
	})
}

// A request to stop can come while a worker still begins its perpetual workflows; the start then ends without an error.
func TestServe_StopWhileStarting_EndsWithoutError(t *testing.T) {
	s := freshSettings(t)
	during(t, s, func(string) {
		ops := besides(t, s)
		for _, message := range []string{"before the first connection", "Started Worker"} {
			ctx, stop := context.WithCancel(t.Context())
			log := slog.New(stopAt{slog.DiscardHandler, message, stop})
			log.Info("before the first connection")
			require.NoError(t, app.Serve(ctx, ops.cfg, log, app.Roles{Worker: true, BuildID: "stopped"}), message)
			require.Error(t, ctx.Err(), message)
		}
	})
}

// stopAt calls stop at a message of the log.
type stopAt struct {
	slog.Handler
	message string
	stop    func()
}

func (h stopAt) Enabled(context.Context, slog.Level) bool { return true }

func (h stopAt) Handle(_ context.Context, r slog.Record) error {
	if r.Message == h.message {
		h.stop()
	}
	return nil
}

func (h stopAt) WithAttrs([]slog.Attr) slog.Handler { return h }

// answers is the status of an address, 0 without an answer.
func answers(t *testing.T, origin, path string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.TrimSuffix(origin, "/")+path, http.NoBody)
	require.NoError(t, err)
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return 0
	}
	require.NoError(t, response.Body.Close())
	return response.StatusCode
}
