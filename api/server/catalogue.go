package server

import (
	"context"
	"fmt"

	"selfcare/api/gen"
	"selfcare/internal/store"
)

// ListNumberCategories shows the classes of numbers with their prices.
func (s *siteHandlers) ListNumberCategories(ctx context.Context, _ gen.ListNumberCategoriesRequestObject) (gen.ListNumberCategoriesResponseObject, error) {
	categories, err := s.numbers.Categories(ctx)
	if err != nil {
		return nil, fmt.Errorf("read number categories: %w", err)
	}
	items := make([]gen.NumberCategory, len(categories))
	for i, category := range categories {
		items[i] = gen.NumberCategory{Key: gen.NumberCategoryKey(category.Key), Price: int64(category.Price)}
	}
	return gen.ListNumberCategories200JSONResponse{Items: items}, nil
}

// SearchNumbers shows free numbers. It is never cached: a number that is gone must not be shown.
func (s *siteHandlers) SearchNumbers(ctx context.Context, req gen.SearchNumbersRequestObject) (gen.SearchNumbersResponseObject, error) {
	in := req.Params
	query := store.NumberQuery{
		Category: string(valueOf(in.Category)), Contains: valueOf(in.Contains), EndsWith: valueOf(in.EndsWith),
		SimilarTo: valueOf(in.SimilarTo), Page: orDefault(valueOf(in.Page), 1), PerPage: orDefault(valueOf(in.PerPage), 10),
	}
	found, hasMore, err := s.numbers.Search(ctx, query)
	if err != nil {
		return nil, fmt.Errorf("search numbers: %w", err)
	}
	items := make([]gen.FreeNumber, len(found))
	for i, free := range found {
		items[i] = gen.FreeNumber{Msisdn: free.MSISDN, Category: gen.NumberCategoryKey(free.Category), Price: int64(free.Price)}
	}
	return gen.SearchNumbers200JSONResponse{Items: items, Page: query.Page, PerPage: query.PerPage, HasMore: hasMore}, nil
}

// ListPlans shows the plans on sale.
func (s *siteHandlers) ListPlans(ctx context.Context, req gen.ListPlansRequestObject) (gen.ListPlansResponseObject, error) {
	in := req.Params
	plans, err := s.catalogue.Plans(ctx, in.Featured, orDefault(valueOf(in.Page), 1), orDefault(valueOf(in.PerPage), 10))
	if err != nil {
		return nil, fmt.Errorf("read plans: %w", err)
	}
	v := presenter{language: requestOf(ctx).language}
	items := make([]gen.Plan, len(plans))
	for i, plan := range plans {
		items[i] = v.planOnSale(plan)
	}
	return gen.ListPlans200JSONResponse{Items: items}, nil
}

func (v presenter) planOnSale(p store.Plan) gen.Plan {
	view := gen.Plan{
		Id: p.ID, Name: v.either(p.NameAr, p.NameEn), Description: filled(v.either(p.DescriptionAr, p.DescriptionEn)),
		Price: int64(p.Price), SubscriptionType: gen.PlanSubscriptionType(p.SubscriptionType), Category: p.Category,
		Featured: p.Featured, ValidityDays: p.ValidityDays,
	}
	view.FreeNumberCategories, view.CommitmentMonths = commitment(p.FreeCategories, p.CommitmentMonths)
	view.Items = emptied(view.Items)
	for _, item := range p.Items {
		view.Items = append(view.Items, struct {
			Label string `json:"label"`
			Type  string `json:"type"`
		}{v.either(item.LabelAr, item.LabelEn), item.Type})
	}
	return view
}

// ListCities shows where we deliver.
func (s *siteHandlers) ListCities(ctx context.Context, _ gen.ListCitiesRequestObject) (gen.ListCitiesResponseObject, error) {
	cities, err := s.catalogue.Cities(ctx)
	if err != nil {
		return nil, fmt.Errorf("read cities: %w", err)
	}
	v := presenter{language: requestOf(ctx).language}
	items := make([]gen.City, len(cities))
	for i, city := range cities {
		items[i] = gen.City{Key: city.Key, Name: v.either(city.NameAr, city.NameEn)}
	}
	return gen.ListCities200JSONResponse{Items: items}, nil
}

// ListPickupBranches shows where parcels can be collected.
func (s *siteHandlers) ListPickupBranches(ctx context.Context, req gen.ListPickupBranchesRequestObject) (gen.ListPickupBranchesResponseObject, error) {
	branches, err := s.catalogue.Branches(ctx, valueOf(req.Params.City))
	if err != nil {
		return nil, fmt.Errorf("read pickup branches: %w", err)
	}
	v := presenter{language: requestOf(ctx).language}
	items := make([]gen.PickupBranch, len(branches))
	for i, branch := range branches {
		items[i] = gen.PickupBranch{
			Id: branch.ID, City: branch.City, Name: v.either(branch.NameAr, branch.NameEn),
			Address: v.either(branch.AddressAr, branch.AddressEn), WorkingHours: v.either(branch.HoursAr, branch.HoursEn),
		}
		if branch.Latitude != 0 || branch.Longitude != 0 {
			items[i].Latitude, items[i].Longitude = &branch.Latitude, &branch.Longitude
		}
	}
	return gen.ListPickupBranches200JSONResponse{Items: items}, nil
}
