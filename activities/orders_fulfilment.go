package activities

import (
	"context"
	"time"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
)

// AllocateSIM takes a card from stock for the order; asked again it answers the same card.
func (a *Orders) AllocateSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "allocate sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		sim, err := q.SIMs.Allocate(ctx, o.ID)
		o.SIM, o.Stage = &sim, contract.StagePreparing
		return o, happened("sim.allocated"), err
	})
}

// ReturnSIM puts the card back into stock.
func (a *Orders) ReturnSIM(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "return sim", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		err := q.SIMs.Return(ctx, o.ID)
		o.SIM = nil
		return o, nil, err
	})
}

// RecordShipment writes what the courier said; dispatch and delivery move the order's stage.
func (a *Orders) RecordShipment(ctx context.Context, o contract.Order, in contract.ShipmentMoved) (contract.Order, error) {
	return a.changeTelling(ctx, "record shipment", change{before: o, now: in.Now, limits: in.Limits}, func(q *store.Tx) (contract.Order, []contract.Event, error) {
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
func (a *Orders) CheckCard(_ context.Context, o contract.Order, in contract.ActivationRequest) error {
	return refused("check card", order.MatchCard(o, in))
}

// CompleteOrder creates the line with its subscriber, where the order makes one, and closes the books.
func (a *Orders) CompleteOrder(ctx context.Context, o contract.Order, in contract.At) (contract.Order, error) {
	return a.change(ctx, "complete order", in.Now, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := inService(ctx, q, o, in.Now); err != nil {
			return o, nil, err
		}
		if err := q.Ports.Release(ctx, o.ID); err != nil { // from now on the line keeps the number
			return o, nil, err
		}
		o.Stage = contract.StageActive
		if err := q.Ledger.Post(ctx, earned(o)); err != nil {
			return o, nil, err
		}
		if !order.MakesLine(o) {
			return o, happened("order.completed"), nil
		}
		rewarded, err := rewardReferral(ctx, q, o, in.Now)
		return o, append(happened("line.activated", "order.completed"), rewarded...), err
	})
}

// rewardReferral credits both sides of an invitation. Only a refund of the completed order takes it back.
func rewardReferral(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) ([]contract.Event, error) {
	if o.Referral == "" {
		return nil, nil
	}
	settings, err := q.Settings.Get(ctx)
	if err != nil || settings.ReferralReward == 0 {
		return nil, err
	}
	rewarded, err := q.Referrals.Reward(ctx, o, settings.ReferralReward, now)
	if err != nil || !rewarded {
		return nil, err
	}
	event := contract.Event{Key: "referral.rewarded", Params: amountParam(settings.ReferralReward)}
	return []contract.Event{event}, q.Ledger.Post(ctx, credited(o.ID, 2*settings.ReferralReward))
}

// inService writes what the order brought into service, and gives the line it changed free.
func inService(ctx context.Context, q *store.Tx, o contract.Order, now time.Time) error {
	if order.MakesLine(o) {
		if err := q.Lines.Create(ctx, o, now); err != nil {
			return err
		}
	}
	if err := q.SIMs.MarkActive(ctx, o.ID); err != nil {
		return err
	}
	return q.Lines.Release(ctx, o.ID)
}
