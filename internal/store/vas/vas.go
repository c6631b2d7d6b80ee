// Package vas stores the value-added services on sale, and the services of lines.
package vas

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/internal/contract"
)

// Services stores the services of partners.
type Services struct{ DB bun.IDB }

// Category is a kind of services on a page of the site.
type Category struct {
	Key    string
	Page   string
	NameEn string
	NameAr string
}

// Service is a service on sale.
type Service struct {
	ID            string
	Page          string
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
	Held          bool     // by the line in the query
}

// Categories returns the categories of some pages with services on sale, in order.
func (q Services) Categories(ctx context.Context, pages []string) (found []Category, err error) {
	if len(pages) == 0 {
		return nil, nil
	}
	err = q.DB.NewRaw(`
		SELECT key, page, name_en, name_ar FROM service_categories AS c
		WHERE page IN (?) AND EXISTS (SELECT FROM services AS s WHERE s.category = c.key AND s.on_sale) ORDER BY page, position, key`,
		bun.List(pages)).Scan(ctx, &found)
	return found, wrap("list categories of services", err)
}

const columns = `
	s.id, c.page, s.category, s.name_en, s.name_ar, s.description_en, s.description_ar, s.partner_code, s.price, s.cost, s.cycle_days, s.renews,
	s.availability, EXISTS (SELECT FROM line_services AS l WHERE l.line_id = ?0 AND l.service_id = s.id AND l.state <> 'ended') AS held
	FROM services AS s JOIN service_categories AS c ON c.key = s.category`

// Query selects services. Page counts from 1.
type Query struct {
	Slug          string // of the page of the site
	Category      string // empty: all
	LineID        string // of the asking customer
	Page, PerPage int
}

// List returns one page of the services on sale, and their total.
func (q Services) List(ctx context.Context, wanted Query) (found []Service, total int, err error) {
	const those = " WHERE s.on_sale AND c.page = ?1 AND (?2 = '' OR s.category = ?2)"
	err = q.DB.NewRaw("SELECT count(*) FROM services AS s JOIN service_categories AS c ON c.key = s.category"+those,
		nil, wanted.Slug, wanted.Category).Scan(ctx, &total)
	if err != nil {
		return nil, 0, wrap("count services", err)
	}
	err = q.DB.NewRaw("SELECT"+columns+those+" ORDER BY c.position, c.key, s.position, s.id LIMIT ?3 OFFSET ?4",
		wanted.LineID, wanted.Slug, wanted.Category, wanted.PerPage, (wanted.Page-1)*wanted.PerPage).Scan(ctx, &found)
	return found, total, wrap("list services", err)
}

// Get returns a service on sale; false without one.
func (q Services) Get(ctx context.Context, id, lineID string) (found Service, known bool, err error) {
	err = q.DB.NewRaw("SELECT"+columns+" WHERE s.on_sale AND s.id = ?1", lineID, id).Scan(ctx, &found)
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
	err = q.DB.NewRaw("SELECT count(*) FROM services WHERE on_sale").Scan(ctx, &count)
	return count, wrap("count services", err)
}
