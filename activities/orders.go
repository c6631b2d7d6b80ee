package activities

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// Announcer tells whoever looks at an order that it changed. A lost announcement costs a moment, never data.
type Announcer interface {
	PublishOrder(ctx context.Context, orderID string, seq int64)
}

// Orders turns the state of an order into its next one. Each method is one database transaction that writes the state,
// its events and what belongs to them; repeating it writes nothing new, because the state's seq guards the row.
type Orders struct {
	store    *store.Store
	announce Announcer
}

// NewOrders needs the store and somebody to announce changes to.
func NewOrders(s *store.Store, a Announcer) *Orders { return &Orders{store: s, announce: a} }

// effect does what belongs to a change of state, within its transaction, and says what the state becomes.
type effect func(q *store.Queries) (contract.Order, []contract.Event, error)

func (a *Orders) change(ctx context.Context, operation string, now time.Time, do effect) (contract.Order, error) {
	var next contract.Order
	err := a.store.InTx(ctx, func(q *store.Queries) error {
		changed, events, err := do(q)
		if err != nil {
			return err
		}
		next = order.Saved(changed)
		return q.SaveOrder(ctx, next, stamped(events, now)...)
	})
	if err != nil {
		return contract.Order{}, refused(operation, err)
	}
	a.announce.PublishOrder(ctx, next.ID, next.Seq)
	return next, nil
}

func stamped(events []contract.Event, now time.Time) []store.Event {
	rows := make([]store.Event, len(events))
	for i, event := range events {
		rows[i] = store.Event{Key: event.Key, At: now, Params: event.Params}
	}
	return rows
}

func happened(keys ...string) []contract.Event {
	events := make([]contract.Event, len(keys))
	for i, key := range keys {
		events[i] = contract.Event{Key: key}
	}
	return events
}
