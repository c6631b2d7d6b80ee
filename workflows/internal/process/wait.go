package process

import (
	"time"

	"go.temporal.io/sdk/workflow"
)

// Wait describes one wait of a process. docs/kinds.md lists them all; a test refuses a wait without an end or an owner.
type Wait struct {
	For   string        // what the process waits for, in plain words
	Limit time.Duration // the longest time, if there is no Owner
	Then  string        // what happens when the limit is over
	Owner string        // who ends a wait that has no limit of its own
	Due   time.Time     // the end that operators see, if it is not the limit
}

// Await waits until a condition holds, or for the limit: then it returns false. The Temporal UI names the timer. The timer
// stops with the wait, because it would wake a long process for nothing.
func Await(ctx workflow.Context, w Wait, until func() bool) (bool, error) {
	if w.Owner != "" {
		err := workflow.Await(ctx, until)
		return err == nil, err
	}
	if until() {
		return true, nil // saves the two events of a timer
	}
	ctx, stopTimer := workflow.WithCancel(ctx)
	defer stopTimer()
	return workflow.AwaitWithOptions(ctx, workflow.AwaitOptions{
		Timeout: max(w.Limit, 0), TimerOptions: workflow.TimerOptions{Summary: w.For},
	}, until)
}

// Await is the function Await for a process: it first updates the search attributes with the end of the wait.
func (p *Process[S]) Await(ctx workflow.Context, w Wait, until func() bool) (bool, error) {
	if w.Owner == "" && p.Show != nil {
		defer p.beginWait(ctx, &w)()
	}
	if err := p.Flush(ctx); err != nil {
		return false, err
	}
	return Await(ctx, w, until)
}

// AwaitOpening waits for the update that was sent with the start. The update is usually under way by now, so only a lost one
// needs a timer.
func (p *Process[S]) AwaitOpening(ctx workflow.Context, w Wait, until func() bool) error {
	underWay := Wait{For: "the step that started the process", Owner: "the step itself"}
	_, err := Await(ctx, underWay, func() bool { return until() || workflow.AllHandlersFinished(ctx) })
	if err != nil || until() {
		return err
	}
	_, err = p.Await(ctx, w, until)
	return err
}

// Pause waits between two tries.
func Pause(ctx workflow.Context, w Wait) error {
	return workflow.NewTimerWithOptions(ctx, w.Limit, workflow.TimerOptions{Summary: w.For}).Get(ctx, nil)
}
