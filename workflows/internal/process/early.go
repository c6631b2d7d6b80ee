package process

import (
	"slices"

	"go.temporal.io/sdk/workflow"
)

// mostEarly messages are kept: more are about nothing of this process.
const mostEarly = 20

// Early keeps what an outside system says of a thing that is not noted yet. Where a worker died once the thing was made, the other
// side has it and tells of it, and the process has yet to come to it again.
type Early[M any] struct {
	kept   []M
	noting bool
}

// Keep keeps a message until what it is about is noted.
func (e *Early[M]) Keep(message M) {
	if len(e.kept) < mostEarly {
		e.kept = append(e.kept, message)
	}
}

// Noting tells whether a thing is being noted: what is said of it now comes after what was early.
func (e *Early[M]) Noting() bool { return e.noting }

// Note notes a thing, and takes what is known to be about it then.
func (e *Early[M]) Note(ctx workflow.Context, note func(workflow.Context) error, isKnown func(M) bool, take func(workflow.Context, M)) error {
	e.noting = true
	defer func() { e.noting = false }()
	if err := note(ctx); err != nil {
		return err
	}
	for _, message := range slices.DeleteFunc(slices.Clone(e.kept), func(m M) bool { return !isKnown(m) }) {
		take(ctx, message)
	}
	e.kept = slices.DeleteFunc(e.kept, isKnown)
	return nil
}
