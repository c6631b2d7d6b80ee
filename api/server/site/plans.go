package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/present"
	"selfcare/internal/contract"
	"selfcare/internal/domain/plan"
	storeerrors "selfcare/internal/store/errors"
	planstore "selfcare/internal/store/plan"
)

// defaultPlans is the default page size of plans (specification §9).
const defaultPlans = 10

// ListPlans shows the plans on sale.
func (s *SiteHandlers) ListPlans(ctx context.Context, req gen.ListPlansRequestObject) (gen.ListPlansResponseObject, error) {
	in := req.Params
	wanted := planstore.Query{ExternalIDs: optional.Value(in.ExternalIds), Kind: string(optional.Value(in.Kind)), Featured: in.Featured}
	perPage := cmp.Or(optional.Value(in.PerPage), max(defaultPlans, len(wanted.ExternalIDs)))
	page, err := s.planPage(ctx, wanted, optional.Value(in.Page), perPage)
	return gen.ListPlans200JSONResponse(page), err
}

// ListPromotedPlans shows the promoted plans.
func (s *SiteHandlers) ListPromotedPlans(ctx context.Context, req gen.ListPromotedPlansRequestObject) (gen.ListPromotedPlansResponseObject, error) {
	page, err := s.planPage(ctx, planstore.Query{Promoted: true}, optional.Value(req.Params.Page), optional.Value(req.Params.PerPage))
	return gen.ListPromotedPlans200JSONResponse(page), err
}

// ListPlansOfCategory shows the plans of one family.
func (s *SiteHandlers) ListPlansOfCategory(ctx context.Context, req gen.ListPlansOfCategoryRequestObject) (gen.ListPlansOfCategoryResponseObject, error) {
	if _, err := s.planCategory(ctx, req.CategoryKey); err != nil {
		return nil, err
	}
	wanted := planstore.Query{Category: req.CategoryKey, Subscription: string(optional.Value(req.Params.Subscription))}
	page, err := s.planPage(ctx, wanted, optional.Value(req.Params.Page), optional.Value(req.Params.PerPage))
	return gen.ListPlansOfCategory200JSONResponse(page), err
}

func (s *SiteHandlers) planPage(ctx context.Context, wanted planstore.Query, page, perPage int) (gen.PlanPage, error) {
	wanted.Page, wanted.PerPage = cmp.Or(page, 1), cmp.Or(perPage, defaultPlans)
	found, more, err := s.Catalogue.Plans(ctx, wanted)
	if err != nil {
		return gen.PlanPage{}, fmt.Errorf("read plans: %w", err)
	}
	return gen.PlanPage{Items: planViews(ctx, found), Page: wanted.Page, PerPage: wanted.PerPage, HasMore: more}, nil
}

func planViews(ctx context.Context, plans []plan.Plan) []gen.Plan {
	v := present.In(middleware.RequestOf(ctx).Language)
	items := make([]gen.Plan, len(plans))
	for i, one := range plans {
		items[i] = v.PlanOnSale(one)
	}
	return items
}

// ListPlanCategories shows the families of plans.
func (s *SiteHandlers) ListPlanCategories(ctx context.Context, _ gen.ListPlanCategoriesRequestObject) (gen.ListPlanCategoriesResponseObject, error) {
	categories, err := s.Catalogue.PlanCategories(ctx)
	if err != nil {
		return nil, fmt.Errorf("read plan categories: %w", err)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	items := make([]gen.PlanCategory, len(categories))
	for i, category := range categories {
		items[i] = v.PlanCategory(category)
	}
	return gen.ListPlanCategories200JSONResponse{Items: items}, nil
}

// GetPlanCategory shows one family of plans.
func (s *SiteHandlers) GetPlanCategory(ctx context.Context, req gen.GetPlanCategoryRequestObject) (gen.GetPlanCategoryResponseObject, error) {
	category, err := s.planCategory(ctx, req.CategoryKey)
	return gen.GetPlanCategory200JSONResponse{Data: present.In(middleware.RequestOf(ctx).Language).PlanCategory(category)}, err
}

func (s *SiteHandlers) planCategory(ctx context.Context, key string) (plan.Category, error) {
	category, err := s.Catalogue.PlanCategory(ctx, key)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return category, contract.Refuse(contract.FailPlanCategoryUnknown)
	}
	if err != nil {
		return category, fmt.Errorf("read plan category: %w", err)
	}
	return category, nil
}

// GetPlan shows one plan on sale with its rates.
func (s *SiteHandlers) GetPlan(ctx context.Context, req gen.GetPlanRequestObject) (gen.GetPlanResponseObject, error) {
	found, err := s.Catalogue.Plan(ctx, req.PlanId)
	if errors.Is(err, storeerrors.ErrNotFound) {
		return nil, contract.Refuse(contract.FailPlanNotFound)
	}
	if err != nil {
		return nil, fmt.Errorf("read plan: %w", err)
	}
	rates, err := s.Catalogue.Rates(ctx)
	if err != nil {
		return nil, fmt.Errorf("read rates: %w", err)
	}
	v := present.In(middleware.RequestOf(ctx).Language)
	var answer gen.GetPlan200JSONResponse
	answer.Data.Plan, answer.Data.Rates = v.PlanOnSale(found), v.Rates(plan.RatesOf(found, rates))
	return answer, nil
}
