package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"selfcare/api/gen"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
	"selfcare/internal/store"
)

// siteInForce is the content with the maintenance that is planned or under way.
type siteInForce struct {
	site.Site
	maintenance *site.Window
}

// site may be some seconds old, like everything that is the same for everybody.
func (s *Server) site(ctx context.Context) (siteInForce, error) {
	return recall(ctx, s.known, "site", s.readSite)
}

func (s *Server) readSite(ctx context.Context) (siteInForce, error) {
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
func (s *Server) siteContent(ctx context.Context) (store.SiteContent, error) {
	kept, generation, away := s.Cache.Site(ctx)
	if kept != nil {
		var content store.SiteContent
		if err := json.Unmarshal(kept, &content); err == nil {
			return content, nil
		}
	}
	content, err := s.Store.SiteContent(ctx)
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

func (s *Server) keepSite(ctx context.Context, generation int64, content store.SiteContent) error {
	written, err := json.Marshal(content)
	if err != nil {
		return fmt.Errorf("encode site content: %w", err)
	}
	return s.Cache.KeepSite(ctx, generation, written)
}

func (s *Server) siteViewer(ctx context.Context, asked *gen.SiteLanguage) (siteViewer, error) {
	known, err := s.site(ctx)
	return siteViewer{known.Site, languageAsked(ctx, asked)}, err
}

// GetMenu is one menu.
func (s *Server) GetMenu(ctx context.Context, req gen.GetMenuRequestObject) (gen.GetMenuResponseObject, error) {
	v, err := s.siteViewer(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	if _, ok := v.Menus[req.Slug]; !ok {
		return nil, contract.Refuse(contract.FailNotFound)
	}
	return gen.GetMenu200JSONResponse(v.menu(req.Slug)), nil
}

// GetSlider is one slider.
func (s *Server) GetSlider(ctx context.Context, req gen.GetSliderRequestObject) (gen.GetSliderResponseObject, error) {
	v, err := s.siteViewer(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	if _, ok := v.Sliders[req.Name]; !ok {
		return nil, contract.Refuse(contract.FailNotFound)
	}
	return gen.GetSlider200JSONResponse{Name: req.Name, Items: v.slides(req.Name)}, nil
}

// packages are plans, and lead to an order with the plan chosen. One that is no longer on sale is no longer offered.
func (s *Server) packages(ctx context.Context, known site.Site, language string) ([]gen.Package, error) {
	v := viewer{language: language}
	packages := []gen.Package{}
	for _, offered := range known.Packages {
		plan, err := s.Store.Plan(ctx, offered.Plan)
		if errors.Is(err, store.ErrNotFound) {
			s.Log.WarnContext(ctx, "a package on the first page is not on sale", slog.String("plan", offered.Plan))
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read package: %w", err)
		}
		packages = append(packages, gen.Package{
			Id: plan.ID, DesktopImage: filled(offered.Image), Url: packageAddress(known.Link(offered.Target, language), offered), Price: int64(plan.Price),
			Title: v.either(plan.NameAr, plan.NameEn), Details: v.either(plan.DescriptionAr, plan.DescriptionEn),
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
