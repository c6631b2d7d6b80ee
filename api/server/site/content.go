// Package site shows what is the same for everybody: content, configuration, and what is on sale.
package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/api/server/views"
	"selfcare/internal/contract"
	"selfcare/internal/domain/calendar"
	"selfcare/internal/domain/site"
	"selfcare/internal/store"
)

// SiteHandlers show what is the same for everybody: content, configuration, and what is on sale.
type SiteHandlers struct {
	*middleware.Core
	Cache         siteCache
	Catalogue     catalogueStore
	Numbers       numberStore
	Ports         operatorReader
	Content       contentReader
	Subscriptions middleware.SubscriptionReader
	Widget        Widget
}

type siteCache interface {
	Site(ctx context.Context) (content []byte, generation int64, err error)
	KeepSite(ctx context.Context, generation int64, content []byte) error
}

type catalogueStore interface {
	Branches(ctx context.Context, city string) ([]store.Branch, error)
	Cities(ctx context.Context) ([]store.City, error)
	Devices(ctx context.Context, text string) ([]store.Device, error)
	Plan(ctx context.Context, id string) (store.Plan, error)
	Plans(ctx context.Context, featured *bool, page, perPage int) ([]store.Plan, error)
	PortPlans(ctx context.Context) ([]store.Plan, error)
}

type numberStore interface {
	Categories(ctx context.Context) ([]store.NumberCategory, error)
	Search(ctx context.Context, query store.NumberQuery) ([]store.FreeNumber, bool, error)
}

type operatorReader interface {
	Calendar(ctx context.Context, s store.Settings, from time.Time) (calendar.Calendar, error)
	Donors(ctx context.Context) ([]store.Operator, error)
}

type contentReader interface {
	Content(ctx context.Context) (store.SiteContent, error)
}

// siteInForce is the content with the maintenance that is planned or under way.
type siteInForce struct {
	site.Site
	maintenance *site.Window
}

// site may be some seconds old, like everything that is the same for everybody.
func (s *SiteHandlers) site(ctx context.Context) (siteInForce, error) {
	return middleware.Cached(ctx, s.LocalCache, "site", s.readSite)
}

func (s *SiteHandlers) readSite(ctx context.Context) (siteInForce, error) {
	content, err := s.siteContent(ctx)
	if errors.Is(err, store.ErrNotFound) {
		return siteInForce{}, fmt.Errorf("no site content was ever loaded: %w", contract.Refuse(contract.FailUnavailable))
	}
	if err != nil {
		return siteInForce{}, fmt.Errorf("read site content: %w", err)
	}
	parsed, err := site.Parse(content.File)
	return siteInForce{parsed, content.Maintenance}, err
}

// siteContent asks Redis before Postgres. Redis may be away: it only saves the question.
func (s *SiteHandlers) siteContent(ctx context.Context) (store.SiteContent, error) {
	kept, generation, away := s.Cache.Site(ctx)
	if kept != nil {
		var content store.SiteContent
		if err := json.Unmarshal(kept, &content); err == nil {
			return content, nil
		}
	}
	content, err := s.Content.Content(ctx)
	if err != nil {
		return content, err
	}
	if away == nil {
		away = s.keepSite(ctx, generation, content)
	}
	if away != nil {
		s.Log.WarnContext(ctx, "site content is not kept in Redis", "error", away)
	}
	return content, nil
}

func (s *SiteHandlers) keepSite(ctx context.Context, generation int64, content store.SiteContent) error {
	written, err := json.Marshal(content)
	if err != nil {
		return fmt.Errorf("encode site content: %w", err)
	}
	return s.Cache.KeepSite(ctx, generation, written)
}

func (s *SiteHandlers) sitePresenter(ctx context.Context, wanted *gen.SiteLanguage) (sitePresenter, error) {
	known, err := s.site(ctx)
	return sitePresenter{known.Site, wantedLanguage(ctx, wanted)}, err
}

// GetMenu is one menu.
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

// GetSlider is one slider.
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

// packages are plans, and lead to an order with the plan chosen. One that is no longer on sale is no longer offered.
func (s *SiteHandlers) packages(ctx context.Context, known site.Site, language string) ([]gen.Package, error) {
	v := views.In(language)
	packages := []gen.Package{}
	for _, offered := range known.Packages {
		plan, err := s.Catalogue.Plan(ctx, offered.Plan)
		if errors.Is(err, store.ErrNotFound) {
			s.Log.WarnContext(ctx, "a package on the first page is not on sale", slog.String("plan", offered.Plan))
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read package: %w", err)
		}
		packages = append(packages, gen.Package{
			Id: plan.ID, DesktopImage: optional.Text(offered.Image), Url: packageAddress(known.Link(offered.Target, language), offered), Price: int64(plan.Price),
			Title: v.Either(plan.NameAr, plan.NameEn), Details: v.Either(plan.DescriptionAr, plan.DescriptionEn),
		})
	}
	return packages, nil
}

func packageAddress(address string, offered site.Package) string {
	if offered.Route == "" {
		return address
	}
	return address + "?package=" + offered.Plan
}
