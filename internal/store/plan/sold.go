package plan

import (
	"encoding/json"
	"errors"

	"selfcare/internal/contract/texts"
	"selfcare/internal/domain/plan"
)

// Sold receives hot.PlanColumns.
type Sold struct {
	plan.Plan
	items, free []byte
}

// Fields receive hot.PlanColumns.
func (p *Sold) Fields() []any {
	return []any{
		&p.ID, &p.ExternalID, &p.Kind, &p.NameEn, &p.NameAr, &p.DescriptionEn, &p.DescriptionAr, (*int64)(&p.Price), &p.SubscriptionType,
		&p.Category, &p.Featured, &p.Promoted, &p.ValidityDays, &p.CycleMonths, &p.Renews, &p.free, &p.CommitmentMonths, &p.TakesPorted,
		&p.RechargeBonusPercent, &p.Position, &p.OnSale, &p.items,
	}
}

// Read returns the plan of a row.
func (p *Sold) Read() (plan.Plan, error) {
	return p.Plan, errors.Join(json.Unmarshal(p.items, &p.Items), json.Unmarshal(p.free, &p.FreeCategories))
}

// Name is the name of a plan.
type Name struct {
	En string `json:"en"`
	Ar string `json:"ar"`
}

// NamesIn returns names in one language, by the ids of their plans.
func NamesIn(language string, names map[string]Name) map[string]string {
	in := make(map[string]string, len(names))
	for id, name := range names {
		if in[id] = name.Ar; language == texts.English {
			in[id] = name.En
		}
	}
	return in
}
