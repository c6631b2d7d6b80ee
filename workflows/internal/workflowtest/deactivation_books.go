package workflowtest

import (
	"context"
	"sync"
	"time"

	"go.temporal.io/sdk/temporal"

	"selfcare/internal/contract"
	"selfcare/internal/domain/ending"
	"selfcare/workflows/internal/process"
)

// EndingRules are the figures of stories of lines that end.
var EndingRules = ending.Rules{UndoFor: 24 * time.Hour, Quarantine: 90 * 24 * time.Hour, MostDues: 50_000}

// DeactivationBooks fake the writes of the end of a line, and the network. By default everything succeeds.
type DeactivationBooks struct {
	*Journal
	Rules      ending.Rules
	Validate   func(in contract.LineEnding) error // refuses an end whose reason is gone; nil: every end is allowed
	mu         sync.Mutex
	saved      contract.Deactivation
	statements map[string]contract.FinalStatement // by line: a line ends once
}

// NewDeactivationBooks makes empty books.
func NewDeactivationBooks(j *Journal) *DeactivationBooks {
	return &DeactivationBooks{Journal: j, Rules: EndingRules, statements: map[string]contract.FinalStatement{}}
}

// Last is the last written state of the deactivation.
func (b *DeactivationBooks) Last() contract.Deactivation {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.saved
}

// save is one write. A state that is older than the saved one is answered with the saved one.
func (b *DeactivationBooks) save(d contract.Deactivation, effect string) (contract.Deactivation, error) {
	if err := b.try(effect); err != nil {
		return d, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.saved.ID == d.ID && b.saved.Seq > d.Seq {
		return d, temporal.NewNonRetryableApplicationError("ahead", contract.ErrorSavedAhead, nil, b.saved)
	}
	d.Seq++
	b.saved = d
	b.write(effect)
	return d, b.lost(effect)
}

func (b *DeactivationBooks) OpenDeactivation(_ context.Context, d contract.Deactivation, in contract.DeactivationOpening) (contract.Deactivation, error) {
	if d.Seq > 0 {
		return d, nil
	}
	return b.save(ending.Opened(d, ending.Facts{}, b.Rules, in.Now), "open-end")
}

func (b *DeactivationBooks) UndoDeactivation(_ context.Context, d contract.Deactivation, in contract.DeactivationUndo) (contract.Deactivation, error) {
	if d.Stage == contract.DeactivationUndone {
		return d, nil
	}
	if err := ending.ValidateUndo(d, in.Now); err != nil {
		return d, No(contract.FailEndTooLate)
	}
	return b.save(ending.Undone(d, in.Now), "undo-end")
}

func (b *DeactivationBooks) BeginEnding(_ context.Context, d contract.Deactivation, _ contract.At) (contract.Deactivation, error) {
	if d.Stage != contract.DeactivationWaiting {
		return d, nil
	}
	return b.save(ending.Begun(d), "begin-end")
}

func (b *DeactivationBooks) HoldDeactivation(_ context.Context, d contract.Deactivation, in contract.DeactivationHeldUp) (contract.Deactivation, error) {
	if d.Held != nil {
		return d, nil
	}
	return b.save(ending.HeldUp(d, in), "hold "+string(in.FailureCode))
}

func (b *DeactivationBooks) ResumeDeactivation(_ context.Context, d contract.Deactivation, in contract.DeactivationResumed) (contract.Deactivation, error) {
	if d.Held == nil {
		return d, nil
	}
	return b.save(ending.Resumed(d), "resume "+in.Resolution.Action)
}

func (b *DeactivationBooks) CompleteDeactivation(_ context.Context, d contract.Deactivation, in contract.DeactivationCompleted) (contract.Deactivation, error) {
	if d.Stage.Over() {
		return d, nil
	}
	return b.save(ending.Completed(d, in.Statement.EndedAt), "complete-end")
}

// SwitchLineOff sets a state, so it may be repeated.
func (b *DeactivationBooks) SwitchLineOff(_ context.Context, in contract.LineEnding) error {
	if err := b.try("line-off " + in.LineID); err != nil {
		return err
	}
	b.write("line-off " + in.LineID)
	return b.lost("line-off")
}

// EndLine writes once and answers every repeat with the same statement.
func (b *DeactivationBooks) EndLine(_ context.Context, in contract.LineEndingAt) (contract.FinalStatement, error) {
	if err := b.try("end-line " + in.Ending.LineID); err != nil {
		return contract.FinalStatement{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, ended := b.statements[in.Ending.LineID]
	if !ended && b.Validate != nil {
		if err := b.Validate(in.Ending); err != nil {
			return s, process.Refusal(err)
		}
	}
	if !ended {
		s = ending.Statement(in.Ending, ending.Facts{Type: "prepaid"}, b.Rules, 0, in.Now)
		b.statements[in.Ending.LineID] = s
		b.write("end-line " + in.Ending.LineID)
	}
	return s, b.lost("end-line")
}
