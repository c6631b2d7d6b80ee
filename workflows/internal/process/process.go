// Package process is the kernel that every process shares: its state and serialised changes of it, waits with an end and an
// owner, compensation, intervention by support, the local call of our own database, retry policies, search attributes. A
// process adds little more than its phases.
package process

import (
	"errors"
	"time"

	"go.temporal.io/sdk/workflow"

	"selfcare/internal/contract"
)

// Process is one run of a process with state S.
type Process[S any] struct {
	State S
	// Root lives as long as the workflow; no cancellation reaches it.
	Root workflow.Context
	// Attention is why operators should look at the process.
	Attention *Attention
	// Show describes the process for operators. Without Show the ends of its waits are not shown: another process shows them.
	Show func(ctx workflow.Context)
	// Done reports whether the state already has all effects of a step, given its update's name and id. A worker saved such a
	// step and its task was lost. It is only for steps that must not run twice.
	Done func(update, id string) bool
	// Seq returns the number of the state, which each saved change raises. With it a refusal names the state it was decided on.
	Seq func() int64
	// CaughtUp continues work that the saved state has begun and that no coroutine follows yet.
	CaughtUp func()

	turn          workflow.Mutex // one change of state at a time
	interventions workflow.Mutex // one piece of work is held at a time; no phase continues meanwhile
	desk          Desk
	decision      *contract.Resolution
	amended       bool // support corrected data since the last try
	compensations []Compensation
	changed       func(ctx workflow.Context, before S) []Attribute
	attributes    []Attribute
	channels      []workflow.ReceiveChannel
	inFlight      map[string]int           // updates without an answer yet, by name
	turns         int                      // updates that ever began
	reports       int                      // messages of outside systems
	away          int                      // how often in a row work was held because our database gave no answer
	pending       int                      // coroutines that must end before the workflow may
	missed        map[string]contract.Code // news that could not be recorded, and why
	wasBehind     bool                     // a worker that died had saved a later state than this one
	draining      bool
}

// Open creates the process of a workflow that has just started. changed returns the search attributes that follow from a
// change of state and may show the state elsewhere. desk records what support needs.
func Open[S any](ctx workflow.Context, state S, desk Desk, changed func(ctx workflow.Context, before S) []Attribute) *Process[S] {
	root, _ := workflow.NewDisconnectedContext(ctx) // ends with the workflow
	p := &Process[S]{
		State: state, Root: root, Attention: readAttention(ctx), desk: desk, changed: changed, inFlight: map[string]int{},
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

// Draining reports whether the phases are over and only answers are still to be sent.
func (p *Process[S]) Draining() bool { return p.draining }

// Apply turns the state into the next one with one local activity: func(ctx, S, input) (S, error). Changes run one after the
// other, so each one sees the state after the last.
func (p *Process[S]) Apply(ctx workflow.Context, summary string, activity, input any) error {
	return p.ApplyIf(ctx, always, summary, activity, input)
}

// ApplyUnlessHeld is Apply for the steps of phases: they wait while support has to decide.
func (p *Process[S]) ApplyUnlessHeld(ctx workflow.Context, summary string, activity, input any) error {
	return p.writePatiently(ctx, func(ctx workflow.Context) error {
		if err := p.interventions.Lock(ctx); err != nil {
			return err
		}
		defer p.interventions.Unlock()
		return p.applyOnTurn(ctx, always, summary, activity, input)
	})
}

func always() error { return nil }

// ApplyIf calls allowed again when its turn comes, because another change may have happened while it waited.
func (p *Process[S]) ApplyIf(ctx workflow.Context, allowed func() error, summary string, activity, input any) error {
	return p.writePatiently(ctx, func(ctx workflow.Context) error { return p.applyOnTurn(ctx, allowed, summary, activity, input) })
}

// applyOnTurn makes one change when its turn comes.
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
	// A change that has begun must finish: if it were cancelled half-way, the database would be ahead of the workflow.
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	for {
		var next S
		err := p.CallLocal(ctx, summary, &next, activity, p.State, input)
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

// errBehind reports that a later state was already saved. The process took that state and decided nothing.
var errBehind = errors.New("a later state was saved")

// applyUnless is Apply, but it returns errBehind if a later state was saved and isUnwanted is true for it.
func (p *Process[S]) applyUnless(ctx workflow.Context, isUnwanted func() bool, summary string, activity, input any) error {
	tries := 0
	return p.ApplyIf(ctx, func() error {
		if tries++; tries > 1 && isUnwanted() {
			return errBehind
		}
		return nil
	}, summary, activity, input)
}

// Hold is Apply for a desk's Hold. It checks the latest state again, and does nothing if another worker already held it.
func (p *Process[S]) Hold(ctx workflow.Context, heldSince func() time.Time, summary string, activity, input any) error {
	return p.applyUnless(ctx, func() bool { return heldSince().IsZero() }, summary, activity, input)
}

// ApplyOnce is Apply for a change that must not happen twice: it does nothing if a later saved state already has it.
func (p *Process[S]) ApplyOnce(ctx workflow.Context, isDone func() bool, summary string, activity, input any) error {
	err := p.applyUnless(ctx, isDone, summary, activity, input)
	if errors.Is(err, errBehind) {
		return nil
	}
	return err
}

// Become takes over a state that is already saved.
func (p *Process[S]) Become(ctx workflow.Context, next S) {
	before := p.State
	p.State = next
	p.attributes = append(p.attributes, p.changed(ctx, before)...)
}

// WasBehind reports whether the process ever caught up with the saved state of a worker that died. The dead worker may also have
// begun the effects of that state.
func (p *Process[S]) WasBehind() bool { return p.wasBehind }

// CatchUp takes over a saved state whose workflow task Temporal lost.
func (p *Process[S]) CatchUp(ctx workflow.Context, saved S) {
	p.wasBehind = true
	p.Become(ctx, saved)
	if p.CaughtUp != nil {
		p.CaughtUp()
	}
}

// TakeTurn takes the process's turn for a change of several calls; the function returned ends it.
func (p *Process[S]) TakeTurn(ctx workflow.Context) (done func(), err error) {
	if err := p.turn.Lock(ctx); err != nil {
		return nil, err
	}
	return p.turn.Unlock, nil
}

// Go runs a coroutine beside the phases. The workflow does not end before it, and cancellation does not reach it.
func (p *Process[S]) Go(do func(workflow.Context)) {
	p.pending++
	workflow.Go(p.Root, func(ctx workflow.Context) {
		defer func() { p.pending-- }()
		do(ctx)
	})
}

// Do makes a call that may be repeated, first as a local activity. The search attributes stay as they were at the last wait: a
// partner answers within moments, or the work is held.
func (p *Process[S]) Do(ctx workflow.Context, result, activity any, args ...any) error {
	if answered, err := callLocally(ctx, result, activity, args...); answered {
		return err
	}
	return Do(ctx, p.Attention, result, activity, args...)
}

// Drain waits until every update is answered and every message taken, before the workflow ends. A planned ending is a good
// result.
func (p *Process[S]) Drain(ctx workflow.Context, err error) error {
	p.draining = true
	ctx, cancel := workflow.NewDisconnectedContext(ctx)
	defer cancel()
	idle := func() bool { return workflow.AllHandlersFinished(ctx) && p.pending == 0 && p.nothingArrived() }
	if _, waitErr := p.Await(ctx, Wait{For: "answers that must still be sent", Owner: "the process itself"}, idle); waitErr != nil {
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

// Runner is the part of the kernel that a part of a process, such as its parcel, needs. Every Process has it.
type Runner interface {
	Do(ctx workflow.Context, result, activity any, args ...any) error
	Await(ctx workflow.Context, w Wait, until func() bool) (bool, error)
	NoteNews(ctx workflow.Context, news string, err error)
}
