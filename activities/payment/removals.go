package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/gateway"
	cardstore "selfcare/internal/store/card"
)

const (
	// RemovalsEvery is how often removed cards are looked for.
	RemovalsEvery = time.Minute
	mostRemovals  = 100 // at a time
)

// Removals deletes removed and replaced cards at the provider.
type Removals struct {
	gateway cardForgetter
	cards   removedCards
	every   time.Duration
}

type cardForgetter interface {
	ForgetCard(ctx context.Context, token string) error
}

// removedCards are the cards that the provider still has to delete; those whose try failed come last.
type removedCards interface {
	ListRemoved(ctx context.Context, most int64) ([]cardstore.Removed, error)
	ForgetRemoved(ctx context.Context, id string) error
	PutOffRemoved(ctx context.Context, id string, now time.Time) error
}

// NewRemovals takes the provider's port, the removed cards, and the pause between two runs.
func NewRemovals(g cardForgetter, c removedCards, every time.Duration) *Removals {
	return &Removals{g, c, every}
}

// ForgetRemovedCards deletes removed cards each minute, until its time is over or the worker stops.
func (r *Removals) ForgetRemovedCards(ctx context.Context) error {
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		return r.every, failure.Map("delete removed cards", r.ForgetDue(ctx))
	})
}

// ForgetDue deletes the cards that wait. A card that the provider does not delete is tried again, after the others. If the provider is
// away, the rest waits for the next run.
func (r *Removals) ForgetDue(ctx context.Context) error {
	due, err := r.cards.ListRemoved(ctx, mostRemovals)
	if err != nil {
		return err
	}
	var failed error
	for _, card := range due {
		err := r.gateway.ForgetCard(ctx, card.Token)
		if err == nil {
			err = r.cards.ForgetRemoved(ctx, card.ID)
		} else {
			err = errors.Join(err, r.cards.PutOffRemoved(ctx, card.ID, time.Now()))
		}
		if err == nil {
			continue
		}
		failed = errors.Join(failed, fmt.Errorf("removed card %s: %w", card.ID, err))
		if !errors.Is(err, gateway.ErrFinal) {
			return failed
		}
	}
	return failed
}
