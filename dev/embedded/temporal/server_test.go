package temporal_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/embedded/freeport"
	"selfcare/dev/embedded/temporal"
)

// binary is the target of "make bin/temporal".
const binary = "../../../bin/temporal"

func freePort(t *testing.T) int {
	t.Helper()
	port, err := freeport.Pick()
	require.NoError(t, err)
	return port
}

func options(t *testing.T) temporal.Options {
	t.Helper()
	path, err := filepath.Abs(binary)
	require.NoError(t, err)
	return temporal.Options{Binary: path, StateDir: t.TempDir(), Port: freePort(t), UIPort: freePort(t), Namespace: "default"}
}

func within(t *testing.T, limit time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	t.Cleanup(cancel)
	return ctx
}

func TestServer_Restart_KeepsState(t *testing.T) {
	o := options(t)
	for range 2 {
		server, err := temporal.Start(within(t, 2*time.Minute), o)
		require.NoError(t, err)
		server.Stop()
		server.Stop()
		<-server.Done()
	}
	require.FileExists(t, filepath.Join(o.StateDir, "temporal.db"))
}

func TestStart_MissingBinary_IsNamed(t *testing.T) {
	o := options(t)
	o.Binary = filepath.Join(t.TempDir(), "temporal")
	_, err := temporal.Start(t.Context(), o)
	require.ErrorContains(t, err, `build it with "make bin/temporal"`)
}

func TestStart_EarlyEnd_NamesTheLog(t *testing.T) {
	o := options(t)
	require.NoError(t, os.WriteFile(filepath.Join(o.StateDir, "temporal.db"), []byte("not a database"), 0o600))
	_, err := temporal.Start(within(t, 2*time.Minute), o)
	require.ErrorContains(t, err, "temporal.log")
}
