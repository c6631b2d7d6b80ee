// Package site shows data that is the same for every caller: content, configuration, and the products on sale.
package site

import (
	"context"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/plan"
	"selfcare/internal/store/catalogue"
	"selfcare/internal/store/number"
	planstore "selfcare/internal/store/plan"
	"selfcare/internal/store/portin"
	"selfcare/internal/store/setting"
)

// SiteHandlers show data that is the same for every caller: content, configuration, and the products on sale.
type SiteHandlers struct {
	*middleware.Core
	Cache         siteCache
	Catalogue     catalogueStore
	Numbers       numberStore
	Ports         operatorReader
	Content       contentReader
	Subscriptions middleware.SubscriptionReader
	Widget        Widget
	MapTiles      MapTiles
	IdentityApp   IdentityApp
	kept          kept
	ChatURL       string    // empty: no online chat
	AnalyticsURL  string    // empty: visits are not counted
	Addresses     Addresses // nil: no post is configured
}

// MapTiles are the pictures of a map; without an address there is no map.
type MapTiles struct{ URL, Credit string }

// IdentityApp has the addresses that open the national identity app on a phone; an empty one shows no button.
type IdentityApp struct{ IOS, Android string }

type catalogueStore interface {
	Branches(ctx context.Context, city string) ([]catalogue.Branch, error)
	Cities(ctx context.Context) ([]catalogue.City, error)
	Devices(ctx context.Context, text string) ([]catalogue.Device, error)
	Plan(ctx context.Context, id string) (plan.Plan, error)
	PlanCategories(ctx context.Context) ([]plan.Category, error)
	PlanCategory(ctx context.Context, key string) (plan.Category, error)
	Plans(ctx context.Context, wanted planstore.Query) ([]plan.Plan, bool, error)
	Rates(ctx context.Context) ([]plan.Rate, error)
}

type numberStore interface {
	Categories(ctx context.Context) ([]number.Category, error)
	Search(ctx context.Context, query number.Query) (number.Found, error)
}

type operatorReader interface {
	Calendar(ctx context.Context, s setting.Settings, from time.Time) (calendar.Calendar, error)
	Donors(ctx context.Context) ([]portin.Operator, error)
}

func (s *SiteHandlers) sitePresenter(ctx context.Context, wanted *gen.SiteLanguage) (sitePresenter, error) {
	return s.presenterFor(ctx, wanted, nil)
}

func (s *SiteHandlers) presenterFor(ctx context.Context, wanted *gen.SiteLanguage, preview *gen.ContentPreview) (sitePresenter, error) {
	known, err := s.siteFor(ctx, preview)
	return sitePresenter{known.Site, readLanguage(ctx, wanted)}, err
}

// GetMenu returns one menu.
func (s *SiteHandlers) GetMenu(ctx context.Context, req gen.GetMenuRequestObject) (gen.GetMenuResponseObject, error) {
	v, err := s.sitePresenter(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	if _, ok := v.Menus[req.Slug]; !ok {
		return nil, contract.Refuse(contract.FailNotFound)
	}
	return gen.GetMenu200JSONResponse(v.menu(req.Slug)), nil
}

// GetSlider returns one slider.
func (s *SiteHandlers) GetSlider(ctx context.Context, req gen.GetSliderRequestObject) (gen.GetSliderResponseObject, error) {
	v, err := s.sitePresenter(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	if _, ok := v.Sliders[req.Name]; !ok {
		return nil, contract.Refuse(contract.FailNotFound)
	}
	return gen.GetSlider200JSONResponse{Name: req.Name, Items: v.slides(req.Name)}, nil
}
