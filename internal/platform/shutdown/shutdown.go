// Package shutdown stops the parts of a process, newest first.
package shutdown

import (
	"context"
	"errors"
	"fmt"
)

// Sequence collects the parts to stop. The zero value is empty. It is not safe for concurrent use.
type Sequence struct {
	steps []step
}

type step struct {
	name string
	stop func(context.Context) error
}

// Add puts a step before all added so far.
func (s *Sequence) Add(name string, stop func(context.Context) error) {
	s.steps = append(s.steps, step{name, stop})
}

// Run runs all steps, newest first; a failed one does not block the others. A second Run does nothing.
func (s *Sequence) Run(ctx context.Context) error {
	var problems []error
	for len(s.steps) > 0 {
		last := s.steps[len(s.steps)-1]
		s.steps = s.steps[:len(s.steps)-1]
		if err := last.stop(ctx); err != nil {
			problems = append(problems, fmt.Errorf("stop %s: %w", last.name, err))
		}
	}
	return errors.Join(problems...)
}
