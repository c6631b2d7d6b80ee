package aside_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"selfcare/internal/platform/password"
	"selfcare/internal/platform/password/aside"
)

const right = "Sahara-2026"

// TestMain lets this program be the process that compares.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "passwords" {
		if aside.Serve(os.Stdin, os.Stdout) != nil {
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func comparer(t *testing.T, places int) *aside.Comparer {
	t.Helper()
	c := aside.New(places, os.Args[0], "passwords")
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func TestComparer_ComparesLikePassword(t *testing.T) {
	c := comparer(t, 2)
	hash := c.Hash(right)
	matches, err := password.Verify(right, hash)
	require.NoError(t, err)
	require.True(t, matches)
	var all errgroup.Group
	for n := range 8 {
		all.Go(func() error {
			login := right
			if n%2 == 1 {
				login = strings.ToLower(right)
			}
			matches, err := c.Verify(login, hash)
			require.Equal(t, n%2 == 0, matches)
			return err
		})
	}
	require.NoError(t, all.Wait())
	for _, unreadable := range []string{"", "$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy"} {
		_, err := c.Verify(right, unreadable)
		require.ErrorIs(t, err, password.ErrFormat)
	}
}

func TestComparer_WorksWithoutItsProcesses(t *testing.T) {
	aside.SetLongest(t, 50*time.Millisecond)
	hash := password.Hash(right)
	for name, command := range map[string][]string{
		"none":              nil,
		"cannot be started": {"/nowhere/selfcare", "passwords"},
		"dies at once":      {"/bin/sh", "-c", "exit 3"},
		"talks nonsense":    {"/bin/sh", "-c", "echo nonsense"},
		"never answers":     {"/bin/sh", "-c", "exec cat >/dev/null"},
	} {
		t.Run(name, func(t *testing.T) {
			c := aside.New(1, command...)
			for range 2 {
				matches, err := c.Verify(right, hash)
				require.NoError(t, err)
				require.True(t, matches)
			}
			matches, err := password.Verify(right, c.Hash(right))
			require.NoError(t, err)
			require.True(t, matches)
			require.NoError(t, c.Close())
		})
	}
}

func TestServe_RefusesWhatIsNoTask(t *testing.T) {
	require.Error(t, aside.Serve(strings.NewReader("nonsense"), &strings.Builder{}))
}
