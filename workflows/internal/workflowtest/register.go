// Package workflowtest is shared by the tests of all processes: stories under the virtual clock, and fakes of our database and of all
// outside systems, which keep a journal of their effects.
package workflowtest

import "go.temporal.io/sdk/activity"

// registry is a worker, or the test environment.
type registry interface {
	RegisterActivityWithOptions(fake any, options activity.RegisterOptions)
}

// Register registers the methods of fakes that are named like activities. Other methods are for the tests.
func Register(r registry, fakes ...any) {
	for _, fake := range fakes {
		r.RegisterActivityWithOptions(fake, activity.RegisterOptions{SkipInvalidStructFunctions: true, DisableAlreadyRegisteredCheck: true})
	}
}
