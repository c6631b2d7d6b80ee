package process

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// twins is how many updates of one name may wait at once: two tabs and a repeat are told what is true of them, ten would lock
// everybody else out. What waits for a partner has no twin at all.
const (
	twins     = 3
	slowTwins = 1
)

// Update registers what a person can ask of a process. The validator refuses early and leaves no history.
func Update[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	return registerBounded(p, ctx, name, twins, may, handle)
}

// SlowUpdate is Update for what is answered by a partner: a twin is refused while one waits.
func SlowUpdate[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	return registerBounded(p, ctx, name, slowTwins, may, handle)
}

func registerBounded[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, most int, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	room := func() error {
		if p.turns >= mostChanges {
			return Refuse(contract.FailChangedTooOften)
		}
		if p.inFlight[name] >= most {
			return Refuse(contract.FailIdempotencyInProgress)
		}
		return nil
	}
	handler := func(ctx workflow.Context, in In) (answer Out, err error) {
		if err := room(); err != nil { // validated at the same moment
			return answer, err
		}
		ctx = WithRefusals(withStep(ctx, name))
		p.inFlight[name]++
		p.turns++
		defer func() { p.inFlight[name]-- }()
		if saved, is := any(p.State).(Out); is && p.isDone(ctx) {
			return saved, nil
		}
		return handle(ctx, in)
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, name, handler, workflow.UpdateHandlerOptions{
		Validator: func(ctx workflow.Context, in In) error {
			if err := room(); err != nil {
				return err
			}
			return p.unlessDone(withStep(ctx, name), func() error { return may(in) })
		},
	})
}

// Changes is how many changes people have asked for in this run.
func (p *Process[S]) Changes() int { return p.turns }

// InFlight is how many updates of a name are under way.
func (p *Process[S]) InFlight(name string) int { return p.inFlight[name] }

// isDone tells whether the step whose ctx it is was saved before, and forgotten with the worker that had it.
func (p *Process[S]) isDone(ctx workflow.Context) bool {
	step, is := ctx.Value(stepKey{}).(step)
	return is && p.Done != nil && p.Done(step.update, step.id)
}

// unlessDone asks whether a step is allowed. One that is done is: its answer is the state.
func (p *Process[S]) unlessDone(ctx workflow.Context, may func() error) error {
	if p.isDone(ctx) {
		return nil
	}
	return may()
}

// UpdateAlways registers an update that always gets through, whatever waits.
func UpdateAlways[In, Out any](ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error)) error {
	handler := func(ctx workflow.Context, in In) (Out, error) { return handle(WithRefusals(ctx), in) }
	return workflow.SetUpdateHandlerWithOptions(ctx, name, handler, workflow.UpdateHandlerOptions{Validator: may})
}

// OpenTimeout is how long a process that was started by an update waits for that update, which came with the start.
const OpenTimeout = 10 * time.Minute

// stepKey is where an update's context has its step.
type stepKey struct{}

type step struct{ update, id string }

func withStep(ctx workflow.Context, update string) workflow.Context {
	return workflow.WithValue(ctx, stepKey{}, step{update, workflow.GetCurrentUpdateInfo(ctx).ID})
}

// At stamps an input with the workflow's clock, and with the update that it is part of.
func At(ctx workflow.Context) contract.At {
	step, _ := ctx.Value(stepKey{}).(step)
	return contract.At{Now: Now(ctx), Step: step.id}
}

// Now is the workflow's clock as states keep it: in whole milliseconds, for a state is written down again with every step.
func Now(ctx workflow.Context) time.Time { return workflow.Now(ctx).Truncate(time.Millisecond) }
