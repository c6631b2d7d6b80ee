package views

import (
	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/store"
)

// PlanOnSale is a plan as the shop shows it.
func (v Presenter) PlanOnSale(p store.Plan) gen.Plan {
	view := gen.Plan{
		Id: p.ID, Name: v.Either(p.NameAr, p.NameEn), Description: optional.Text(v.Either(p.DescriptionAr, p.DescriptionEn)),
		Price: int64(p.Price), SubscriptionType: gen.PlanSubscriptionType(p.SubscriptionType), Category: p.Category,
		Featured: p.Featured, ValidityDays: p.ValidityDays,
	}
	view.FreeNumberCategories, view.CommitmentMonths = commitment(p.FreeCategories, p.CommitmentMonths)
	view.Items = optional.OrEmpty(view.Items)
	for _, item := range p.Items {
		view.Items = append(view.Items, struct {
			Label string `json:"label"`
			Type  string `json:"type"`
		}{v.Either(item.LabelAr, item.LabelEn), item.Type})
	}
	return view
}

func (v Presenter) plan(view *gen.Order, p *contract.Plan) {
	if p == nil {
		return
	}
	shown := optional.Part(&view.Plan)
	shown.Id = p.ID
	shown.Name = v.Either(p.NameAr, p.NameEn)
	shown.Price = int64(p.Price)
	shown.SubscriptionType = p.SubscriptionType
	shown.FreeNumberCategories, shown.CommitmentMonths = commitment(p.FreeCategories, p.CommitmentMonths)
}

// commitment is shown of plans that have one.
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
