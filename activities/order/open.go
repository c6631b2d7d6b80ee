package order

import (
	"context"
	"errors"

	"selfcare/activities/internal/failure"
	"selfcare/internal/contract"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// OpenOrder writes the order's first row. If a number came with the start, it is booked in the same transaction: a number that
// is gone leaves no order behind.
func (a *Wizard) OpenOrder(ctx context.Context, o contract.Order, open contract.Opening, in contract.Booked) (contract.Order, error) {
	first := change{before: o, at: in.At, first: &open}
	return a.changeNotifying(ctx, "open order", first, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if o.PackageID != "" {
			bundled, err := readBundledPlan(ctx, q, o)
			if err != nil {
				return o, nil, err
			}
			o = bundled
		}
		if o.Device != nil {
			if err := validateESIMPhone(ctx, q, *o.Device); err != nil {
				return o, nil, err
			}
		}
		if open.MSISDN == "" {
			return o, happened("order.started"), nil
		}
		in.MSISDN = open.MSISDN
		booked, err := book(ctx, q, o, in, q.Numbers.ClaimFirst)
		return booked, happened("order.started", "number.booked"), err
	})
}

// FindOrder returns whether an order's first row was written, with the order's present state.
func (a *Wizard) FindOrder(ctx context.Context, orderID string) (contract.FoundOrder, error) {
	record, err := a.store.Orders.Get(ctx, orderID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.FoundOrder{}, nil
	}
	return contract.FoundOrder{Order: record.Order, Written: err == nil}, failure.Map("find order", err)
}

func readBundledPlan(ctx context.Context, q *store.Tx, o contract.Order) (contract.Order, error) {
	bundled, err := q.Catalogue.Plan(ctx, o.PackageID)
	if errors.Is(err, storeerrors.ErrNotFound) || err == nil && !plan.ForOrder(bundled, o.NumberSource == contract.NumberPortIn) {
		return o, contract.RefuseField("packageId", contract.FailPlanUnknown)
	}
	o.Plan = asChosen(bundled)
	return o, err
}
