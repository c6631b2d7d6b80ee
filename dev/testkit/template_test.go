package testkit

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/migrations"
)

func TestCopyTemplate_TwoAtOnce_MakeOne(t *testing.T) {
	cache := t.TempDir()
	bin, err := BinDir()
	require.NoError(t, err)
	unused, longAgo := filepath.Join(cache, "unfinished-1"), time.Now().Add(-2*unusedFor)
	require.NoError(t, os.Mkdir(unused, 0o700))
	require.NoError(t, os.Chtimes(unused, longAgo, longAgo))
	folders := []string{filepath.Join(t.TempDir(), "1"), filepath.Join(t.TempDir(), "2")}
	var both errgroup.Group
	for _, data := range folders {
		both.Go(func() error { return copyTemplate(cache, bin, data) })
	}
	require.NoError(t, both.Wait())
	left, err := os.ReadDir(cache)
	require.NoError(t, err)
	require.Len(t, left, 1, "nothing but the template")

	s, err := launch(bin, folders[1], true)
	require.NoError(t, err)
	t.Cleanup(s.Stop)
	pending, err := migrations.CountPending(t.Context(), Connect(t, s.URL(emptyTemplate)))
	require.NoError(t, err)
	require.Zero(t, pending)
}

func TestStartServer_CacheClosed_MakesAServer(t *testing.T) {
	cache := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(cache, nil, 0o600))
	t.Setenv("XDG_CACHE_HOME", cache)
	s, err := startServer()
	require.NoError(t, err)
	t.Cleanup(s.Stop)
	require.NoError(t, fillOn(s, emptyTemplate, migrate))
}
