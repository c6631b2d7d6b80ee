package aside_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"selfcare/internal/platform/password"
)

func TestServe_LetsEverythingElseGoFirst(t *testing.T) {
	c := comparer(t, 1)
	hash := password.Hash(right)
	for range 3 { // threads are made as they are needed
		matches, err := c.Verify(right, hash)
		require.NoError(t, err)
		require.True(t, matches)
		for _, policy := range policies(t, c.Pid()) {
			require.Equal(t, uint32(unix.SCHED_IDLE), policy)
		}
	}
}

// policies are those of a process's threads.
func policies(t *testing.T, pid int) (found []uint32) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", pid))
	require.NoError(t, err)
	for _, thread := range threads {
		id, err := strconv.Atoi(filepath.Base(thread))
		require.NoError(t, err)
		attributes, err := unix.SchedGetAttr(id, 0)
		if err != nil {
			continue // ended meanwhile
		}
		found = append(found, attributes.Policy)
	}
	require.NotEmpty(t, found)
	return found
}
