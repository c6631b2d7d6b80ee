package jeopardy

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	stored "selfcare/internal/store/lateorder"
)

// followIncidents notes whom incidents touch, and tells the customers of those that are over: as many in a minute as a bulk resumes.
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
		if err := a.tellOver(ctx, touched); err != nil { // it is tried again in a minute, and keeps no other from hearing of it
			activity.GetLogger(ctx).Error("a customer does not hear that an incident is over", "order", touched.OrderID, "error", err)
		}
	}
	return ctx.Err()
}

// tellOver tells a customer once. Who waits because of another incident hears when that is over, and who waits no more has heard
// of every step.
func (a *Activities) tellOver(ctx context.Context, touched stored.Touched) error {
	return a.store.InTx(ctx, func(q *store.Tx) error {
		if !touched.Again {
			if err := queueOver(ctx, q, touched); err != nil {
				return err
			}
		}
		return q.Incidents.NoteTold(ctx, touched)
	})
}

func queueOver(ctx context.Context, q *store.Tx, touched stored.Touched) error {
	record, err := q.Orders.Get(ctx, touched.OrderID)
	if err != nil || order.Awaited(record.Order) == "" {
		return err
	}
	notices := order.Notices(record.Order, contract.Limits{}, "incident-over")
	for i := range notices {
		notices[i].Key = "incident-over-" + touched.IncidentID // once, whatever the order has become
	}
	return q.Outbox.Queue(ctx, notices...)
}
