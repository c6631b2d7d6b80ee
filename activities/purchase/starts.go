package purchase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/store/purchase"
)

// Starter starts the workflows of purchases that are open already. A running workflow is left alone.
type Starter interface {
	Begin(ctx context.Context, p contract.Purchase) error
}

// Starts starts the workflows of purchases that another process opened.
type Starts struct {
	purchases purchase.Purchases
	way       Starter
}

// NewStarts needs the purchases and a starter of their workflows.
func NewStarts(p purchase.Purchases, w Starter) *Starts { return &Starts{p, w} }

// StartPurchase starts the workflow of a purchase that has just been opened.
func (a *Starts) StartPurchase(ctx context.Context, p contract.Purchase) error {
	return failure.Map("start purchase", a.way.Begin(ctx, p))
}

const (
	owedFor      = time.Second // the process that opened the purchase would have started it by then
	startsAtOnce = 100
)

// StartOwed starts purchases whose opening process died before their workflow ran. A purchase that cannot be started does not stop the
// others.
func (a *Starts) StartOwed(ctx context.Context) error {
	owed, err := a.purchases.ToStart(ctx, owedFor, startsAtOnce)
	for _, p := range owed {
		if fault := a.way.Begin(ctx, p); fault != nil {
			err = errors.Join(err, fmt.Errorf("start purchase %s: %w", p.Number, fault))
		}
	}
	return err
}
