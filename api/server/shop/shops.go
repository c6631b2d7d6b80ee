// Package shop shows our stores with place and opening hours.
package shop

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/openinghours"
	"selfcare/internal/domain/shop"
)

// StoreHandlers find stores.
type StoreHandlers struct {
	*middleware.Core
	Stores reader
}

type reader interface {
	All(ctx context.Context) ([]shop.Store, error)
	Holiday(ctx context.Context, at time.Time) (en, ar string, err error)
}

// directory may be some seconds old.
func (s *StoreHandlers) directory(ctx context.Context) (*shop.Directory, error) {
	return middleware.ReadCached(ctx, s.LocalCache, "stores", func(ctx context.Context) (*shop.Directory, error) {
		all, err := s.Stores.All(ctx)
		if err != nil {
			return nil, err
		}
		return shop.NewDirectory(all), nil
	})
}

// ListStores shows one page of the matching stores, and the values of the filters.
func (s *StoreHandlers) ListStores(ctx context.Context, req gen.ListStoresRequestObject) (gen.ListStoresResponseObject, error) {
	in, now := req.Params, s.Now()
	known, err := s.directory(ctx)
	if err != nil {
		return nil, err
	}
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	en, ar, err := s.Stores.Holiday(ctx, now)
	if err != nil {
		return nil, err
	}
	v := presenter{present.In(middleware.RequestOf(ctx).Language)}
	found := known.Find(query(in), now)
	shown := gen.ListStores200JSONResponse{
		Page: cmp.Or(optional.Value(in.Page), 1), PerPage: cmp.Or(optional.Value(in.PerPage), settings.Site.StoresPerPage), Total: len(found),
		Cities: v.cities(known.Cities()), Services: services(known.Offered()), Ramadan: openinghours.Ramadan(now), Holiday: optional.Text(v.Localized(ar, en)),
		Items: []gen.Store{},
	}
	from := min((shown.Page-1)*shown.PerPage, len(found))
	for _, each := range found[from:min(from+shown.PerPage, len(found))] {
		shown.Items = append(shown.Items, v.store(each))
	}
	if optional.Value(in.Places) {
		shown.Places = v.places(found)
	}
	return shown, nil
}

// GetStore shows one store.
func (s *StoreHandlers) GetStore(ctx context.Context, req gen.GetStoreRequestObject) (gen.GetStoreResponseObject, error) {
	known, err := s.directory(ctx)
	if err != nil {
		return nil, err
	}
	found, ok := known.Store(req.StoreId, s.Now())
	if !ok {
		return nil, contract.Refuse(contract.FailStoreUnknown)
	}
	if from := near(req.Params.Near); from != nil {
		metres := shop.Metres(*from, found.Place)
		found.Metres = &metres
	}
	return gen.GetStore200JSONResponse{Data: presenter{present.In(middleware.RequestOf(ctx).Language)}.store(found)}, nil
}

func query(in gen.ListStoresParams) shop.Query {
	q := shop.Query{
		Text: optional.Value(in.Q), City: optional.Value(in.City), OpenNow: optional.Value(in.OpenNow), Near: near(in.Near),
	}
	for _, service := range optional.Value(in.Services) {
		q.Services = append(q.Services, string(service))
	}
	return q
}

// near reads a place that the contract has already checked: two numbers.
func near(place *string) *shop.Place {
	latitude, longitude, said := strings.Cut(optional.Value(place), ",")
	if !said {
		return nil
	}
	var at shop.Place
	at.Latitude, _ = strconv.ParseFloat(latitude, 64)
	at.Longitude, _ = strconv.ParseFloat(longitude, 64)
	return &at
}
