// Package workflowtest is what the tests of all processes share: an order under the virtual clock, and fakes of our database
// and of all outside systems that keep a journal of what really happened.
package workflowtest

import "go.temporal.io/sdk/activity"

// registry is a worker, or the test environment.
type registry interface {
	RegisterActivityWithOptions(fake any, options activity.RegisterOptions)
}

// Register makes fakes stand in for the activities they have the methods of; their other methods are the test's.
func Register(r registry, fakes ...any) {
	for _, fake := range fakes {
		r.RegisterActivityWithOptions(fake, activity.RegisterOptions{SkipInvalidStructFunctions: true, DisableAlreadyRegisteredCheck: true})
	}
}
