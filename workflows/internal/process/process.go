// Package process is the kernel that every process shares: its state and one change of it at a time, waits with an end and an
// owner, compensation, intervention by support, the local call of our own database, retry policies, search attributes.
// A process is then its phases and little else.
package process

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Process is one run of a process whose state is S.
type Process[S any] struct {
	State S
	// Root lives as long as the workflow, whatever is cancelled.
	Root workflow.Context
	// Attention is why operators should look at the process.
	Attention *Attention
	// Show puts the process into words for operators. One without it shows no ends of its waits: they are of the process that
	// it belongs to.
	Show func(ctx workflow.Context)
	// Done tells of a step, by its update's name and id, whether the state has all of it already: it was given to a worker before, saved, and
	// forgotten. Only for steps that could not be taken twice.
	Done func(update, id string) bool
	// CaughtUp follows what a state says is under way that was saved and forgotten: nobody follows it yet.
	CaughtUp func()

	turn          workflow.Mutex // one change of state at a time
	interventions workflow.Mutex // one piece of work is held at a time; meanwhile no phase moves on
	desk          Desk
	decision      *contract.Resolution
	amended       bool // support corrected data since the last try
	compensations []Compensation
	changed       func(ctx workflow.Context, before S) []Attribute
	attributes    []Attribute
	channels      []workflow.ReceiveChannel
	inFlight      map[string]int           // updates whose answer is under way, by name
	turns         int                      // updates that ever began
	reports       int                      // messages of outside systems
	away          int                      // how often in a row work was held because our database gave no answer
	pending       int                      // coroutines that must end before the workflow may
	missed        map[string]contract.Code // news that could not be written down, and why
	wasBehind     bool                     // a later state than its own was saved by a worker that died
	draining      bool
}

// Open makes the process of a workflow that has just started. changed says which search attributes follow from a change of
// state, and may show the state elsewhere; desk writes what support has to know.
func Open[S any](ctx workflow.Context, state S, desk Desk, changed func(ctx workflow.Context, before S) []Attribute) *Process[S] {
	root, _ := workflow.NewDisconnectedContext(ctx) // ends with the workflow
	p := &Process[S]{
		State: state, Root: root, Attention: sinceStart(ctx), desk: desk, changed: changed, inFlight: map[string]int{},
		missed: map[string]contract.Code{},
		turn:   workflow.NewMutex(ctx), interventions: workflow.NewMutex(ctx),
	}
	p.Attention.say = func(ctx workflow.Context) {
		if p.Show != nil {
			p.Show(ctx)
		}
	}
	return p
}

// Draining tells whether the phases are over and only answers are still on their way out.
func (p *Process[S]) Draining() bool { return p.draining }

// Apply lets one local activity turn the state into the next one: func(ctx, S, input) (S, error). Changes take turns, so
// each one sees the last.
func (p *Process[S]) Apply(ctx workflow.Context, summary string, activity, input any) error {
	return p.ApplyIf(ctx, always, summary, activity, input)
}

// ApplyUnlessHeld is Apply for the phases' own steps: while support has to decide about something, they stand still.
func (p *Process[S]) ApplyUnlessHeld(ctx workflow.Context, summary string, activity, input any) error {
	return p.untilWritten(ctx, func(ctx workflow.Context) error {
		if err := p.interventions.Lock(ctx); err != nil {
			return err
		}
		defer p.interventions.Unlock()
		return p.applyOnTurn(ctx, always, summary, activity, input)
	})
}

func always() error { return nil }

// ApplyIf asks once more when its turn has come: what was allowed while it waited may not be any more.
func (p *Process[S]) ApplyIf(ctx workflow.Context, allowed func() error, summary string, activity, input any) error {
	return p.untilWritten(ctx, func(ctx workflow.Context) error { return p.applyOnTurn(ctx, allowed, summary, activity, input) })
}

// applyOnTurn makes one change when its turn has come.
func (p *Process[S]) applyOnTurn(ctx workflow.Context, allowed func() error, summary string, activity, input any) error {
	if err := p.turn.Lock(ctx); err != nil {
		return err
	}
	defer p.turn.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := allowed(); err != nil {
		return err
	}
	// A change that has begun is finished: cancelled half-way, the database would be ahead of the workflow.
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	for {
		var next S
		err := p.Local(ctx, summary, &next, activity, p.State, input)
		ahead := SavedAhead(err, &next)
		if err != nil && !ahead {
			return err
		}
		if !ahead {
			p.Become(ctx, next)
			return nil
		}
		p.CatchUp(ctx, next)
		if p.isDone(ctx) {
			return nil
		}
		if err := allowed(); err != nil {
			return err
		}
	}
}

// errBehind tells that a later state than the process's own was saved already. It was taken, and nothing decided.
var errBehind = errors.New("a later state was saved")

// applyUnless is Apply, unless a later state turns out to be saved with which it is not wanted: then it answers with errBehind.
func (p *Process[S]) applyUnless(ctx workflow.Context, isUnwanted func() bool, summary string, activity, input any) error {
	tries := 0
	return p.ApplyIf(ctx, func() error {
		if tries++; tries > 1 && isUnwanted() {
			return errBehind
		}
		return nil
	}, summary, activity, input)
}

// Hold is Apply for a desk's Hold: what failed may not with a later state. One that is held already was left by a worker that came to the
// same end.
func (p *Process[S]) Hold(ctx workflow.Context, heldSince func() time.Time, summary string, activity, input any) error {
	return p.applyUnless(ctx, func() bool { return heldSince().IsZero() }, summary, activity, input)
}

// ApplyOnce is Apply for what a later state has already, or is beyond: it is not made of that again.
func (p *Process[S]) ApplyOnce(ctx workflow.Context, isDone func() bool, summary string, activity, input any) error {
	err := p.applyUnless(ctx, isDone, summary, activity, input)
	if errors.Is(err, errBehind) {
		return nil
	}
	return err
}

// Become takes a state that is saved already.
func (p *Process[S]) Become(ctx workflow.Context, next S) {
	before := p.State
	p.State = next
	p.attributes = append(p.attributes, p.changed(ctx, before)...)
}

// WasBehind tells whether the process ever caught up with a state that a worker had saved which died: that worker may have begun what
// follows from it as well.
func (p *Process[S]) WasBehind() bool { return p.wasBehind }

// CatchUp takes a state that is saved already and whose task was lost with Temporal.
func (p *Process[S]) CatchUp(ctx workflow.Context, saved S) {
	p.wasBehind = true
	p.Become(ctx, saved)
	if p.CaughtUp != nil {
		p.CaughtUp()
	}
}

// Turn takes the process's turn for a change that is more than one call; the function returned ends it.
func (p *Process[S]) Turn(ctx workflow.Context) (done func(), err error) {
	if err := p.turn.Lock(ctx); err != nil {
		return nil, err
	}
	return p.turn.Unlock, nil
}

// Go runs something beside the phases that must have ended before the workflow ends, whatever is cancelled.
func (p *Process[S]) Go(do func(workflow.Context)) {
	p.pending++
	workflow.Go(p.Root, func(ctx workflow.Context) {
		defer func() { p.pending-- }()
		do(ctx)
	})
}

// Do is Do for a process: a call that may be repeated, made at once. What operators can search for stays as it was at the last
// wait: a partner answers in moments, or the work is held.
func (p *Process[S]) Do(ctx workflow.Context, result, activity any, args ...any) error {
	if answered, err := atOnce(ctx, result, activity, args...); answered {
		return err
	}
	return Do(ctx, p.Attention, result, activity, args...)
}

// Drain lets every answer go out and every message that has arrived be taken before the workflow ends. A planned ending
// is a good result.
func (p *Process[S]) Drain(ctx workflow.Context, err error) error {
	p.draining = true
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	idle := func() bool { return workflow.AllHandlersFinished(ctx) && p.pending == 0 && p.nothingArrived() }
	if _, waitErr := p.Await(ctx, Wait{For: "answers on their way out", Owner: "the process itself"}, idle); waitErr != nil {
		return waitErr
	}
	if IsEnding(err) {
		return nil
	}
	return err
}

func (p *Process[S]) nothingArrived() bool {
	for _, channel := range p.channels {
		if channel.Len() > 0 {
			return false
		}
	}
	return true
}

// Runner is what a part of a process, such as its parcel, needs of the kernel. Every Process is one.
type Runner interface {
	Do(ctx workflow.Context, result, activity any, args ...any) error
	Await(ctx workflow.Context, w Wait, until func() bool) (bool, error)
	NoteNews(ctx workflow.Context, news string, err error)
}
