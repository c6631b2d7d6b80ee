// Package vas stores the value-added services on sale, and the services of lines.
package vas

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
	"selfcare/internal/store/tx"
)

// Services stores the services of partners.
type Services struct{ DB bun.IDB }

// Category is a kind of services on a page of the site.
type Category struct {
	bun.BaseModel `bun:"table:service_categories,alias:c"`

	Key    string `bun:",pk"`
	Page   string
	NameEn string
	NameAr string
}

// Service is a service on sale.
type Service struct {
	bun.BaseModel `bun:"table:services,alias:s"`

	ID            string `bun:",pk"`
	Page          string `bun:",scanonly"`
	Category      string
	NameEn        string
	NameAr        string
	DescriptionEn string
	DescriptionAr string
	PartnerCode   string
	Price         contract.Halalas
	Cost          contract.Halalas
	CycleDays     int
	Renews        bool     // until the customer turns renewal off
	Availability  []string `bun:",array"`
	Held          bool     `bun:",scanonly"` // by the line in the query
}

// Categories returns the categories of some pages with services on sale, in order.
func (q Services) Categories(ctx context.Context, pages []string) (found []Category, err error) {
	if len(pages) == 0 {
		return nil, nil
	}
	onSale := q.DB.NewSelect().Model((*Service)(nil)).ColumnExpr("1").Where("s.category = c.key").Where("s.on_sale")
	err = q.DB.NewSelect().Model(&found).Where("page IN (?)", bun.List(pages)).Where("EXISTS (?)", onSale).
		Order("page", "position", "key").Scan(ctx)
	return found, wrap("list categories of services", err)
}

func withCategory(s *bun.SelectQuery) *bun.SelectQuery {
	return s.Join("JOIN service_categories AS c ON c.key = s.category")
}

// forLine adds to services their pages, and whether a line has them.
func (q Services) forLine(s *bun.SelectQuery, lineID string) *bun.SelectQuery {
	held := q.DB.NewSelect().Model((*Held)(nil)).ColumnExpr("1").
		Where("l.line_id = ?", lineID).Where("l.service_id = s.id").Where("l.state <> 'ended'")
	return s.Apply(tx.AllColumns).Column("c.page").ColumnExpr("EXISTS (?) AS held", held)
}

// Query selects services. Page counts from 1.
type Query struct {
	Slug          string // of the page of the site
	Category      string // empty: all
	LineID        string // of the asking customer
	Page, PerPage int
}

// List returns one page of the services on sale, and their total.
func (q Services) List(ctx context.Context, wanted Query) (found []Service, total int, err error) {
	selection := withCategory(q.DB.NewSelect().Model(&found)).Where("s.on_sale").Where("c.page = ?", wanted.Slug)
	if wanted.Category != "" {
		selection = selection.Where("s.category = ?", wanted.Category)
	}
	count, err := selection.Clone().Count(ctx)
	if err != nil {
		return nil, 0, wrap("count services", err)
	}
	err = q.forLine(selection, wanted.LineID).Order("c.position", "c.key", "s.position", "s.id").
		Limit(int64(wanted.PerPage)).Offset(tx.Offset(wanted.Page, wanted.PerPage)).Scan(ctx)
	return found, int(count), wrap("list services", err)
}

// Get returns a service on sale; false without one.
func (q Services) Get(ctx context.Context, id, lineID string) (found Service, known bool, err error) {
	err = q.forLine(withCategory(q.DB.NewSelect().Model(&found)), lineID).Where("s.on_sale").Where("s.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return found, false, nil
	}
	return found, err == nil, wrap("find service", err)
}

func wrap(operation string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", operation, err)
	}
	return nil
}

// OnSale counts the services on sale.
func (q Services) OnSale(ctx context.Context) (count int, err error) {
	onSale, err := q.DB.NewSelect().Model((*Service)(nil)).Where("on_sale").Count(ctx)
	return int(onSale), wrap("count services", err)
}
