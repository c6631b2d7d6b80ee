package aside

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const lowest = 19

// lowerPriority lets every other thread of the machine go before this one. On a desktop Linux first shares out among
// sessions (autogroups), so this process gets one of its own, as low. What is not allowed changes nothing but the waiting.
func lowerPriority() {
	_, _ = unix.Setsid()
	_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(lowest)), 0) //nolint:gosec // a file of the kernel
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, lowest)
}
