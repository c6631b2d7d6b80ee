package process

import (
	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// isUnwritten tells that our database will not take a write as it is, or gave no answer for an hour.
func isUnwritten(err error) bool {
	code, _ := catalogued(err)
	return code == contract.FailRecord || code == contract.FailUnavailable
}

// taker is what a caller takes of a write that our database does not.
type taker int

const (
	takesRefusals taker = iota + 1
	takesAll            // also that there was no answer for an hour
)

type takerKey struct{}

// WithTaker says that the caller takes a write which our database does not: it holds the process, or shows it.
func WithTaker(ctx workflow.Context) workflow.Context {
	return workflow.WithValue(ctx, takerKey{}, takesAll)
}

// WithRefusals is WithTaker for a caller that takes refusals alone, such as the person who asks for a step: our database is waited for.
func WithRefusals(ctx workflow.Context) workflow.Context {
	return workflow.WithValue(ctx, takerKey{}, takesRefusals)
}

func takerOf(ctx workflow.Context) taker {
	told, _ := ctx.Value(takerKey{}).(taker)
	return told
}

func hasTaker(ctx workflow.Context) bool { return takerOf(ctx) != 0 }

// givesUp tells whether our database is asked for an hour only.
func givesUp(ctx workflow.Context) bool { return takerOf(ctx) == takesAll }

// deskKey is where a context says that it is the desk itself which writes: nothing above takes that.
type deskKey struct{}

func withDesk(ctx workflow.Context) workflow.Context { return workflow.WithValue(ctx, deskKey{}, true) }

func isAtDesk(ctx workflow.Context) bool { return ctx.Value(deskKey{}) != nil }

// untilWritten repeats a write that belongs to no piece of work and that no caller waits for. What our database does not take
// is held for support. A process without a desk, and the desk itself, show a refusal to operators and try again at growing pauses.
func (p *Process[S]) untilWritten(ctx workflow.Context, write func(workflow.Context) error) error {
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
			still.ends(ctx)
			return err
		case holds:
			err = p.holdWrite(ctx, CodeOf(err))
		default:
			err = still.lasts(ctx, CodeOf(err))
		}
		if err != nil {
			return err
		}
	}
}

// holdWrite has support decide about a write that belongs to no piece of work.
func (p *Process[S]) holdWrite(ctx workflow.Context, code contract.Code) error {
	action, err := p.Escalate(ctx, contract.WorkRecord, code)
	if err == nil && action == contract.ResolveCancel {
		return Ending(contract.EndedBySupport)
	}
	return err
}

// standstill is a call that our database refuses, with nothing above that takes it.
type standstill struct {
	attention *Attention
	code      contract.Code
	pauses    int
}

// lasts shows the standstill and lets time pass before the next try.
func (s *standstill) lasts(ctx workflow.Context, code contract.Code) error {
	if s.code != code {
		s.ends(ctx)
		s.code = code
		s.attention.Raise(ctx, code)
	}
	wait := Wait{For: "our database takes what it refuses", Limit: PauseBefore(s.pauses), Then: "it is asked again; NeedsAttention is set"}
	s.pauses++
	return Pause(ctx, wait)
}

func (s *standstill) ends(ctx workflow.Context) {
	if s.code != "" {
		s.attention.Drop(ctx, s.code)
		s.code = ""
	}
}
