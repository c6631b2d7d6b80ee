package present

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/plan"
)

// PlanOnSale is a plan as the shop shows it.
func (v Presenter) PlanOnSale(p plan.Plan) gen.Plan {
	view := gen.Plan{
		Id: p.ID, ExternalId: p.ExternalID, Kind: gen.PlanKind(p.Kind), Name: v.Localized(p.NameAr, p.NameEn),
		Description: optional.Text(v.Localized(p.DescriptionAr, p.DescriptionEn)), Price: int64(p.Price), PriceIncludesVat: plan.PricesIncludeVAT,
		SubscriptionType: gen.PlanSubscriptionType(p.SubscriptionType), Category: p.Category, Featured: p.Featured, Promoted: p.Promoted,
		ValidityDays: p.ValidityDays, CycleMonths: optional.Positive(p.CycleMonths), Renews: p.Renews, TakesPorted: p.TakesPorted,
	}
	view.FreeNumberCategories, view.CommitmentMonths = commitment(p.FreeCategories, p.CommitmentMonths)
	view.Items = make([]gen.PlanItem, len(p.Items))
	for i, item := range p.Items {
		view.Items[i] = gen.PlanItem{Type: item.Type, Unit: gen.AllowanceUnit(item.Unit), Amount: item.Amount, Label: v.Localized(item.LabelAr, item.LabelEn)}
	}
	return view
}

// PlanCategory is a family of plans.
func (v Presenter) PlanCategory(c plan.Category) gen.PlanCategory {
	return gen.PlanCategory{
		Key: c.Key, Name: v.Localized(c.NameAr, c.NameEn), Description: optional.Text(v.Localized(c.DescriptionAr, c.DescriptionEn)),
	}
}

// Rates show the prices of usage beyond a plan.
func (v Presenter) Rates(rates []plan.Rate) gen.Rates {
	shown := optional.OrEmpty(gen.Rates{})
	for _, rate := range rates {
		shown = append(shown, struct {
			Key   string            `json:"key"`
			Name  string            `json:"name"`
			Price int64             `json:"price"`
			Unit  gen.AllowanceUnit `json:"unit"`
		}{rate.Key, v.Localized(rate.NameAr, rate.NameEn), int64(rate.Price), gen.AllowanceUnit(rate.Unit)})
	}
	return shown
}

func (v Presenter) plan(view *gen.Order, p *contract.Plan) {
	if p == nil {
		return
	}
	shown := optional.Part(&view.Plan)
	shown.Id = p.ID
	shown.Name = v.Localized(p.NameAr, p.NameEn)
	shown.Price = int64(p.Price)
	shown.SubscriptionType = p.SubscriptionType
	shown.FreeNumberCategories, shown.CommitmentMonths = commitment(p.FreeCategories, p.CommitmentMonths)
}

// commitment returns nil parts for a plan without one.
func commitment(free []string, months int) (*[]gen.NumberCategoryKey, *int) {
	if months == 0 {
		return nil, nil
	}
	keys := make([]gen.NumberCategoryKey, len(free))
	for i, category := range free {
		keys[i] = gen.NumberCategoryKey(category)
	}
	return &keys, &months
}
