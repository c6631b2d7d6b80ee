package order

import (
	"context"
	"errors"

	"selfcare/internal/contract"
	"selfcare/internal/domain/order"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

// Wizard takes the answers that a customer gives before paying.
type Wizard struct{ writer }

// ChoosePlan takes the plan as it is sold now.
func (a *Wizard) ChoosePlan(ctx context.Context, o contract.Order, in contract.PlanChosen) (contract.Order, error) {
	return a.changeAlone(ctx, "choose plan", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		chosen, err := q.Catalogue.Plan(ctx, in.PlanID)
		if errors.Is(err, storeerrors.ErrNotFound) || err == nil && !plan.ForOrder(chosen, o.NumberSource == contract.NumberPortIn) {
			return o, nil, contract.RefuseField("planId", contract.FailPlanUnknown)
		}
		o.Plan = asChosen(chosen)
		return order.Priced(o, settings.VATPercent), happened("plan.chosen"), err
	})
}

// asChosen copies the plan as it is sold now; later changes of the plan do not affect the order.
func asChosen(p plan.Plan) *contract.Plan {
	chosen := &contract.Plan{
		ID: p.ID, NameEn: p.NameEn, NameAr: p.NameAr, Price: p.Price, SubscriptionType: p.SubscriptionType,
		FreeCategories: p.FreeCategories, CommitmentMonths: p.CommitmentMonths,
	}
	if p.Renews {
		chosen.CycleMonths, chosen.CycleDays = p.CycleMonths, p.ValidityDays
	}
	return chosen
}

// SaveContact saves the customer's contact.
func (a *Wizard) SaveContact(ctx context.Context, o contract.Order, in contract.ContactGiven) (contract.Order, error) {
	return a.changeAlone(ctx, "save contact", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		settings, err := q.Settings.Get(ctx)
		if err != nil {
			return o, nil, err
		}
		o.Contact = &in.Contact
		return o, happened("contact.given"), order.ValidateContact(in.Contact, settings.VerifyContact)
	})
}

// ConfirmPrice fixes the price that the customer saw.
func (a *Wizard) ConfirmPrice(ctx context.Context, o contract.Order, in contract.PriceConfirmed) (contract.Order, error) {
	return a.change(ctx, "confirm price", in.At, o, func(q *store.Tx) (contract.Order, []contract.Event, error) {
		if err := validatePromo(ctx, q, o, in.Now); err != nil {
			return o, nil, err
		}
		confirmed, err := order.Confirmed(o, in.Confirmation, in.Now)
		return confirmed, happened("order.confirmed"), err
	})
}
