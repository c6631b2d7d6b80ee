// Package bundle stores the catalogue of bundles, and its offers.
package bundle

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/domain/allowance"
	"selfcare/internal/domain/bundle"
)

// Bundles stores bundles and offers.
type Bundles struct{ DB bun.IDB }

// Sort orders of a list. The default is the order of the shop.
const (
	ByPrice = "price"
	ByData  = "data"
)

// Query selects bundles; an empty field selects all. Without PerPage it returns all of them.
type Query struct {
	Channel       string // web or app
	Category      string
	Tag           string
	Gives         allowance.Type // bundles with some of a type, possibly with others
	Subscription  string
	Plan          string // with Subscription: of the line
	IDs           []string
	Sort          string
	At            time.Time // on sale then
	Page, PerPage int       // Page counts from 1
}

type bundleRow struct {
	bun.BaseModel  `bun:"table:bundles,alias:b"`
	ID             string           `bun:"id"`
	Category       string           `bun:"category"`
	NameEn         string           `bun:"name_en"`
	NameAr         string           `bun:"name_ar"`
	DescriptionEn  string           `bun:"description_en"`
	DescriptionAr  string           `bun:"description_ar"`
	Tags           []string         `bun:"tags,array"`
	DataMB         int64            `bun:"data_mb"`
	LocalMinutes   int64            `bun:"local_minutes"`
	SMS            int64            `bun:"sms"`
	AbroadMinutes  int64            `bun:"abroad_minutes"`
	RoamingMB      int64            `bun:"roaming_mb"`
	RoamingMinutes int64            `bun:"roaming_minutes"`
	ValidityDays   int              `bun:"validity_days"`
	Price          contract.Halalas `bun:"price"`
	Subscriptions  []string         `bun:"subscriptions,array"`
	Plans          []string         `bun:"plans,array"`
	Availability   []string         `bun:"availability,array"`
	Single         bool             `bun:"single"`
	Renews         bool             `bun:"renews"`
	Stock          *int             `bun:"stock"`
	Sold           int              `bun:"sold"`
	StartsAt       time.Time        `bun:"starts_at"`
	EndsAt         time.Time        `bun:"ends_at,nullzero"`
	Position       int              `bun:"position"`
}

func (r bundleRow) bundle() bundle.Bundle {
	return bundle.Bundle{
		ID: r.ID, Category: r.Category, NameEn: r.NameEn, NameAr: r.NameAr, DescriptionEn: r.DescriptionEn, DescriptionAr: r.DescriptionAr,
		Tags: r.Tags, DataMB: r.DataMB, LocalMinutes: r.LocalMinutes, SMS: r.SMS, AbroadMinutes: r.AbroadMinutes, RoamingMB: r.RoamingMB,
		RoamingMinutes: r.RoamingMinutes, ValidityDays: r.ValidityDays, Price: r.Price, Subscriptions: r.Subscriptions, Plans: r.Plans,
		Availability: r.Availability, Single: r.Single, Renews: r.Renews, Stock: r.Stock, Sold: r.Sold, StartsAt: r.StartsAt, EndsAt: r.EndsAt, Position: r.Position,
	}
}

// onSale selects the bundles on sale at a moment, by the same rule as bundle.OnSale.
func onSale(selection *bun.SelectQuery, at time.Time) *bun.SelectQuery {
	return selection.Where("?TableAlias.starts_at <= ? AND coalesce(?TableAlias.ends_at > ?, true)", at, at)
}

// given maps the types by which a list can be filtered to their columns.
var given = map[allowance.Type]string{allowance.Data: "data_mb", allowance.LocalMinutes: "local_minutes", allowance.Messages: "sms"}

func (q Query) selected(db bun.IDB, rows *[]bundleRow) *bun.SelectQuery {
	selection := onSale(db.NewSelect().Model(rows), q.At)
	if q.Channel != "" {
		selection = selection.Where("? = ANY(b.availability)", q.Channel)
	}
	if q.Category != "" {
		selection = selection.Where("b.category = ?", q.Category)
	}
	if q.Tag != "" {
		selection = selection.Where("? = ANY(b.tags)", q.Tag)
	}
	if column, known := given[q.Gives]; known {
		selection = selection.Where("b.? > 0", bun.Ident(column))
	}
	if q.Subscription != "" {
		selection = selection.Where("? = ANY(b.subscriptions)", q.Subscription)
	}
	if q.Plan != "" {
		selection = selection.Where("b.plans = '{}' OR ? = ANY(b.plans)", q.Plan)
	}
	switch q.Sort {
	case ByPrice:
		selection = selection.Order("b.price")
	case ByData:
		selection = selection.Order("b.data_mb DESC")
	}
	return selection.Order("b.position", "b.id")
}

// List returns one page of the selected bundles, and whether there are more.
func (q Bundles) List(ctx context.Context, wanted Query) (found []bundle.Bundle, more bool, err error) {
	var rows []bundleRow
	selection := wanted.selected(q.DB, &rows)
	if wanted.PerPage > 0 {
		selection = selection.Limit(int64(wanted.PerPage) + 1).Offset(int64(max(wanted.Page, 1)-1) * int64(wanted.PerPage))
	}
	if err := selection.Scan(ctx); err != nil {
		return nil, false, fmt.Errorf("list bundles: %w", err)
	}
	if wanted.PerPage > 0 && len(rows) > wanted.PerPage {
		rows, more = rows[:wanted.PerPage], true
	}
	found = make([]bundle.Bundle, len(rows))
	for i, row := range rows {
		found[i] = row.bundle()
	}
	return found, more, nil
}

// ByID returns bundles by their ids, on sale or not; unknown ids are left out.
func (q Bundles) ByID(ctx context.Context, ids ...string) (map[string]bundle.Bundle, error) {
	found := make(map[string]bundle.Bundle, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	var rows []bundleRow
	if err := q.DB.NewSelect().Model(&rows).Where("b.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("read bundles: %w", err)
	}
	for _, row := range rows {
		found[row.ID] = row.bundle()
	}
	return found, nil
}

// OnSale counts the bundles on sale at a moment.
func (q Bundles) OnSale(ctx context.Context, at time.Time) (int, error) {
	count, err := onSale(q.DB.NewSelect().Model((*bundleRow)(nil)), at).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("count bundles: %w", err)
	}
	return int(count), nil
}
