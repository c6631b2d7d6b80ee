// Package state writes the states of a process that both its workflow and our database know.
package state

import (
	"context"

	"selfcare/activities/internal/failure"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Rows hold the states of one kind of process, a row for each process.
type Rows[S any] struct {
	// Seq returns the number of a state.
	Seq func(*S) *int64
	// Get returns the state that our database has; a state without a number, or an error, if it has none.
	Get func(ctx context.Context, q *store.Tx, of S) (S, error)
	// Save writes the next state; false if our database has a later one.
	Save func(ctx context.Context, q *store.Tx, next S) (saved bool, err error)
}

// Change writes the next state, which do returns, with the effects of do. If our database has a later state, the workflow
// continues from that.
func (r Rows[S]) Change(ctx context.Context, s *store.Store, operation string, before S, do func(q *store.Tx) (S, error)) (S, error) {
	var next, none S
	err := s.InTx(ctx, func(q *store.Tx) (err error) {
		if next, err = do(q); err != nil {
			return err
		}
		*r.Seq(&next) = *r.Seq(&before) + 1
		saved, err := r.Save(ctx, q, next)
		if err == nil && !saved {
			err = storeerrors.ErrStale
		}
		return err
	})
	if err == nil {
		return next, nil
	}
	if ahead := r.FindAhead(ctx, s, before); ahead != nil {
		return none, ahead
	}
	return none, failure.Map(operation, err)
}

// FindAhead returns failure.Ahead with the later state of our database, or nil if it has none.
func (r Rows[S]) FindAhead(ctx context.Context, s *store.Store, before S) error {
	saved, err := r.Get(ctx, s.Tx, before)
	if err != nil || *r.Seq(&saved) <= *r.Seq(&before) {
		return nil
	}
	return failure.Ahead(saved)
}
