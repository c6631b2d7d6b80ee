package activities

import (
	"context"
	"fmt"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// HoldOrder parks the order with the reason it cannot go on.
func (a *Orders) HoldOrder(ctx context.Context, o contract.Order, in contract.OrderHeld) (contract.Order, error) {
	return a.changeAlone(ctx, "hold order", in.Now, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		o.Held = &contract.Held{
			FailureCode: in.FailureCode, Work: in.Work, From: o.Stage, Since: in.Now, CanSkip: in.CanSkip,
		}
		o.Stage = contract.StageHeld
		return o, happened("order.held"), nil
	})
}

// ResumeOrder applies what support decided and writes it to the audit log. Also ends a hold that the customer's
// cancellation overtook: then there is no actor and nothing to audit.
func (a *Orders) ResumeOrder(ctx context.Context, o contract.Order, in contract.OrderResumed) (contract.Order, error) {
	return a.change(ctx, "resume order", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		r := in.Resolution
		work := o.Held.Work
		o = order.Resumed(o, r)
		if r.Actor == "" {
			return o, nil, nil
		}
		err := q.Audit.Write(ctx, store.AuditEntry{
			Key: fmt.Sprintf("resume:%s:%d", o.ID, o.Seq), OrderID: o.ID, Actor: r.Actor, Action: r.Action, Note: r.Note, Details: map[string]string{"work": string(work)},
		})
		return o, happened("order.resumed"), err
	})
}

// BeginCancel shows that the order is being undone.
func (a *Orders) BeginCancel(ctx context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	return a.changeAlone(ctx, "begin cancel", in.Now, o, func(*store.Tx) (contract.Order, []contract.Event, error) {
		o.Stage, o.Held = contract.StageCancelling, nil
		return o, happened("order.cancelling"), nil
	})
}

// CloseOrder ends an order that did not reach its aim, after everything was undone, and gives the line it was for free.
func (a *Orders) CloseOrder(ctx context.Context, o contract.Order, in contract.OrderEnding) (contract.Order, error) {
	return a.change(ctx, "close order", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := q.LineSIMs.DropOf(ctx, o.ID); err != nil {
			return o, nil, err
		}
		if err := q.Lines.Release(ctx, o.ID); err != nil {
			return o, nil, err
		}
		o.Ended = &contract.Ended{Reason: in.Reason, At: in.Now, Refunded: in.Refunded}
		o.Stage = contract.StageCancelled
		event := "order.cancelled"
		if in.Reason == contract.EndedNeverPaid {
			o.Stage, event = contract.StageAbandoned, "order.abandoned"
		}
		if err := q.Promos.GiveBack(ctx, o.ID); err != nil {
			return o, nil, err
		}
		if rest := order.KeptAfter(o, in.Refunded); rest > 0 {
			return o, happened(event), q.Ledger.Post(ctx, kept(o.ID, rest))
		}
		return o, happened(event), nil
	})
}
