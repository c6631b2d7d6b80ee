// Package catalogue stores the goods on sale, and the places of delivery.
package catalogue

import (
	"context"
	"database/sql"
	"slices"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/configfile"
	"selfcare/internal/domain/esim"
	"selfcare/internal/domain/plan"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/hot"
	planstore "selfcare/internal/store/plan"
	"selfcare/internal/store/tx"
)

// City is a city that we deliver to.
type City struct {
	bun.BaseModel `bun:"table:cities,alias:c"`

	Key    string `bun:",pk"`
	NameEn string
	NameAr string
}

// Branch is a courier branch at which a parcel can be collected.
type Branch struct {
	ID             string
	City           string
	NameEn, NameAr string
	AddressEn      string
	AddressAr      string
	HoursEn        string
	HoursAr        string
	Latitude       float64
	Longitude      float64
}

// Catalogue stores the goods on sale, and the places of delivery.
type Catalogue struct{ *tx.Conn }

// Plans returns one page of the selected plans on sale, and whether there are more.
func (q Catalogue) Plans(ctx context.Context, wanted planstore.Query) ([]plan.Plan, bool, error) {
	found, more, err := planstore.List(ctx, q.DB, wanted)
	return found, more, storeerrors.Translate("list plans", err)
}

// Plan returns a plan on sale.
func (q Catalogue) Plan(ctx context.Context, id string) (plan.Plan, error) {
	found, err := q.PlanSold(ctx, id)
	if err == nil && !found.OnSale {
		return plan.Plan{}, storeerrors.Translate("read plan", storeerrors.ErrNotFound)
	}
	if len(found.FreeCategories) == 0 {
		found.FreeCategories = nil // an order omits an empty list
	}
	return found, err
}

// PlanSold returns a plan of a line, on sale or not.
func (q Catalogue) PlanSold(ctx context.Context, id string) (plan.Plan, error) {
	var found planstore.Sold
	if err := hot.Plan.Row(ctx, q.Conn, id).Scan(found.Fields()...); err != nil {
		return plan.Plan{}, storeerrors.Translate("read plan", err)
	}
	return found.Read()
}

// PlanNames returns the names of plans by their ids, on sale or not.
func (q Catalogue) PlanNames(ctx context.Context, ids ...string) (map[string]planstore.Name, error) {
	var rows []struct{ ID, NameEn, NameAr string }
	err := q.DB.NewSelect().Table("plans").Column("id", "name_en", "name_ar").Where("id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	names := make(map[string]planstore.Name, len(rows))
	for _, row := range rows {
		names[row.ID] = planstore.Name{En: row.NameEn, Ar: row.NameAr}
	}
	for _, id := range ids {
		if _, known := names[id]; err == nil && !known {
			err = sql.ErrNoRows
		}
	}
	return names, storeerrors.Translate("read names of plans", err)
}

// PlanCategories lists the families with plans on sale.
func (q Catalogue) PlanCategories(ctx context.Context) ([]plan.Category, error) {
	categories, err := planstore.Categories(ctx, q.DB)
	return categories, storeerrors.Translate("list plan categories", err)
}

// PlanCategory returns one of PlanCategories.
func (q Catalogue) PlanCategory(ctx context.Context, key string) (plan.Category, error) {
	category, err := planstore.Category(ctx, q.DB, key)
	return category, storeerrors.Translate("read plan category", err)
}

// Rates returns the general rates and those of single plans.
func (q Catalogue) Rates(ctx context.Context) ([]plan.Rate, error) {
	rates, err := planstore.Rates(ctx, q.DB)
	return rates, storeerrors.Translate("list rates", err)
}

// ReplacePlans replaces the catalogue of plans. If a plan cannot change as wanted, it changes nothing and returns the reasons. A
// plan that is not wanted any more leaves the shop and stays with its lines.
func (q Catalogue) ReplacePlans(ctx context.Context, wanted plan.List, source string) (changes plan.Changes, problems []configfile.Problem, err error) {
	err = q.Commit(ctx, func(conn *tx.Conn) error {
		q := Catalogue{conn}
		changes, problems, err = planstore.Replace(ctx, q.DB, wanted, source)
		return storeerrors.Translate("replace plans", err)
	})
	return changes, problems, err
}

// PlansFrom returns the source of the catalogue of plans; empty before the first import.
func (q Catalogue) PlansFrom(ctx context.Context) (string, error) {
	source, err := planstore.Source(ctx, q.DB)
	return source, storeerrors.Translate("read where plans came from", err)
}

// Cities lists the cities that we deliver to, largest first.
func (q Catalogue) Cities(ctx context.Context) ([]City, error) {
	var cities []City
	err := q.DB.NewSelect().Model(&cities).Order("position").Scan(ctx)
	return cities, storeerrors.Translate("list cities", err)
}

// City returns one city that we deliver to.
func (q Catalogue) City(ctx context.Context, key string) (City, error) {
	var city City
	err := q.DB.NewSelect().Model(&city).Where("key = ?", key).Scan(ctx)
	return city, storeerrors.Translate("read city", err)
}

type branchRow struct {
	bun.BaseModel `bun:"table:branches,alias:b"`
	Branch
}

// Branches lists the pickup branches of a city, or all for an empty city.
func (q Catalogue) Branches(ctx context.Context, city string) ([]Branch, error) {
	var rows []branchRow
	selection := q.DB.NewSelect().Model(&rows).Order("b.city", "b.id")
	if city != "" {
		selection = selection.Where("b.city = ?", city)
	}
	if err := selection.Scan(ctx); err != nil {
		return nil, storeerrors.Translate("list branches", err)
	}
	branches := make([]Branch, len(rows))
	for i, row := range rows {
		branches[i] = row.Branch
	}
	return branches, nil
}

// Branch returns one pickup branch.
func (q Catalogue) Branch(ctx context.Context, id string) (Branch, error) {
	var row branchRow
	err := q.DB.NewSelect().Model(&row).Where("b.id = ?", id).Scan(ctx)
	return row.Branch, storeerrors.Translate("read branch", err)
}

// ReplaceBranches makes the list equal to the courier's. It refuses an empty list, which must be a mistake of the courier.
func (q Catalogue) ReplaceBranches(ctx context.Context, branches []Branch) error {
	if len(branches) == 0 {
		return storeerrors.Translate("replace branches", storeerrors.ErrConflict)
	}
	rows := make([]branchRow, len(branches))
	ids := make([]string, len(branches))
	for i, branch := range branches {
		rows[i], ids[i] = branchRow{Branch: branch}, branch.ID
	}
	err := q.InTx(ctx, func(conn *tx.Conn) error {
		q := Catalogue{conn}
		if _, err := q.DB.NewDelete().Model((*branchRow)(nil)).Where("id NOT IN (?)", bun.List(ids)).Exec(ctx); err != nil {
			return err
		}
		_, err := q.DB.NewInsert().Model(&rows).On("CONFLICT (id) DO UPDATE").
			Set("city = EXCLUDED.city").Set("name_en = EXCLUDED.name_en").Set("name_ar = EXCLUDED.name_ar").
			Set("address_en = EXCLUDED.address_en").Set("address_ar = EXCLUDED.address_ar").
			Set("hours_en = EXCLUDED.hours_en").Set("hours_ar = EXCLUDED.hours_ar").
			Set("latitude = EXCLUDED.latitude").Set("longitude = EXCLUDED.longitude").Exec(ctx)
		return err
	})
	return storeerrors.Translate("replace branches", err)
}

// Device is a phone with eSIM.
type Device struct {
	bun.BaseModel `bun:"table:devices,alias:d"`

	Model    string `bun:"model"`
	Brand    string `bun:"brand"`
	Name     string `bun:"name"`
	Position int    `bun:"position"`
}

const (
	// devicesShown is the length of the list of devices: a customer who searches finds the phone among the first.
	devicesShown = 50
	// devicesKnown exceeds the number of phones with eSIM.
	devicesKnown = 5000
)

// Devices lists the phones with eSIM whose brand or name contains all words of a text; all for an empty text.
func (q Catalogue) Devices(ctx context.Context, text string) ([]Device, error) {
	var known []Device
	if err := q.DB.NewSelect().Model(&known).Order("d.position").Limit(devicesKnown).Scan(ctx); err != nil {
		return nil, storeerrors.Translate("list devices", err)
	}
	known = slices.DeleteFunc(known, func(d Device) bool { return !esim.IsPhone(d.Brand, d.Name, text) })
	return known[:min(len(known), devicesShown)], nil
}

// TakesESIM tells whether a model is in the list of devices.
func (q Catalogue) TakesESIM(ctx context.Context, model string) (takes bool, err error) {
	takes, err = q.DB.NewSelect().Model((*Device)(nil)).Where("model = ?", model).Exists(ctx)
	return takes, storeerrors.Translate("find device", err)
}
