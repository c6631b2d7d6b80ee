package process

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// isUnwritten reports that our database refused a write, or gave no answer for an hour.
func isUnwritten(err error) bool {
	code, _ := catalogued(err)
	return code == contract.FailRecord || code == contract.FailUnavailable
}

// taker is which failures of a write the caller handles itself.
type taker int

const (
	takesRefusals taker = iota + 1
	takesAll            // also "no answer for an hour"
)

type takerKey struct{}

// WithTaker marks a caller that handles every failed write: it holds the process or shows the failure.
func WithTaker(ctx workflow.Context) workflow.Context {
	return workflow.WithValue(ctx, takerKey{}, takesAll)
}

// WithRefusals marks a caller that handles refusals only, such as a person who requests a step. For no answer, the call waits.
func WithRefusals(ctx workflow.Context) workflow.Context {
	return workflow.WithValue(ctx, takerKey{}, takesRefusals)
}

func takerOf(ctx workflow.Context) taker {
	told, _ := ctx.Value(takerKey{}).(taker)
	return told
}

func hasTaker(ctx workflow.Context) bool { return takerOf(ctx) != 0 }

// givesUp reports whether our database is asked for one hour only.
func givesUp(ctx workflow.Context) bool { return takerOf(ctx) == takesAll }

// deskKey marks a context in which the desk itself writes: no caller above handles its failures.
type deskKey struct{}

func withDesk(ctx workflow.Context) workflow.Context { return workflow.WithValue(ctx, deskKey{}, true) }

func isAtDesk(ctx workflow.Context) bool { return ctx.Value(deskKey{}) != nil }

// writePatiently repeats a write that belongs to no piece of work and that no caller waits for. A write that our database
// refuses is held for support. A process without a desk, and the desk itself, show the refusal to operators and retry at
// growing pauses.
func (p *Process[S]) writePatiently(ctx workflow.Context, write func(workflow.Context) error) error {
	if hasTaker(ctx) && !isAtDesk(ctx) {
		return write(ctx)
	}
	holds, takes := p.desk != nil && !isAtDesk(ctx), takesRefusals
	if holds {
		takes = takesAll
	}
	still := standstill{attention: p.Attention}
	for {
		err := write(workflow.WithValue(ctx, takerKey{}, takes))
		switch {
		case !isUnwritten(err):
			still.clear(ctx)
			return err
		case holds:
			err = p.holdWrite(ctx, CodeOf(err))
		default:
			err = still.pause(ctx, CodeOf(err))
		}
		if err != nil {
			return err
		}
	}
}

// holdWrite lets support decide about a write that belongs to no piece of work.
func (p *Process[S]) holdWrite(ctx workflow.Context, code contract.Code) error {
	action, err := p.Escalate(ctx, contract.WorkRecord, code)
	if err == nil && action == contract.ResolveCancel {
		return Ending(contract.EndedBySupport)
	}
	return err
}

// standstill is a write that our database refuses and that no caller handles.
type standstill struct {
	attention *Attention
	code      contract.Code
	pauses    int
}

// pause shows the standstill and waits before the next try.
func (s *standstill) pause(ctx workflow.Context, code contract.Code) error {
	if s.code != code {
		s.clear(ctx)
		s.code = code
		s.attention.Raise(ctx, code)
	}
	wait := Wait{For: "the database accepts the refused write", Limit: PauseBefore(s.pauses), Then: "it is asked again; NeedsAttention is set"}
	s.pauses++
	return Pause(ctx, wait)
}

func (s *standstill) clear(ctx workflow.Context) {
	if s.code != "" {
		s.attention.Drop(ctx, s.code)
		s.code = ""
	}
}
