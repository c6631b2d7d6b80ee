package bundle

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/bundle"
)

// OfferQuery selects offers; an empty field selects all.
type OfferQuery struct {
	ID            string
	Channel       string
	Featured      *bool
	At            time.Time // in force then
	Page, PerPage int       // Page counts from 1
}

type offerRow struct {
	bun.BaseModel `bun:"table:offers,alias:o"`
	ID            string    `bun:"id"`
	NameEn        string    `bun:"name_en"`
	NameAr        string    `bun:"name_ar"`
	DescriptionEn string    `bun:"description_en"`
	DescriptionAr string    `bun:"description_ar"`
	Featured      bool      `bun:"featured"`
	BundleID      string    `bun:"bundle,nullzero"`
	PlanID        string    `bun:"plan,nullzero"`
	EndsAt        time.Time `bun:"ends_at,nullzero"`
}

// sells omits offers whose target is not on sale at a moment.
const sells = `(o.bundle IS NULL OR EXISTS (SELECT FROM bundles AS b WHERE b.id = o.bundle AND b.starts_at <= ? AND coalesce(b.ends_at > ?, true)))
	AND (o.plan IS NULL OR EXISTS (SELECT FROM plans AS p WHERE p.id = o.plan AND p.on_sale))`

// Offers returns one page of the selected offers in the order of the shop, and whether there are more.
func (q Bundles) Offers(ctx context.Context, wanted OfferQuery) (found []bundle.Offer, more bool, err error) {
	var rows []offerRow
	selection := onSale(q.DB.NewSelect().Model(&rows), wanted.At).Where(sells, wanted.At, wanted.At)
	if wanted.ID != "" {
		selection = selection.Where("o.id = ?", wanted.ID)
	}
	if wanted.Channel != "" {
		selection = selection.Where("? = ANY(o.availability)", wanted.Channel)
	}
	if wanted.Featured != nil {
		selection = selection.Where("o.featured = ?", *wanted.Featured)
	}
	err = selection.Order("o.position", "o.id").Limit(int64(wanted.PerPage) + 1).
		Offset(int64(max(wanted.Page, 1)-1) * int64(wanted.PerPage)).Scan(ctx)
	if err != nil {
		return nil, false, fmt.Errorf("list offers: %w", err)
	}
	if len(rows) > wanted.PerPage {
		rows, more = rows[:wanted.PerPage], true
	}
	found, err = q.offers(ctx, rows)
	return found, more, err
}

// offers adds the bundles of the offers.
func (q Bundles) offers(ctx context.Context, rows []offerRow) (found []bundle.Offer, err error) {
	var ids []string
	for _, row := range rows {
		if row.BundleID != "" {
			ids = append(ids, row.BundleID)
		}
	}
	sold, err := q.ByID(ctx, ids...)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		o := bundle.Offer{
			ID: row.ID, NameEn: row.NameEn, NameAr: row.NameAr, DescriptionEn: row.DescriptionEn, DescriptionAr: row.DescriptionAr,
			Featured: row.Featured, PlanID: row.PlanID, EndsAt: row.EndsAt,
		}
		if one, sells := sold[row.BundleID]; sells {
			o.Bundle = &one
		}
		found = append(found, o)
	}
	return found, nil
}
