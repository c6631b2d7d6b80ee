package site

import (
	"cmp"
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	numbers "selfcare/internal/domain/number"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store/number"
	planstore "selfcare/internal/store/plan"
)

// ListNumberCategories shows the classes of numbers with their prices, and the plans with which they are free.
func (s *SiteHandlers) ListNumberCategories(ctx context.Context, _ gen.ListNumberCategoriesRequestObject) (gen.ListNumberCategoriesResponseObject, error) {
	categories, err := s.Numbers.Categories(ctx)
	if err != nil {
		return nil, fmt.Errorf("read number categories: %w", err)
	}
	plans, _, err := s.Catalogue.Plans(ctx, planstore.Query{})
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	items := make([]gen.NumberCategory, len(categories))
	for i, category := range categories {
		items[i] = gen.NumberCategory{
			Key: gen.NumberCategoryKey(category.Key), Price: int64(category.Price), FreeWith: v.FreeWith(plan.ThatFree(category.Key, plans)),
		}
	}
	return gen.ListNumberCategories200JSONResponse{Items: items}, nil
}

// SearchNumbers shows free numbers. It is never cached: a taken number must not be shown.
func (s *SiteHandlers) SearchNumbers(ctx context.Context, req gen.SearchNumbersRequestObject) (gen.SearchNumbersResponseObject, error) {
	in := req.Params
	query := number.Query{
		Category: string(optional.Value(in.Category)), Contains: optional.Value(in.Contains), EndsWith: optional.Value(in.EndsWith),
		SimilarTo: optional.Value(in.SimilarTo), MaxPrice: (*contract.Halalas)(in.MaxPrice),
		After: optional.Value(in.After), Page: cmp.Or(optional.Value(in.Page), 1), PerPage: cmp.Or(optional.Value(in.PerPage), 10),
	}
	found, err := s.Numbers.Search(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("search numbers: %w", err)
	}
	items := make([]gen.FreeNumber, len(found.Items))
	for i, free := range found.Items {
		items[i] = gen.FreeNumber{Msisdn: free.MSISDN, Category: gen.NumberCategoryKey(free.Category), Price: int64(free.Price), Pattern: gen.NumberPattern(numbers.PatternOf(free.MSISDN))}
	}
	return gen.SearchNumbers200JSONResponse{Items: items, Page: query.Page, PerPage: query.PerPage, HasMore: found.More, Next: optional.Text(found.Next)}, nil
}

// ListCities shows the cities with delivery.
func (s *SiteHandlers) ListCities(ctx context.Context, _ gen.ListCitiesRequestObject) (gen.ListCitiesResponseObject, error) {
	cities, err := s.Catalogue.Cities(ctx)
	if err != nil {
		return nil, fmt.Errorf("read cities: %w", err)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	items := make([]gen.City, len(cities))
	for i, city := range cities {
		items[i] = gen.City{Key: city.Key, Name: v.Localized(city.NameAr, city.NameEn)}
	}
	return gen.ListCities200JSONResponse{Items: items}, nil
}

// ListPickupBranches shows the branches for parcel collection.
func (s *SiteHandlers) ListPickupBranches(ctx context.Context, req gen.ListPickupBranchesRequestObject) (gen.ListPickupBranchesResponseObject, error) {
	branches, err := s.Catalogue.Branches(ctx, optional.Value(req.Params.City))
	if err != nil {
		return nil, fmt.Errorf("read pickup branches: %w", err)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	items := make([]gen.PickupBranch, len(branches))
	for i, branch := range branches {
		items[i] = gen.PickupBranch{
			Id: branch.ID, City: branch.City, Name: v.Localized(branch.NameAr, branch.NameEn),
			Address: v.Localized(branch.AddressAr, branch.AddressEn), WorkingHours: v.Localized(branch.HoursAr, branch.HoursEn),
		}
		if branch.Latitude != 0 || branch.Longitude != 0 {
			items[i].Latitude, items[i].Longitude = &branch.Latitude, &branch.Longitude
		}
	}
	return gen.ListPickupBranches200JSONResponse{Items: items}, nil
}
