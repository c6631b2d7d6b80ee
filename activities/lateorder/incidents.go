package lateorder

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	lateorderstore "selfcare/internal/store/lateorder"
)

// followIncidents records the customers that incidents affect, and tells those of ended incidents, at the rate of a bulk.
func (a *Activities) followIncidents(ctx context.Context, now time.Time) error {
	if _, err := a.store.Incidents.Gather(ctx, now); err != nil {
		return err
	}
	settings, err := a.store.Settings.Get(ctx)
	if err != nil {
		return err
	}
	over, err := a.store.Incidents.ListUntold(ctx, settings.BulkPerMinute)
	if err != nil {
		return err
	}
	for _, touched := range over {
		activity.RecordHeartbeat(ctx)
		if err := a.tellOver(ctx, touched); err != nil { // a failed one is tried again in a minute and must not block the rest
			activity.GetLogger(ctx).Error("a customer could not be told that an incident is over", "order", touched.OrderID, "error", err)
		}
	}
	return ctx.Err()
}

// tellOver tells a customer once. A customer whom another incident affects gets the message when that ends; a customer whose
// order no longer waits has had its own messages.
func (a *Activities) tellOver(ctx context.Context, touched lateorderstore.Touched) error {
	return a.store.InTx(ctx, func(q *store.Tx) error {
		if !touched.Again {
			if err := queueOver(ctx, q, touched); err != nil {
				return err
			}
		}
		return q.Incidents.NoteTold(ctx, touched)
	})
}

func queueOver(ctx context.Context, q *store.Tx, touched lateorderstore.Touched) error {
	record, err := q.Orders.Get(ctx, touched.OrderID)
	if err != nil || order.Awaited(record.Order) == "" {
		return err
	}
	notices := order.Notices(record.Order, contract.Limits{}, "incident-over")
	for i := range notices {
		notices[i].Key = "incident-over-" + touched.IncidentID // one message in any state of the order
	}
	return q.Outbox.Queue(ctx, notices...)
}
