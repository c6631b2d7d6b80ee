package order

import (
	"context"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// Fulfilment prepares and hands over what was bought.
type Fulfilment struct{ writer }

// AllocateSIM takes a card from stock for the order; a repeat returns the same card.
func (a *Fulfilment) AllocateSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "allocate sim", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		card, err := q.SIMs.Allocate(ctx, o.ID)
		if o.SIM != nil {
			return order.WithSIM(o, card), nil, err // told before
		}
		return order.WithSIM(o, card), happened("sim.allocated"), err
	})
}

// ReturnSIM puts the card back into stock.
func (a *Fulfilment) ReturnSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "return sim", in, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		err := q.SIMs.Return(ctx, o.ID)
		o.SIM = nil
		return o, nil, err
	})
}

// RecordShipment records the courier's report; dispatch and delivery move the order's stage. A scan without a state is an event in the
// courier's words.
func (a *Fulfilment) RecordShipment(ctx context.Context, o contract.Order, in contract.ShipmentMoved) (contract.Order, error) {
	return a.changeNotifying(ctx, "record shipment", change{before: o, at: in.At, limits: in.Limits}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if in.Scan != nil && in.Scan.Status == "" {
			return o, []contract.Event{{Key: "parcel.noted", Params: map[string]string{"text": in.Scan.Text}}}, nil
		}
		if err := q.Shipments.Save(ctx, o.ID, in.Shipment); err != nil {
			return o, nil, err
		}
		o = order.WithShipment(o, in.Shipment)
		if in.Scan == nil {
			return o, happened("parcel." + string(in.Shipment.Status)), nil
		}
		return o, nil, q.Shipments.AddScan(ctx, o.ID, *in.Scan)
	})
}

// CheckCard refuses an activation with another card than the order's.
func (a *Fulfilment) CheckCard(_ context.Context, o contract.Order, in contract.ActivationRequest) error {
	return failure.Map("check card", order.MatchCard(o, in))
}

// RemindCustomer sends a message that no change of the order causes.
func (a *Fulfilment) RemindCustomer(ctx context.Context, o contract.Order, in contract.Reminder) (contract.Order, error) {
	notify := func(_ *store.Tx, next contract.Order) ([]contract.Notice, error) {
		return order.Notices(next, contract.Limits{}, in.Template), nil
	}
	return a.changeNotifying(ctx, "remind customer", change{before: o, at: in.At, notify: notify}, func(*store.Tx) (contract.Order, []contract.Event, error) {
		return o, nil, nil
	})
}
