package plan

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/plan"
)

// Source returns the origin of the catalogue; empty before the first import.
func Source(ctx context.Context, db bun.IDB) (source string, err error) {
	err = db.NewSelect().Table("plan_imports").Column("source").Order("id DESC").Limit(1).Scan(ctx, &source)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return source, err
}

// all returns the whole catalogue, with plans that are not on sale any more.
func all(ctx context.Context, db bun.IDB) (stored plan.List, err error) {
	var plans []planRow
	if err := db.NewSelect().Model(&plans).Order("p.position", "p.id").Scan(ctx); err != nil {
		return stored, err
	}
	var categories []categoryRow
	if err := db.NewSelect().Model(&categories).Order("c.position", "c.key").Scan(ctx); err != nil {
		return stored, err
	}
	stored = plan.List{Plans: plansOf(plans), Categories: categoriesOf(categories)}
	stored.Rates, err = Rates(ctx, db)
	return stored, err
}

func writeCategories(ctx context.Context, tx bun.IDB, wanted plan.List) error {
	rows := make([]categoryRow, len(wanted.Categories))
	for i, category := range wanted.Categories {
		rows[i] = categoryRow{Category: category}
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT (key) DO UPDATE").
		Set("name_en = EXCLUDED.name_en").Set("name_ar = EXCLUDED.name_ar").
		Set("description_en = EXCLUDED.description_en").Set("description_ar = EXCLUDED.description_ar").
		Set("position = EXCLUDED.position").Exec(ctx)
	return err
}

// dropCategories deletes categories without plans.
func dropCategories(ctx context.Context, tx bun.IDB, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	_, err := tx.NewDelete().Model((*categoryRow)(nil)).Where("key IN (?)", bun.List(keys)).Exec(ctx)
	return err
}

func writePlans(ctx context.Context, tx bun.IDB, wanted plan.List) error {
	rows, ids := make([]planRow, len(wanted.Plans)), make([]string, len(wanted.Plans))
	for i, p := range wanted.Plans {
		rows[i], ids[i] = rowOf(p), p.ID
	}
	if _, err := tx.NewUpdate().Model((*planRow)(nil)).Set("on_sale = false").
		Where("on_sale").Where("id NOT IN (?)", bun.List(ids)).Exec(ctx); err != nil {
		return err
	}
	insert := tx.NewInsert().Model(&rows).On("CONFLICT (id) DO UPDATE")
	for _, column := range []string{
		"external_id", "name_en", "name_ar", "description_en", "description_ar", "price", "category", "featured", "promoted",
		"validity_days", "cycle_months", "renews", "free_categories", "commitment_months", "takes_ported", "recharge_bonus_percent", "items",
		"position", "on_sale",
	} {
		insert = insert.Set("? = EXCLUDED.?", bun.Ident(column), bun.Ident(column))
	}
	_, err := insert.Exec(ctx)
	return err
}

func writeRates(ctx context.Context, tx bun.IDB, wanted plan.List) error {
	if _, err := tx.NewDelete().Model((*rateRow)(nil)).Where("true").Exec(ctx); err != nil || len(wanted.Rates) == 0 {
		return err
	}
	rows := make([]rateRow, len(wanted.Rates))
	for i, rate := range wanted.Rates {
		rows[i] = rateRow{Rate: rate}
		if rate.PlanID != "" {
			rows[i].PlanID = &rate.PlanID
		}
	}
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}
