package process

import (
	"time"

	"go.temporal.io/sdk/workflow"
)

// Wait describes one wait of a process. docs/kinds.md lists them all; a test refuses a wait without an end or an owner.
type Wait struct {
	For   string        // what is waited for, in plain words
	Limit time.Duration // how long at most, where there is no Owner
	Then  string        // what happens when the limit is over
	Owner string        // who ends a wait that has no limit of its own
	Due   time.Time     // what operators are shown as its end, where that is not when the limit is over
}

// Await waits until a condition holds, or for the limit: then it answers false. The timer is named in the Temporal UI, and
// stopped with the wait: left alone it would wake a long process for nothing.
func Await(ctx workflow.Context, w Wait, until func() bool) (bool, error) {
	if w.Owner != "" {
		err := workflow.Await(ctx, until)
		return err == nil, err
	}
	if until() {
		return true, nil // a timer would be two events for nothing
	}
	ctx, stopTimer := workflow.WithCancel(ctx)
	defer stopTimer()
	return workflow.AwaitWithOptions(ctx, workflow.AwaitOptions{
		Timeout: max(w.Limit, 0), TimerOptions: workflow.TimerOptions{Summary: w.For},
	}, until)
}

// Await is Await for a process: what operators can search for is brought up to date first, with when the wait ends.
func (p *Process[S]) Await(ctx workflow.Context, w Wait, until func() bool) (bool, error) {
	if w.Owner == "" && p.Show != nil {
		defer p.beginWait(ctx, &w)()
	}
	if err := p.Flush(ctx); err != nil {
		return false, err
	}
	return Await(ctx, w, until)
}

// AwaitOpening waits for the update that a process was started with. It came with the start and is mostly under way by now;
// only for one that was lost is there a timer.
func (p *Process[S]) AwaitOpening(ctx workflow.Context, w Wait, until func() bool) error {
	underWay := Wait{For: "the step it was started with", Owner: "the step itself"}
	_, err := Await(ctx, underWay, func() bool { return until() || workflow.AllHandlersFinished(ctx) })
	if err != nil || until() {
		return err
	}
	_, err = p.Await(ctx, w, until)
	return err
}

// Pause lets time pass between two tries.
func Pause(ctx workflow.Context, w Wait) error {
	return workflow.NewTimerWithOptions(ctx, w.Limit, workflow.TimerOptions{Summary: w.For}).Get(ctx, nil)
}
