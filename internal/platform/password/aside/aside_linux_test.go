package aside_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestServe_LetsEverythingElseGoFirst(t *testing.T) {
	process := exec.CommandContext(t.Context(), os.Args[0], "passwords")
	stdin, err := process.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, process.Start())
	require.Eventually(t, func() bool { return lowestOf(t, process.Process.Pid) == "19" }, 10*time.Second, 10*time.Millisecond)
	require.NoError(t, stdin.Close())
	require.NoError(t, process.Wait(), "it ends with its input")
}

// lowestOf is the highest nice value of a process's threads.
func lowestOf(t *testing.T, pid int) (lowest string) {
	t.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	require.NoError(t, err)
	for _, thread := range threads {
		stat, err := os.ReadFile(thread)
		if err != nil {
			continue // ended meanwhile
		}
		_, fields, _ := strings.Cut(string(stat), ") ")
		lowest = max(lowest, strings.Fields(fields)[16])
	}
	return lowest
}
