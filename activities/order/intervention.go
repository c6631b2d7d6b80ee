package order

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	"selfcare/internal/store/audit"
)

// Interventions parks an order until support has decided.
type Interventions struct{ writer }

// HoldOrder parks the order with the reason.
func (a *Interventions) HoldOrder(ctx context.Context, o contract.Order, in contract.OrderHeld) (contract.Order, error) {
	return a.changeAlone(ctx, "hold order", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		o = order.HeldUp(o, in)
		switch {
		case order.CanCorrectAddress(o):
			return o, happened("order.address-refused"), nil
		case order.IsRecalled(o):
			return o, happened("order.recalled"), nil
		default:
			return o, happened("order.held"), nil
		}
	})
}

// ChangeAddress records another address of a parcel that has not left us.
func (a *Interventions) ChangeAddress(ctx context.Context, o contract.Order, in contract.AddressChanged) (contract.Order, error) {
	return a.change(ctx, "change address", in.At, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		delivery := *o.Delivery
		delivery.Address = &in.Address
		o.Delivery = &delivery
		return o, happened("delivery.chosen"), nil
	})
}

// ResumeOrder applies support's decision and writes it to the audit log, or applies the customer's correction. It also ends a
// hold that the customer's cancellation overtook: then there is no actor and nothing to audit.
func (a *Interventions) ResumeOrder(ctx context.Context, o contract.Order, in contract.OrderResumed) (contract.Order, error) {
	return a.change(ctx, "resume order", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		r := in.Resolution
		work := o.Held.Work
		o = order.Resumed(o, r)
		if r.Actor == "" {
			return o, nil, nil
		}
		if r.Actor == contract.ActorCustomer {
			return o, happened("order.resumed"), nil
		}
		err := q.Audit.Write(ctx, audit.Record{
			Key: fmt.Sprintf("resume:%s:%d", o.ID, o.Seq), OrderID: o.ID, Actor: r.Actor, Action: r.Action, Note: r.Note, Details: map[string]string{"work": string(work)},
		})
		return o, happened("order.resumed"), err
	})
}
