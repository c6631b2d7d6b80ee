package process

import (
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// maxConcurrent limits the simultaneous updates of one name: two tabs and a repeat get true answers, ten would block all
// others. An update that waits for a partner runs alone.
const (
	maxConcurrent     = 3
	maxConcurrentSlow = 1
)

// RegisterUpdate registers an update that people send to a process. The validator refuses early, and a refusal adds nothing to the
// history.
func RegisterUpdate[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	return registerBounded(p, ctx, name, maxConcurrent, may, handle)
}

// RegisterSlowUpdate is RegisterUpdate for a step that a partner answers: only one runs at a time.
func RegisterSlowUpdate[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	return registerBounded(p, ctx, name, maxConcurrentSlow, may, handle)
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
		if err := room(); err != nil { // several may be validated at the same moment
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
			return p.numbered(p.validateUnlessDone(withStep(ctx, name), func() error { return may(in) }))
		},
	})
}

// Changes returns how many updates people have sent in this run.
func (p *Process[S]) Changes() int { return p.turns }

// InFlight returns how many updates of a name are under way.
func (p *Process[S]) InFlight(name string) int { return p.inFlight[name] }

// isDone reports whether the step of ctx was saved before by a worker whose task was lost.
func (p *Process[S]) isDone(ctx workflow.Context) bool {
	step, is := ctx.Value(stepKey{}).(step)
	return is && p.Done != nil && p.Done(step.update, step.id)
}

// validateUnlessDone checks whether a step is allowed. A step that is already done is allowed: its answer is the state.
func (p *Process[S]) validateUnlessDone(ctx workflow.Context, may func() error) error {
	if p.isDone(ctx) {
		return nil
	}
	return may()
}

// numbered adds the number of the state to a refusal.
func (p *Process[S]) numbered(refusal error) error {
	if p.Seq == nil {
		return refusal
	}
	return WithSeq(refusal, p.Seq())
}

// RegisterDecision registers an update without a limit of simultaneous ones. Its refusals name the state that they were decided on.
func RegisterDecision[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	return RegisterUpdateAlways(ctx, name, func(in In) error { return p.numbered(may(in)) }, handle)
}

// RegisterUpdateAlways registers an update without a limit of simultaneous ones.
func RegisterUpdateAlways[In, Out any](ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error)) error {
	handler := func(ctx workflow.Context, in In) (Out, error) { return handle(WithRefusals(ctx), in) }
	return workflow.SetUpdateHandlerWithOptions(ctx, name, handler, workflow.UpdateHandlerOptions{Validator: may})
}

// OpenTimeout is how long a process waits for the update that was sent with its start.
const OpenTimeout = 10 * time.Minute

// stepKey is the context key of an update's step.
type stepKey struct{}

type step struct{ update, id string }

func withStep(ctx workflow.Context, update string) workflow.Context {
	return workflow.WithValue(ctx, stepKey{}, step{update, workflow.GetCurrentUpdateInfo(ctx).ID})
}

// At stamps an input with the workflow's clock and the id of the update that it belongs to.
func At(ctx workflow.Context) contract.At {
	step, _ := ctx.Value(stepKey{}).(step)
	return contract.At{Now: Now(ctx), Step: step.id}
}

// Now is the workflow's clock in whole milliseconds, because each step writes the state anew.
func Now(ctx workflow.Context) time.Time { return workflow.Now(ctx).Truncate(time.Millisecond) }
