package store

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/uptrace/bun"
)

type planRow struct {
	bun.BaseModel `bun:"table:plans,alias:p"`
	Plan
	Items    []PlanItem `bun:"items,type:jsonb"`
	Position int        `bun:"position"`
	OnSale   bool       `bun:"on_sale"`
}

func (r planRow) plan() Plan {
	r.Plan.Items = r.Items
	return r.Plan
}

// Plans is one page of the plans on sale; featured narrows it where given.
func (q *Queries) Plans(ctx context.Context, featured *bool, page, perPage int) ([]Plan, error) {
	var rows []planRow
	selection := q.db.NewSelect().Model(&rows).Where("p.on_sale").Order("p.position").Limit(int64(perPage)).Offset(offset(page, perPage))
	if featured != nil {
		selection = selection.Where("p.featured = ?", *featured)
	}
	if err := selection.Scan(ctx); err != nil {
		return nil, translate("list plans", err)
	}
	plans := make([]Plan, len(rows))
	for i, row := range rows {
		plans[i] = row.plan()
	}
	return plans, nil
}

// PortPlans lists the plans on sale that take a number from another operator.
func (q *Queries) PortPlans(ctx context.Context) ([]Plan, error) {
	var rows []planRow
	err := q.db.NewSelect().Model(&rows).Where("p.on_sale").Where("p.takes_ported").Order("p.position").Scan(ctx)
	plans := make([]Plan, len(rows))
	for i, row := range rows {
		plans[i] = row.plan()
	}
	return plans, translate("list plans", err)
}

// Plan is one plan on sale.
func (q *Queries) Plan(ctx context.Context, id string) (Plan, error) {
	var p Plan
	var items, free []byte
	err := q.prepared().row(ctx, `
		SELECT id, name_en, name_ar, description_en, description_ar, price, subscription_type, category, featured, validity_days,
		       coalesce(to_json(nullif(free_categories, '{}')), 'null'), commitment_months, takes_ported, items
		FROM plans WHERE id = $1 AND on_sale`, id).
		Scan(&p.ID, &p.NameEn, &p.NameAr, &p.DescriptionEn, &p.DescriptionAr, &p.Price, &p.SubscriptionType, &p.Category,
			&p.Featured, &p.ValidityDays, &free, &p.CommitmentMonths, &p.TakesPorted, &items)
	if err != nil {
		return Plan{}, translate("read plan", err)
	}
	return p, errors.Join(json.Unmarshal(items, &p.Items), json.Unmarshal(free, &p.FreeCategories))
}

// PlanSold is a plan that somebody has, on sale or not.
func (q *Queries) PlanSold(ctx context.Context, id string) (Plan, error) {
	var row planRow
	err := q.db.NewSelect().Model(&row).Where("p.id = ?", id).Scan(ctx)
	return row.plan(), translate("read plan", err)
}

// Cities lists the cities we deliver to, largest first.
func (q *Queries) Cities(ctx context.Context) ([]City, error) {
	var cities []City
	err := q.db.NewRaw("SELECT key, name_en, name_ar FROM cities ORDER BY position").Scan(ctx, &cities)
	return cities, translate("list cities", err)
}

// City is one city we deliver to.
func (q *Queries) City(ctx context.Context, key string) (City, error) {
	var city City
	err := q.db.NewRaw("SELECT key, name_en, name_ar FROM cities WHERE key = ?", key).Scan(ctx, &city)
	return city, translate("read city", err)
}

type branchRow struct {
	bun.BaseModel `bun:"table:branches,alias:b"`
	Branch
}

// Branches lists the pickup branches of a city, or all where city is empty.
func (q *Queries) Branches(ctx context.Context, city string) ([]Branch, error) {
	var rows []branchRow
	selection := q.db.NewSelect().Model(&rows).Order("b.city", "b.id")
	if city != "" {
		selection = selection.Where("b.city = ?", city)
	}
	if err := selection.Scan(ctx); err != nil {
		return nil, translate("list branches", err)
	}
	branches := make([]Branch, len(rows))
	for i, row := range rows {
		branches[i] = row.Branch
	}
	return branches, nil
}

// Branch is one pickup branch.
func (q *Queries) Branch(ctx context.Context, id string) (Branch, error) {
	var row branchRow
	err := q.db.NewSelect().Model(&row).Where("b.id = ?", id).Scan(ctx)
	return row.Branch, translate("read branch", err)
}

// ReplaceBranches makes the list equal to the courier's. An empty list is refused: it is a fault of the courier's, not news.
func (q *Queries) ReplaceBranches(ctx context.Context, branches []Branch) error {
	if len(branches) == 0 {
		return translate("replace branches", ErrConflict)
	}
	rows := make([]branchRow, len(branches))
	ids := make([]string, len(branches))
	for i, branch := range branches {
		rows[i], ids[i] = branchRow{Branch: branch}, branch.ID
	}
	err := q.inTx(ctx, func(tx *Queries) error {
		if _, err := tx.db.NewDelete().Model((*branchRow)(nil)).Where("id NOT IN (?)", bun.List(ids)).Exec(ctx); err != nil {
			return err
		}
		_, err := tx.db.NewInsert().Model(&rows).On("CONFLICT (id) DO UPDATE").
			Set("city = EXCLUDED.city").Set("name_en = EXCLUDED.name_en").Set("name_ar = EXCLUDED.name_ar").
			Set("address_en = EXCLUDED.address_en").Set("address_ar = EXCLUDED.address_ar").
			Set("hours_en = EXCLUDED.hours_en").Set("hours_ar = EXCLUDED.hours_ar").
			Set("latitude = EXCLUDED.latitude").Set("longitude = EXCLUDED.longitude").Exec(ctx)
		return err
	})
	return translate("replace branches", err)
}
