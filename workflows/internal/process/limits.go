package process

import "go.temporal.io/sdk/workflow"

// The Temporal server ends a run that reaches 2,000 updates or 51,200 events. These limits refuse requests of people and
// reports of outside systems early: 600 updates stay free for decisions of support.
const (
	mostChanges = 600 // requests of people
	mostReports = 800 // reports of outside systems
	longAfter   = 300 // changes and reports after which a process continues as new, if it can
)

// IsLong reports whether a run is so long that its process should continue as new at the next long wait. Drain runs before
// that: messages that arrive meanwhile are answered or passed to the next run.
func (p *Process[S]) IsLong(ctx workflow.Context) bool {
	return workflow.GetInfo(ctx).GetContinueAsNewSuggested() || p.turns+p.reports >= longAfter
}
