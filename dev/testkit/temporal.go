package testkit

import (
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.temporal.io/sdk/client"
	"go.temporal.io/sdk/log"
	"go.temporal.io/sdk/testsuite"

	"selfcare/dev/testkit/checkout"
)

// Temporal is a client of a Temporal server for one test. Settings are values of its dynamic configuration, in JSON,
// by their names.
func Temporal(t testing.TB, settings map[string]string) client.Client {
	t.Helper()
	return TemporalServer(t, settings).Client()
}

// TemporalServer is that server itself, for programs that connect themselves.
func TemporalServer(t testing.TB, settings map[string]string) *testsuite.DevServer {
	t.Helper()
	root, err := checkout.Root()
	require.NoError(t, err)
	binary := filepath.Join(root, "bin", "temporal")
	require.FileExists(t, binary, "build the development server: make bin/temporal")
	var args []string
	for name, value := range settings {
		args = append(args, "--dynamic-config-value", name+"="+value)
	}
	server, err := testsuite.StartDevServer(t.Context(), testsuite.DevServerOptions{
		ExistingPath: binary, LogLevel: "error", ExtraArgs: args,
		ClientOptions: &client.Options{Logger: log.NewStructuredLogger(slog.New(slog.DiscardHandler))},
	})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, server.Stop()) })
	return server
}
