package store

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// PlanItem is one allowance of a plan.
type PlanItem struct {
	Type    string `json:"type"`
	LabelEn string `json:"labelEn"`
	LabelAr string `json:"labelAr"`
}

// Plan is a plan on sale.
type Plan struct {
	ID               string
	NameEn           string
	NameAr           string
	DescriptionEn    string
	DescriptionAr    string
	Price            contract.Halalas
	SubscriptionType string // prepaid or postpaid
	Category         string
	Featured         bool
	ValidityDays     int
	FreeCategories   []string `bun:"free_categories,array"` // classes of numbers that cost nothing with this plan
	CommitmentMonths int
	TakesPorted      bool // may be taken with a number from another operator
	Items            []PlanItem
}

// City is a city we deliver to.
type City struct {
	Key    string
	NameEn string
	NameAr string
}

// Branch is a courier branch a parcel can be collected from.
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

// Catalogue is what is on sale and where it can be delivered.
type Catalogue struct{ *conn }

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
func (q Catalogue) Plans(ctx context.Context, featured *bool, page, perPage int) ([]Plan, error) {
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
func (q Catalogue) PortPlans(ctx context.Context) ([]Plan, error) {
	var rows []planRow
	err := q.db.NewSelect().Model(&rows).Where("p.on_sale").Where("p.takes_ported").Order("p.position").Scan(ctx)
	plans := make([]Plan, len(rows))
	for i, row := range rows {
		plans[i] = row.plan()
	}
	return plans, translate("list plans", err)
}

// Plan is one plan on sale.
func (q Catalogue) Plan(ctx context.Context, id string) (Plan, error) {
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
func (q Catalogue) PlanSold(ctx context.Context, id string) (Plan, error) {
	var row planRow
	err := q.db.NewSelect().Model(&row).Where("p.id = ?", id).Scan(ctx)
	return row.plan(), translate("read plan", err)
}

// Cities lists the cities we deliver to, largest first.
func (q Catalogue) Cities(ctx context.Context) ([]City, error) {
	var cities []City
	err := q.db.NewRaw("SELECT key, name_en, name_ar FROM cities ORDER BY position").Scan(ctx, &cities)
	return cities, translate("list cities", err)
}

// City is one city we deliver to.
func (q Catalogue) City(ctx context.Context, key string) (City, error) {
	var city City
	err := q.db.NewRaw("SELECT key, name_en, name_ar FROM cities WHERE key = ?", key).Scan(ctx, &city)
	return city, translate("read city", err)
}

type branchRow struct {
	bun.BaseModel `bun:"table:branches,alias:b"`
	Branch
}

// Branches lists the pickup branches of a city, or all where city is empty.
func (q Catalogue) Branches(ctx context.Context, city string) ([]Branch, error) {
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
func (q Catalogue) Branch(ctx context.Context, id string) (Branch, error) {
	var row branchRow
	err := q.db.NewSelect().Model(&row).Where("b.id = ?", id).Scan(ctx)
	return row.Branch, translate("read branch", err)
}

// ReplaceBranches makes the list equal to the courier's. An empty list is refused: it is a fault of the courier's, not news.
func (q Catalogue) ReplaceBranches(ctx context.Context, branches []Branch) error {
	if len(branches) == 0 {
		return translate("replace branches", ErrConflict)
	}
	rows := make([]branchRow, len(branches))
	ids := make([]string, len(branches))
	for i, branch := range branches {
		rows[i], ids[i] = branchRow{Branch: branch}, branch.ID
	}
	err := q.inTx(ctx, func(tx *Tx) error {
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

// Device is a phone that takes an eSIM.
type Device struct {
	bun.BaseModel `bun:"table:devices,alias:d"`

	Model    string `bun:"model"`
	Brand    string `bun:"brand"`
	Name     string `bun:"name"`
	Position int    `bun:"position"`
}

// devicesShown is the length of the list of devices: whoever searches sees his own among the first.
const devicesShown = 50

// Devices lists the phones that take an eSIM and whose brand or name has all words of the text; all where it is empty.
func (q Catalogue) Devices(ctx context.Context, text string) ([]Device, error) {
	var devices []Device
	selection := q.db.NewSelect().Model(&devices).Order("d.position").Limit(devicesShown)
	for _, word := range strings.Fields(text) {
		selection = selection.Where("d.brand || ' ' || d.name ILIKE ?", "%"+likeLiteral.Replace(word)+"%")
	}
	return devices, translate("list devices", selection.Scan(ctx))
}

// likeLiteral takes the meaning from what LIKE would read as a pattern.
var likeLiteral = strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`)

// TakesESIM tells whether a model is in the list of devices.
func (q Catalogue) TakesESIM(ctx context.Context, model string) (takes bool, err error) {
	err = q.prepared().row(ctx, "SELECT EXISTS (SELECT FROM devices WHERE model = $1)", model).Scan(&takes)
	return takes, translate("find device", err)
}
