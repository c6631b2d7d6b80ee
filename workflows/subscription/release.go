package subscription

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
	"selfcare/internal/domain/subscription"
	"selfcare/workflows/internal/ending"
	"selfcare/workflows/internal/process"
)

// releases ends a line that is not used, or whose bills are not paid. Operators see what the network refuses; the end is due again an
// hour later, and by then the line may have been recharged, or its bills paid. A line that was used while the network let it go stays:
// the plan is looked at again at once, and the network is told what the line may do.
func (s *subscriptionRun) releases(ctx workflow.Context, end contract.LineEnding) error {
	s.releasing = true
	defer func() { s.releasing = false }()
	_, err := ending.Line(ctx, unheld{s.Process}, end)
	switch {
	case err == nil:
		return s.ends(ctx)
	case process.CodeOf(err) == contract.FailLineBusyNow:
		s.news = true
	default:
		s.NoteNews(ctx, endOfLine, err)
	}
	return nil
}

// keeps a line that was recharged, or paid for, before it could be ended: there is nothing to look at any more.
func (s *subscriptionRun) keeps(ctx workflow.Context) {
	if subscription.Ending(s.State) == nil {
		s.NoteNews(ctx, endOfLine, nil)
	}
}

const endOfLine = "end of a line that nobody uses"

// unheld is a plan as a process that is never held: what fails is left until it is due again.
type unheld struct {
	*process.Process[contract.PlanSubscription]
}

// RunOrEscalate does the work once.
func (unheld) RunOrEscalate(ctx workflow.Context, _ contract.Work, do func(workflow.Context) error) error {
	return do(process.WithTaker(ctx))
}
