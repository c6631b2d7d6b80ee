// Package plan stores the catalogue of plans: plans, their families, and rates.
package plan

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/plan"
)

// Query selects plans on sale; an empty field selects all. Without PerPage it returns all of them.
type Query struct {
	ExternalIDs   []string
	Category      string
	Kind          string
	Subscription  string // prepaid or postpaid
	Featured      *bool
	Promoted      bool
	Ported        bool // plans for a ported number
	Page, PerPage int  // Page counts from 1
}

type planRow struct {
	bun.BaseModel `bun:"table:plans,alias:p"`
	plan.Plan
	FreeCategories []string    `bun:"free_categories,array"`
	Items          []plan.Item `bun:"items,type:jsonb"`
}

func (r planRow) plan() plan.Plan {
	r.Plan.FreeCategories, r.Plan.Items = r.FreeCategories, r.Items
	return r.Plan
}

func rowOf(p plan.Plan) planRow {
	row := planRow{Plan: p, FreeCategories: p.FreeCategories, Items: p.Items}
	if row.FreeCategories == nil {
		row.FreeCategories = []string{}
	}
	if row.Items == nil {
		row.Items = []plan.Item{}
	}
	return row
}

// onSale selects plans on sale in order, with one more row than the page.
func (q Query) onSale(db bun.IDB, rows *[]planRow) *bun.SelectQuery {
	selection := db.NewSelect().Model(rows).Where("p.on_sale").Order("p.position", "p.id")
	if len(q.ExternalIDs) > 0 {
		selection = selection.Where("p.external_id IN (?)", bun.List(q.ExternalIDs))
	}
	if q.Category != "" {
		selection = selection.Where("p.category = ?", q.Category)
	}
	if q.Kind != "" {
		selection = selection.Where("p.kind = ?", q.Kind)
	}
	if q.Subscription != "" {
		selection = selection.Where("p.subscription_type = ?", q.Subscription)
	}
	if q.Featured != nil {
		selection = selection.Where("p.featured = ?", *q.Featured)
	}
	if q.Promoted {
		selection = selection.Where("p.promoted")
	}
	if q.Ported {
		selection = selection.Where("p.takes_ported")
	}
	if q.PerPage > 0 {
		selection = selection.Limit(int64(q.PerPage) + 1).Offset(int64(max(q.Page, 1)-1) * int64(q.PerPage))
	}
	return selection
}

// List returns one page of the selected plans, and whether there are more.
func List(ctx context.Context, db bun.IDB, wanted Query) (found []plan.Plan, more bool, err error) {
	var rows []planRow
	if err := wanted.onSale(db, &rows).Scan(ctx); err != nil {
		return nil, false, err
	}
	if wanted.PerPage > 0 && len(rows) > wanted.PerPage {
		rows, more = rows[:wanted.PerPage], true
	}
	return plansOf(rows), more, nil
}

func plansOf(rows []planRow) []plan.Plan {
	plans := make([]plan.Plan, len(rows))
	for i, row := range rows {
		plans[i] = row.plan()
	}
	return plans
}

type categoryRow struct {
	bun.BaseModel `bun:"table:plan_categories,alias:c"`
	plan.Category
	SubscriptionTypes []string `bun:"subscription_types,array,scanonly"`
}

// Categories lists the families with plans on sale, in order.
func Categories(ctx context.Context, db bun.IDB) ([]plan.Category, error) {
	var rows []categoryRow
	err := db.NewSelect().Model(&rows).ColumnExpr("c.*").
		ColumnExpr("ARRAY(SELECT DISTINCT p.subscription_type FROM plans AS p WHERE p.category = c.key AND p.on_sale ORDER BY 1 DESC) AS subscription_types").
		Where("EXISTS (SELECT FROM plans AS p WHERE p.category = c.key AND p.on_sale)").
		Order("c.position", "c.key").Scan(ctx)
	return categoriesOf(rows), err
}

// Category returns one of Categories; sql.ErrNoRows for another key.
func Category(ctx context.Context, db bun.IDB, key string) (plan.Category, error) {
	all, err := Categories(ctx, db)
	for _, category := range all {
		if category.Key == key {
			return category, nil
		}
	}
	if err == nil {
		err = sql.ErrNoRows
	}
	return plan.Category{}, err
}

func categoriesOf(rows []categoryRow) []plan.Category {
	categories := make([]plan.Category, len(rows))
	for i, row := range rows {
		categories[i] = row.Category
		categories[i].SubscriptionTypes = row.SubscriptionTypes
	}
	return categories
}

type rateRow struct {
	bun.BaseModel `bun:"table:rates,alias:r"`
	plan.Rate
	PlanID *string `bun:"plan_id"`
}

// Rates returns all rates in order.
func Rates(ctx context.Context, db bun.IDB) ([]plan.Rate, error) {
	var rows []rateRow
	err := db.NewSelect().Model(&rows).Order("r.position").Scan(ctx)
	rates := make([]plan.Rate, len(rows))
	for i, row := range rows {
		rates[i] = row.Rate
		if row.PlanID != nil {
			rates[i].PlanID = *row.PlanID
		}
	}
	return rates, err
}
