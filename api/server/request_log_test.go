package server_test

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"selfcare/api/server"
	"selfcare/api/servertest"
)

func TestRequestLog_Client_IsItsNetwork(t *testing.T) {
	tests := map[string]struct{ address, want string }{
		"IPv4":             {"198.51.100.77", "198.51.100.0/24"},
		"IPv4 inside IPv6": {"::ffff:198.51.100.77", "198.51.100.0/24"},
		"IPv6":             {"2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			r := servertest.New(t, servertest.TrustProxies, func(o *server.Options) { o.Log = slog.New(slog.NewJSONHandler(&log, nil)) })
			got := r.Call(http.MethodGet, "/api/plans", "", servertest.Header{"X-Forwarded-For": test.address})
			require.Equal(t, http.StatusOK, got.StatusCode, string(got.Body))
			var line struct{ Msg, Route, Client string }
			require.NoError(t, json.Unmarshal(log.Bytes(), &line), log.String())
			require.Equal(t, "request", line.Msg)
			require.Equal(t, "/api/plans", line.Route)
			require.Equal(t, test.want, line.Client)
			require.NotContains(t, log.String(), test.address)
		})
	}
}

func TestRequestLog_CachedRead_IsNotLogged(t *testing.T) {
	var log bytes.Buffer
	r := servertest.New(t, func(o *server.Options) { o.Log = slog.New(slog.NewJSONHandler(&log, nil)) })
	lines := func() int { return bytes.Count(log.Bytes(), []byte("\n")) }

	read := r.Call(http.MethodGet, "/api/bundles", "")
	require.Equal(t, http.StatusOK, read.StatusCode)
	require.Equal(t, 1, lines(), "the first read is logged")
	again := r.Call(http.MethodGet, "/api/bundles", "")
	require.Equal(t, read.Body, again.Body)
	require.Equal(t, 1, lines())

	require.Equal(t, http.StatusUnauthorized, r.Call(http.MethodGet, "/api/bundles", "", servertest.Header{"Authorization": "Bearer nobody"}).StatusCode)
	require.Equal(t, 2, lines(), "a refusal is logged, even for a cached answer")
}
