package run

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
	return bounded(p, ctx, name, twins, may, handle)
}

// SlowUpdate is Update for what is answered by a partner: a twin is refused while one waits.
func SlowUpdate[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	return bounded(p, ctx, name, slowTwins, may, handle)
}

func bounded[S, In, Out any](
	p *Process[S], ctx workflow.Context, name string, most int, may func(In) error, handle func(workflow.Context, In) (Out, error),
) error {
	room := func() error {
		if p.inFlight[name] >= most {
			return Refuse(contract.FailIdempotencyInProgress)
		}
		return nil
	}
	handler := func(ctx workflow.Context, in In) (Out, error) {
		if err := room(); err != nil { // validated at the same moment
			var none Out
			return none, err
		}
		p.inFlight[name]++
		defer func() { p.inFlight[name]-- }()
		return handle(workflow.WithValue(ctx, stepKey{}, workflow.GetCurrentUpdateInfo(ctx).ID), in)
	}
	return workflow.SetUpdateHandlerWithOptions(ctx, name, handler, workflow.UpdateHandlerOptions{
		Validator: func(in In) error {
			if err := room(); err != nil {
				return err
			}
			return may(in)
		},
	})
}

// UpdateAlways registers an update that always gets through, whatever waits.
func UpdateAlways[In, Out any](ctx workflow.Context, name string, may func(In) error, handle func(workflow.Context, In) (Out, error)) error {
	return workflow.SetUpdateHandlerWithOptions(ctx, name, handle, workflow.UpdateHandlerOptions{Validator: may})
}

// OpenTimeout is how long a process that was started by an update waits for that update, which came with the start.
const OpenTimeout = 10 * time.Minute

// stepKey is where an update's context has its id.
type stepKey struct{}

// At stamps an input with the workflow's clock, and with the update that it is part of.
func At(ctx workflow.Context) contract.At {
	step, _ := ctx.Value(stepKey{}).(string)
	return contract.At{Now: Now(ctx), Step: step}
}

// Now is the workflow's clock as states keep it: in whole milliseconds, for a state is written down again with every step.
func Now(ctx workflow.Context) time.Time { return workflow.Now(ctx).Truncate(time.Millisecond) }
