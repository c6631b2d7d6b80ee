package process

import (
	"slices"

	"go.temporal.io/sdk/workflow"
)

// mostEarly limits the kept messages; more are probably not about this process.
const mostEarly = 20

// Early keeps messages of an outside system about a thing that is not recorded yet. A worker may die after the thing was made:
// the other side then reports about it before the process knows it.
type Early[M any] struct {
	kept   []M
	noting bool
}

// Keep keeps a message until its thing is recorded.
func (e *Early[M]) Keep(message M) {
	if len(e.kept) < mostEarly {
		e.kept = append(e.kept, message)
	}
}

// Noting reports whether a thing is being recorded; new messages wait until the early ones are taken.
func (e *Early[M]) Noting() bool { return e.noting }

// Note records a thing and then takes the kept messages about it.
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
