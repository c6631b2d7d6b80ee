package site

import (
	"cmp"
	"context"
	"errors"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
)

// readLanguage returns the language of the parameter, otherwise that of the header.
func readLanguage(ctx context.Context, wanted *gen.SiteLanguage) string {
	return cmp.Or(string(optional.Value(wanted)), middleware.RequestOf(ctx).Language)
}

// GetBulkConfiguration returns everything that the site needs to start.
func (s *SiteHandlers) GetBulkConfiguration(ctx context.Context, req gen.GetBulkConfigurationRequestObject) (gen.GetBulkConfigurationResponseObject, error) {
	bulk, err := s.configuration(ctx, readLanguage(ctx, req.Params.Language), req.Params.Preview)
	if err != nil {
		return nil, err
	}
	return gen.GetBulkConfiguration200JSONResponse(bulk), nil
}

// refuseWithoutContent lets the site start without menus and pages. Any other refusal, such as that of a preview, keeps its
// reason.
func (s *SiteHandlers) refuseWithoutContent(ctx context.Context, err error) error {
	var refused *contract.Refusal
	if errors.As(err, &refused) && refused.Code != contract.FailUnavailable {
		return err
	}
	s.LogFailure(ctx, "read the content of the site", err)
	return contract.Refuse(contract.FailSiteContentAway)
}

// BulkConfiguration returns everything that the site needs to start, in one language.
func (s *SiteHandlers) BulkConfiguration(ctx context.Context, language string) (gen.BulkConfiguration, error) {
	return s.configuration(ctx, language, nil)
}

func (s *SiteHandlers) configuration(ctx context.Context, language string, preview *gen.ContentPreview) (gen.BulkConfiguration, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return gen.BulkConfiguration{}, err
	}
	known, err := s.siteFor(ctx, preview)
	if err != nil {
		return gen.BulkConfiguration{}, s.refuseWithoutContent(ctx, err)
	}
	packages, err := s.packages(ctx, known.Site, language)
	if err != nil {
		return gen.BulkConfiguration{}, s.refuseWithoutContent(ctx, err)
	}
	v := sitePresenter{known.Site, language}
	bulk := gen.BulkConfiguration{
		Routes: v.routes(), Settings: s.appConfiguration(settings, language), Translation: v.translation(),
		MaintenanceSchedule: v.maintenance(known.maintenance), PopupNotification: v.popup(), Packages: packages,
		MainMenu: v.menu(site.MainMenu), FooterMenu: v.menu(site.FooterMenu), FooterLast: v.menu(site.FooterLast),
	}
	bulk.Homepage.Sliders, bulk.Homepage.Sections = v.slides(site.HomeSlider), v.sections()
	bulk.Updates.Optional, bulk.Updates.Forced = known.Updates.Optional, known.Updates.Forced
	return bulk, nil
}

// GetTranslation returns the texts that replace bundled ones.
func (s *SiteHandlers) GetTranslation(ctx context.Context, req gen.GetTranslationRequestObject) (gen.GetTranslationResponseObject, error) {
	v, err := s.sitePresenter(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	return gen.GetTranslation200JSONResponse(v.translation()), nil
}

// ListWebsiteRoutes returns the pages of the site and their addresses.
func (s *SiteHandlers) ListWebsiteRoutes(ctx context.Context, req gen.ListWebsiteRoutesRequestObject) (gen.ListWebsiteRoutesResponseObject, error) {
	v, err := s.sitePresenter(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	return gen.ListWebsiteRoutes200JSONResponse{Items: v.routes()}, nil
}
