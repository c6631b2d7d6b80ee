package subscription

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/ending"
	"selfcare/workflows/internal/process"
)

// releaseLine ends a line that is unused, or whose bills are unpaid. Operators see a refusal of the network; the end is due again
// an hour later, if the line was not recharged or its bills paid by then. A line that was used while it was being released
// stays: its plan is checked again at once, and the network is told its service level.
func (s *subscriptionRun) releaseLine(ctx workflow.Context, end contract.LineEnding) error {
	s.releasing = true
	defer func() { s.releasing = false }()
	_, err := ending.EndLine(ctx, unheld{s.Process}, end)
	switch {
	case err == nil:
		return s.endPlan(ctx)
	case process.CodeOf(err) == contract.FailLineBusyNow:
		s.news = true
	default:
		s.NoteNews(ctx, endOfLine, err)
	}
	return nil
}

// dropRefusedEnd drops the shown refusal if the line was recharged or paid for before it could be ended.
func (s *subscriptionRun) dropRefusedEnd(ctx workflow.Context) {
	if subscription.Ending(s.State) == nil {
		s.NoteNews(ctx, endOfLine, nil)
	}
}

const endOfLine = "end of an unused line"

// unheld is a plan as a process that is never held: failed work is left until it is due again.
type unheld struct {
	*process.Process[contract.PlanSubscription]
}

// RunOrEscalate does the work once.
func (unheld) RunOrEscalate(ctx workflow.Context, _ contract.Work, do func(workflow.Context) error) error {
	return do(process.WithTaker(ctx))
}
