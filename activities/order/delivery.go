package order

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/setting"
)

// ChooseDelivery takes a home address in a city we deliver to, or a branch of the courier.
func (a *Wizard) ChooseDelivery(ctx context.Context, o contract.Order, in contract.DeliveryChosen) (contract.Order, error) {
	return a.changeAlone(ctx, "choose delivery", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		delivery, err := deliveryFor(ctx, q, settings, o.Language, in.Choice)
		if err != nil {
			return o, nil, err
		}
		o.Delivery = &delivery
		return order.Priced(o, settings.VATPercent), happened("delivery.chosen"), nil
	})
}

func deliveryFor(ctx context.Context, q *store.Tx, s setting.Settings, lang string, c contract.DeliveryChoice) (contract.Delivery, error) {
	switch {
	case c.Method == contract.DeliverHome:
		return homeDelivery(ctx, q, s, c)
	case c.Method == contract.DeliverPickup && !s.PartnerBrandHomeOnly:
		return pickup(ctx, q, s, lang, c)
	default:
		return contract.Delivery{}, contract.RefuseField("method", contract.FailDeliveryNotOffered)
	}
}

func homeDelivery(ctx context.Context, q *store.Tx, s setting.Settings, c contract.DeliveryChoice) (contract.Delivery, error) {
	if c.Address == nil {
		return contract.Delivery{}, contract.RefuseField("address", contract.FailAddressRequired)
	}
	if _, err := q.Catalogue.City(ctx, c.Address.City); errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Delivery{}, contract.RefuseField("address.city", contract.FailCityUnknown)
	} else if err != nil {
		return contract.Delivery{}, err
	}
	return contract.Delivery{Method: c.Method, Fee: s.DeliveryFeeHome, Address: c.Address}, nil
}

func pickup(ctx context.Context, q *store.Tx, s setting.Settings, lang string, c contract.DeliveryChoice) (contract.Delivery, error) {
	branch, err := q.Catalogue.Branch(ctx, c.BranchID)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return contract.Delivery{}, contract.RefuseField("branchId", contract.FailBranchUnknown)
	}
	name := branch.NameAr
	if lang == "en" {
		name = branch.NameEn
	}
	return contract.Delivery{Method: c.Method, Fee: s.DeliveryFeePickup, BranchID: branch.ID, Branch: name, City: branch.City}, err
}
