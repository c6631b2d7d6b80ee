package app

import "runtime"

// cores are those this process may use.
var cores = runtime.GOMAXPROCS(0)

// passwordWorkers is how many passwords are compared at once: one per core. A comparison keeps a processor of Go's
// scheduler for milliseconds, so there is one more for each; sharing the cores is left to the operating system, which
// serves whoever has just woken up first.
func passwordWorkers() int {
	runtime.GOMAXPROCS(2 * cores)
	return cores
}
