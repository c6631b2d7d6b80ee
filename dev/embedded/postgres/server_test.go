package postgres_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"selfcare/dev/embedded/postgres"
)

func TestStart_Restart_KeepsData(t *testing.T) {
	o := options(t)
	first := start(t, o)
	run(t, first, "CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)")
	first.Stop()
	first.Stop() // harmless

	second := start(t, o)
	require.Equal(t, 7, readInt(t, second, "SELECT id FROM kept"))
}

func TestStart_StaleLock_IsIgnored(t *testing.T) {
	o := options(t)
	start(t, o).Stop()
	stale := fmt.Sprintf("%d\n%s\n", os.Getpid(), o.DataDir) // alive, but no Postgres
	require.NoError(t, os.WriteFile(filepath.Join(o.DataDir, "postmaster.pid"), []byte(stale), 0o600))
	require.Equal(t, 1, readInt(t, start(t, o), "SELECT 1"))
}

func TestStart_StoppingServer_IsAwaited(t *testing.T) {
	o := options(t)
	former := start(t, o)
	run(t, former, "CREATE TABLE kept AS SELECT 7 AS id")
	stopped := make(chan struct{})
	go func() {
		former.Stop()
		close(stopped)
	}()
	require.Eventually(t, func() bool {
		lock, err := os.ReadFile(filepath.Join(o.DataDir, "postmaster.pid"))
		return err != nil || strings.Contains(string(lock), "stopping")
	}, time.Minute, time.Millisecond)
	require.Equal(t, 7, readInt(t, start(t, o), "SELECT id FROM kept"))
	<-stopped
}

func TestStart_Failure_NamesItsCause(t *testing.T) {
	running := options(t)
	start(t, running)
	busy, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, busy.Close()) })

	tests := map[string]struct {
		change func(*postgres.Options)
		want   string
	}{
		"port in use":        {func(o *postgres.Options) { o.Port = busy.Addr().(*net.TCPAddr).Port }, "is in use"},
		"program missing":    {func(o *postgres.Options) { o.BinDir = t.TempDir() }, "is missing"},
		"cluster in use":     {func(o *postgres.Options) { o.DataDir = running.DataDir }, "already uses"},
		"unfinished version": {func(o *postgres.Options) { writeVersion(t, o.DataDir) }, "could not start"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			o := options(t)
			tt.change(&o)
			_, err := postgres.Start(context.Background(), o)
			require.ErrorContains(t, err, tt.want)
			require.NotContains(t, err.Error(), "\n")
		})
	}
}

func TestStart_ClosedFolders_Work(t *testing.T) {
	o := options(t)
	closed := filepath.Dir(o.DataDir)
	require.NoError(t, os.Chmod(closed, 0o700))
	require.NoError(t, os.CopyFS(filepath.Join(closed, "native"), os.DirFS(filepath.Dir(o.BinDir))))
	o.BinDir = filepath.Join(closed, "native", "bin")
	require.Equal(t, 1, readInt(t, start(t, o), "SELECT 1"))
}

func TestStart_TemporaryCluster_Removed(t *testing.T) {
	o := options(t)
	o.Temporary = true
	s := start(t, o)
	require.DirExists(t, o.DataDir)
	s.Stop()
	require.NoDirExists(t, o.DataDir)
}

// options uses a folder that another user may enter, unlike t.TempDir.
func options(t *testing.T) postgres.Options {
	t.Helper()
	dir, err := os.MkdirTemp("", "selfcare-pg-")
	require.NoError(t, err)
	require.NoError(t, os.Chmod(dir, 0o755))
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	bin := os.Getenv("SELFCARE_PG_BIN")
	if bin == "" {
		bin = postgres.PackageBin("../../../web")
	}
	return postgres.Options{BinDir: bin, DataDir: filepath.Join(dir, "data"), FastAndUnsafe: true}
}

func start(t *testing.T, o postgres.Options) *postgres.Server {
	t.Helper()
	s, err := postgres.Start(context.Background(), o)
	require.NoError(t, err)
	t.Cleanup(s.Stop)
	return s
}

func writeVersion(t *testing.T, dir string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(dir, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "PG_VERSION"), []byte("12\n"), 0o600))
}

func run(t *testing.T, s *postgres.Server, sql string) {
	t.Helper()
	_, err := connect(t, s).Exec(context.Background(), sql)
	require.NoError(t, err)
}

func readInt(t *testing.T, s *postgres.Server, sql string) (n int) {
	t.Helper()
	require.NoError(t, connect(t, s).QueryRow(context.Background(), sql).Scan(&n))
	return n
}

func connect(t *testing.T, s *postgres.Server) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(context.Background(), s.URL("postgres"))
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}
