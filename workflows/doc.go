// Package workflows holds the processes, one folder each. Activities do the work of a step; the domain decides what is
// allowed. This folder itself holds the tests of all processes: recorded histories and the table of waits.
package workflows

// Changes of step order in workflows that run somewhere. Each is a named function around workflow.GetVersion with the
// reason and the date, and comes with a recorded history from before and after:
//
//	// identityBeforePlan: since 2027-01 the identity push comes before the plan, because …
//	func identityBeforePlan(ctx workflow.Context) bool {
//		return workflow.GetVersion(ctx, "identity-before-plan", workflow.DefaultVersion, 1) == 1
//	}
// There are none yet: no earlier version has shipped.
