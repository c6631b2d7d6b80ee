package process

import "go.temporal.io/sdk/workflow"

// The server ends no run of a process whose updates and history stay below its limits: 2,000 updates, 51,200 events. What people ask for
// and what outside systems report is refused early enough that support can still decide: 600 updates are left for that.
const (
	mostChanges = 600 // that people ask for
	mostReports = 800 // of outside systems
	longAfter   = 300 // changes and reports: a process that can begin anew does
)

// IsLong tells whether a run has become so long that its process begins anew, at the next wait that lasts. Drain comes before that: what
// arrives meanwhile is answered, or handed to the next run.
func (p *Process[S]) IsLong(ctx workflow.Context) bool {
	return workflow.GetInfo(ctx).GetContinueAsNewSuggested() || p.turns+p.reports >= longAfter
}
