package workflowtest

import (
	"time"

	"go.temporal.io/sdk/testsuite"
)

// Repeat runs do count times from a moment on, a millisecond apart. The test environment takes only a thousand callbacks before
// the workflow starts, so each callback registers the next one.
func Repeat(env *testsuite.TestWorkflowEnvironment, from time.Duration, count int, do func(n int)) {
	var next func(n int)
	next = func(n int) {
		do(n)
		if n+1 < count {
			env.RegisterDelayedCallback(func() { next(n + 1) }, time.Millisecond)
		}
	}
	env.RegisterDelayedCallback(func() { next(0) }, from)
}
