package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// Starter is the way to the workflows of purchases that are open already. One that runs is left alone.
type Starter interface {
	Begin(ctx context.Context, p contract.Purchase) error
}

// Starts has the workflows of purchases started that another process opened.
type Starts struct {
	purchases store.Purchases
	way       Starter
}

// NewStarts needs the purchases, and the way to their workflows.
func NewStarts(p store.Purchases, w Starter) *Starts { return &Starts{p, w} }

// StartPurchase starts the workflow of a purchase that has just been opened.
func (a *Starts) StartPurchase(ctx context.Context, p contract.Purchase) error {
	return failure.Map("start purchase", a.way.Begin(ctx, p))
}

const (
	owedFor      = time.Second // then whoever opened a purchase has not started it
	startsAtOnce = 100
)

// StartOwed starts purchases that wait for their workflow: the process that opened them died before it ran. One that cannot be started keeps no
// other from its start.
func (a *Starts) StartOwed(ctx context.Context) error {
	owed, err := a.purchases.ToStart(ctx, owedFor, startsAtOnce)
	for _, p := range owed {
		if fault := a.way.Begin(ctx, p); fault != nil {
			err = errors.Join(err, fmt.Errorf("start purchase %s: %w", p.Number, fault))
		}
	}
	return err
}
