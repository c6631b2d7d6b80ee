package subscribers

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A supervising shell starts the servers of the stack.
func TestStartedBy_Grandchild_IsFound(t *testing.T) {
	shell := exec.CommandContext(t.Context(), "sh", "-c", "sh -c 'sleep 60 & wait' & wait")
	require.NoError(t, shell.Start())
	t.Cleanup(func() { _ = shell.Wait() })
	var family []int
	t.Cleanup(func() {
		for _, pid := range family {
			if process, err := os.FindProcess(pid); err == nil {
				_ = process.Kill()
			}
		}
	})
	require.Eventually(t, func() bool {
		var err error
		family, err = startedBy(os.Getpid())
		require.NoError(t, err)
		for _, pid := range family {
			if name, _ := os.ReadFile(procFile(pid, "comm")); strings.TrimSpace(string(name)) == "sleep" {
				return true
			}
		}
		return false
	}, time.Minute, 10*time.Millisecond)
}
