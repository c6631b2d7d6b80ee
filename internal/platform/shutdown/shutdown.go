// Package shutdown stops what was started, newest first.
package shutdown

import (
	"context"
	"errors"
	"fmt"
)

// Sequence collects what has to be stopped. The zero value is empty. It is not for use by several goroutines.
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

// Run takes all steps, newest first; one that fails does not keep the others from running. A second Run does nothing.
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
