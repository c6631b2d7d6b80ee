package aside

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const lowest = 19

// lowerPriority lets every other thread of the machine go before those of this process. On a desktop Linux first shares out
// among sessions (autogroups), so this process gets one of its own, as low. What is not allowed changes nothing but the
// waiting.
func lowerPriority() {
	_, _ = unix.Setsid()
	_ = os.WriteFile("/proc/self/autogroup", []byte(strconv.Itoa(lowest)), 0) //nolint:gosec // a file of the kernel
	for range 2 {                                                             // a thread may have been made while the others were gone through
		yieldThreads()
	}
}

// yieldThreads covers the threads there are; those to come are like the one that makes them. Under SCHED_IDLE a thread gives
// way at once to any that wakes up; with the lowest niceness alone it first uses up its slice of milliseconds (sched(7)).
func yieldThreads() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.SchedSetAttr(id, &unix.SchedAttr{Policy: unix.SCHED_IDLE, Nice: lowest}, 0)
		}
	}
}
