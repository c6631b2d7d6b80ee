package plan

import (
	"encoding/json"
	"errors"

	"selfcare/internal/domain/plan"
)

// Columns are the columns of a plan c.
const Columns = `
       c.id, c.external_id, c.kind, c.name_en, c.name_ar, c.description_en, c.description_ar, c.price, c.subscription_type, c.category, c.featured,
       c.promoted, c.validity_days, c.cycle_months, c.renews, to_json(c.free_categories), c.commitment_months,
       c.takes_ported, c.recharge_bonus_percent, c.position, c.on_sale, c.items`

// Sold receives Columns.
type Sold struct {
	plan.Plan
	items, free []byte
}

// Fields receive Columns.
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
