// Package order turns the state of an order into its next one.
package order

import (
	"context"
	"errors"
	"time"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/money"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	orderstore "selfcare/internal/store/order"
)

// Announcer publishes that an order changed. A lost announcement costs a moment, never data.
type Announcer interface {
	PublishChange(ctx context.Context, orderID string, seq int64)
}

// Activities groups the activities of an order by concern. Workflows take their names from the zero value.
type Activities struct {
	*Wizard
	*Numbers
	*Payments
	*Fulfilment
	*Profiles
	*Ports
	*Lines
	*Interventions
	*Closing
	*Refunds
}

// Counter gets each change once it is written, for the metrics.
type Counter interface {
	OrderChanged(before, next contract.Order)
}

// New takes the store, the announcer of changes, and the counters, if any.
func New(s *store.Store, a Announcer, count ...Counter) *Activities {
	w := writer{store: s, announce: a, count: count}
	return &Activities{
		Wizard: &Wizard{w}, Numbers: &Numbers{w}, Payments: &Payments{w}, Fulfilment: &Fulfilment{w}, Profiles: &Profiles{w},
		Ports: &Ports{w}, Lines: &Lines{w}, Interventions: &Interventions{w}, Closing: &Closing{w}, Refunds: &Refunds{w},
	}
}

// writer turns the state of an order into its next one. Each change is one database transaction that writes the state,
// its events and what belongs to them; repeating it writes nothing new, because the state's seq guards the row.
type writer struct {
	store    *store.Store
	announce Announcer
	count    []Counter
}

// effect makes the other writes of a change, within its transaction if it has one, and returns the next state with its events.
type effect func(q *store.Tx) (contract.Order, []contract.Event, error)

// change holds the previous state, the step with the workflow's clock, and the figures that its messages depend on.
type change struct {
	before contract.Order
	at     contract.At
	limits contract.Limits
	notify func(q *store.Tx, next contract.Order) ([]contract.Notice, error) // besides the messages of the change itself
	first  *contract.Opening                                                 // set if the order has no row yet
}

func (a writer) change(ctx context.Context, operation string, at contract.At, before contract.Order, do effect) (contract.Order, error) {
	return a.changeNotifying(ctx, operation, change{before: before, at: at}, do)
}

// changeAlone is change for an effect that writes only the order's own row. Such a change needs no lock beforehand, and no transaction
// unless messages go with it.
func (a writer) changeAlone(ctx context.Context, operation string, at contract.At, before contract.Order, do effect) (contract.Order, error) {
	c := change{before: before, at: at}
	changed, events, err := do(a.store.Tx)
	if err != nil { // perhaps because our database has a later state
		return contract.Order{}, a.findAhead(ctx, operation, before, err)
	}
	next := order.Saved(changed)
	if len(c.messages(next)) == 0 {
		err = a.store.Orders.Save(ctx, next, stamped(events, at.Now)...)
	} else {
		err = a.store.InTx(ctx, func(q *store.Tx) error { return c.write(ctx, q, next, events) })
	}
	return a.announceChange(ctx, operation, c, next, err)
}

// changeNotifying writes the state with its events and messages in one transaction: a message is stored together with its
// cause.
func (a writer) changeNotifying(ctx context.Context, operation string, c change, do effect) (contract.Order, error) {
	var next contract.Order
	err := a.store.InTx(ctx, func(q *store.Tx) error {
		if c.first == nil {
			if err := q.Orders.Lock(ctx, c.before); err != nil {
				return err
			}
		}
		changed, events, err := do(q)
		if err != nil {
			return err
		}
		next = order.Saved(changed)
		return c.write(ctx, q, next, events)
	})
	return a.announceChange(ctx, operation, c, next, err)
}

func (a writer) announceChange(ctx context.Context, operation string, c change, next contract.Order, err error) (contract.Order, error) {
	if errors.Is(err, storeerrors.ErrStale) {
		return contract.Order{}, a.findAhead(ctx, operation, c.before, err)
	}
	if err != nil {
		return contract.Order{}, failure.Map(operation, err)
	}
	a.announce.PublishChange(ctx, next.ID, next.Seq)
	for _, counter := range a.count {
		counter.OrderChanged(c.before, next)
	}
	return next, nil
}

// findAhead returns the later state of our database, if there is one: Temporal lost the task of a step after it was saved, and the
// workflow continues from there. Otherwise it returns the error.
func (a writer) findAhead(ctx context.Context, operation string, before contract.Order, wrong error) error {
	saved, err := a.store.Orders.Get(ctx, before.ID)
	if err != nil || saved.Order.Seq <= before.Seq {
		return failure.Map(operation, errors.Join(wrong, err))
	}
	return failure.Ahead(saved.Order)
}

// write saves the state, with its events and messages.
func (c change) write(ctx context.Context, q *store.Tx, next contract.Order, events []contract.Event) error {
	if err := c.save(ctx, q, next, stamped(events, c.at.Now)); err != nil {
		return err
	}
	notices, err := c.notices(q, next)
	if err != nil {
		return err
	}
	return q.Outbox.Queue(ctx, notices...)
}

func (c change) save(ctx context.Context, q *store.Tx, next contract.Order, events []orderstore.Event) error {
	if c.first != nil {
		return q.Orders.Open(ctx, next, c.first.Session, c.first.Subject, events...)
	}
	return q.Orders.Save(ctx, next, events...)
}

func (c change) notices(q *store.Tx, next contract.Order) ([]contract.Notice, error) {
	notices := c.messages(next)
	if c.notify == nil {
		return notices, nil
	}
	more, err := c.notify(q, next)
	return append(notices, more...), err
}

// messages returns the messages of the change itself.
func (c change) messages(next contract.Order) []contract.Notice {
	return order.Notices(next, c.limits, order.Messages(c.before, next, c.limits)...)
}

func stamped(events []contract.Event, now time.Time) []orderstore.Event {
	rows := make([]orderstore.Event, len(events))
	for i, event := range events {
		rows[i] = orderstore.Event{Key: event.Key, At: now, Params: event.Params}
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

// amountParam is an amount for texts, in SAR with two decimals.
func amountParam(amount contract.Halalas) map[string]string {
	return map[string]string{"amount": money.Riyals(amount)}
}
