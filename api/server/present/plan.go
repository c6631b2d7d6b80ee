package present

import (
	"strconv"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/contract/texts"
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
	view.Items = v.PlanItems(p.Items)
	return view
}

// PlanItems are the allowances of a plan.
func (v Presenter) PlanItems(items []plan.Item) []gen.PlanItem {
	shown := make([]gen.PlanItem, len(items))
	for i, item := range items {
		shown[i] = gen.PlanItem{Type: item.Type, Unit: gen.AllowanceUnit(item.Unit), Amount: item.Amount, Label: v.Localized(item.LabelAr, item.LabelEn)}
	}
	return shown
}

// FreeWith names plans with which a number is free.
func (v Presenter) FreeWith(plans []plan.Plan) []gen.FreeWithPlan {
	shown := make([]gen.FreeWithPlan, len(plans))
	for i, p := range plans {
		shown[i] = gen.FreeWithPlan{PlanId: p.ID, Name: v.Localized(p.NameAr, p.NameEn), CommitmentMonths: p.CommitmentMonths}
	}
	return shown
}

// PlanCategory is a family of plans.
func (v Presenter) PlanCategory(c plan.Category) gen.PlanCategory {
	shown := gen.PlanCategory{
		Key: c.Key, Name: v.Localized(c.NameAr, c.NameEn), Description: optional.Text(v.Localized(c.DescriptionAr, c.DescriptionEn)),
		SubscriptionTypes: make([]gen.SubscriptionType, len(c.SubscriptionTypes)),
	}
	for i, of := range c.SubscriptionTypes {
		shown.SubscriptionTypes[i] = gen.SubscriptionType(of)
	}
	return shown
}

// PlanPeriod says how long the price of a plan lasts, and whether it is paid once.
func (v Presenter) PlanPeriod(p plan.Plan) string {
	key := "plan.period."
	if !p.Renews {
		key = "plan.once."
	}
	switch p.CycleMonths {
	case 0:
		return texts.Text(v.language, key+"days", map[string]string{"days": strconv.Itoa(p.ValidityDays)})
	case 1:
		return texts.Text(v.language, key+"month", nil)
	default:
		return texts.Text(v.language, key+"months", map[string]string{"months": strconv.Itoa(p.CycleMonths)})
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
