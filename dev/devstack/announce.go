package devstack

import (
	"context"
	"net"
	"net/http"
	"time"

	"selfcare/internal/platform/config"
)

// announce calls Ready when the app is ready, or, if the worker is started by hand, when the app runs.
func (s *stack) announce(ctx context.Context, cfg config.Config) {
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	probe := &http.Client{Timeout: 3 * time.Second}
	path := "/readyz"
	if !s.options.Roles.Worker {
		path = "/livez"
	}
	for !isReady(ctx, probe, "http://"+reachable(cfg.HTTPAddr)+path) {
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
	s.options.Ready(s.addresses(cfg))
}

func isReady(ctx context.Context, probe *http.Client, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return false
	}
	response, err := probe.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// reachable is an address of this machine for a listener on all of its addresses.
func reachable(listening string) string {
	host, port, err := net.SplitHostPort(listening)
	if err == nil && (host == "" || net.ParseIP(host).IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listening
}
