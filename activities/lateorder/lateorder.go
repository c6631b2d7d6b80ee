// Package lateorder finds orders that wait for longer than usual, and learns the usual times.
package lateorder

import (
	"context"
	"errors"
	"time"

	"go.temporal.io/sdk/activity"
	"golang.org/x/sync/errgroup"

	"selfcare/activities/internal/failure"
	"selfcare/activities/internal/standing"
	"selfcare/internal/contract"
	"selfcare/internal/domain/lateorder"
	"selfcare/internal/store"
)

const (
	most    = 500 // orders told at a time
	tellers = 8   // at once
)

// Every is how often late orders are looked for.
const Every = time.Minute

// Activities finds late orders and tells their workflows.
type Activities struct {
	store *store.Store
	tell  Teller
	every time.Duration
}

// Teller sends news to a workflow. News that is not delivered is an error.
type Teller interface {
	Tell(ctx context.Context, workflowID, news string, arg any) error
}

// New takes the database, the port to the orders, and the pause between two runs.
func New(s *store.Store, t Teller, every time.Duration) *Activities { return &Activities{s, t, every} }

// LearnExpectations recalculates how long orders usually wait.
func (a *Activities) LearnExpectations(ctx context.Context) (int, error) {
	known, err := a.store.StageRuns.Learn(ctx, time.Now())
	return known, failure.Map("learn how long orders wait", err)
}

// TellLateOrders tells each order that waits for longer than usual, each minute, until its time is over or the worker stops.
// An order that did not take the news is told again by the next run of the activity; a repeat changes nothing. It also follows
// incidents.
func (a *Activities) TellLateOrders(ctx context.Context) error {
	told := map[string]bool{}
	return standing.Repeat(ctx, func(ctx context.Context) (time.Duration, error) {
		now := time.Now()
		return a.every, failure.Map("tell late orders", errors.Join(a.tellAll(ctx, now, told), a.followIncidents(ctx, now)))
	})
}

func (a *Activities) tellAll(ctx context.Context, now time.Time, told map[string]bool) error {
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return err
	}
	found, err := a.store.StageRuns.Late(ctx, settings.Expected, now, most)
	if err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(tellers)
	for _, order := range found {
		run := order.OrderID + string(order.Stage) + order.Since.String()
		if told[run] {
			continue
		}
		told[run] = true
		group.Go(func() error { return a.tellOne(ctx, order, now) })
	}
	return group.Wait()
}

// tellOne only logs an order that cannot be told, so that it does not block the rest.
func (a *Activities) tellOne(ctx context.Context, order lateorder.Waiting, now time.Time) error {
	activity.RecordHeartbeat(ctx)
	news := contract.OrderLate{Stage: order.Stage, ExpectedBy: order.ExpectedBy(now)}
	err := a.tell.Tell(ctx, contract.OrderWorkflowID(order.Number), contract.SignalOrderLate, news)
	if err != nil {
		activity.GetLogger(ctx).Warn("a customer could not be told that an order is late", "order", order.Number, "error", err)
	}
	return ctx.Err()
}
