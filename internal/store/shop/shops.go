// Package shop stores our shops.
package shop

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/shop"
	"selfcare/internal/store/tx"
)

// Stores reads our shops.
type Stores struct{ DB bun.IDB }

type row struct {
	bun.BaseModel `bun:"table:stores,alias:s"`

	ID            string `bun:",pk"`
	NameEn        string
	NameAr        string
	AddressEn     string
	AddressAr     string
	Phone         string
	Hours         json.RawMessage
	RamadanHours  json.RawMessage
	Latitude      float64
	Longitude     float64
	Services      []string `bun:",array"`
	City          string
	CityEn        string   `bun:",scanonly"`
	CityAr        string   `bun:",scanonly"`
	CityLatitude  *float64 `bun:",scanonly"`
	CityLongitude *float64 `bun:",scanonly"`
}

// All returns the shops in the order of their cities, largest first, and within a city by id.
func (q Stores) All(ctx context.Context) ([]shop.Store, error) {
	var rows []row
	err := q.DB.NewSelect().Model(&rows).Apply(tx.AllColumns).
		ColumnExpr("c.name_en AS city_en, c.name_ar AS city_ar, c.latitude AS city_latitude, c.longitude AS city_longitude").
		Join("JOIN cities AS c ON c.key = s.city").Order("c.position", "c.key", "s.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("list stores: %w", err)
	}
	stores := make([]shop.Store, len(rows))
	for i, r := range rows {
		if stores[i], err = r.store(); err != nil {
			return nil, err
		}
	}
	return stores, nil
}

func (r row) store() (shop.Store, error) {
	s := shop.Store{
		ID: r.ID, NameEn: r.NameEn, NameAr: r.NameAr, AddressEn: r.AddressEn, AddressAr: r.AddressAr, Phone: r.Phone, Services: r.Services,
		Place: shop.Place{Latitude: r.Latitude, Longitude: r.Longitude},
		City:  shop.City{Key: r.City, NameEn: r.CityEn, NameAr: r.CityAr},
	}
	if r.CityLatitude != nil && r.CityLongitude != nil {
		s.City.Middle = &shop.Place{Latitude: *r.CityLatitude, Longitude: *r.CityLongitude}
	}
	if err := json.Unmarshal(r.Hours, &s.Hours.Year); err != nil {
		return s, fmt.Errorf("read hours of store %s: %w", r.ID, err)
	}
	if err := json.Unmarshal(r.RamadanHours, &s.Hours.Ramadan); err != nil {
		return s, fmt.Errorf("read hours of store %s in Ramadan: %w", r.ID, err)
	}
	return s, nil
}

// Holiday returns the name of the holiday on the Riyadh day of a moment, in both languages; empty without one.
func (q Stores) Holiday(ctx context.Context, at time.Time) (en, ar string, err error) {
	var names []struct{ NameEn, NameAr string }
	err = q.DB.NewSelect().Table("holidays").Column("name_en", "name_ar").Where("day = ?::date", calendar.Date(at)).Scan(ctx, &names)
	if err != nil {
		return "", "", fmt.Errorf("read holiday: %w", err)
	}
	for _, n := range names {
		return n.NameEn, n.NameAr, nil
	}
	return "", "", nil
}
