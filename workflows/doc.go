// Package workflows holds the processes, a folder each; what a step does is in activities, what is allowed is in domain. Here
// are the tests of them all: recorded histories, and the table of waits.
package workflows

// Changes of step order in workflows that run somewhere. Each is a named function around workflow.GetVersion with the
// reason and the date, and comes with a recorded history from before and after:
//
//	// identityBeforePlan: since 2027-01 the identity push comes before the plan, because …
//	func identityBeforePlan(ctx workflow.Context) bool {
//		return workflow.GetVersion(ctx, "identity-before-plan", workflow.DefaultVersion, 1) == 1
//	}
//
// None exist yet: nothing has shipped before this version.
