package site

import (
	"cmp"
	"context"
	"net/url"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/middleware"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/site"
	"selfcare/internal/store"
)

// wantedLanguage: the parameter counts more than the header.
func wantedLanguage(ctx context.Context, wanted *gen.SiteLanguage) string {
	return cmp.Or(string(optional.Value(wanted)), middleware.RequestOf(ctx).Language)
}

// GetBulkConfiguration is all that the site needs to start, in one answer.
func (s *SiteHandlers) GetBulkConfiguration(ctx context.Context, req gen.GetBulkConfigurationRequestObject) (gen.GetBulkConfigurationResponseObject, error) {
	bulk, err := s.BulkConfiguration(ctx, wantedLanguage(ctx, req.Params.Language))
	if err != nil {
		return nil, err
	}
	return gen.GetBulkConfiguration200JSONResponse(bulk), nil
}

// BulkConfiguration is all that the site needs to start, in one language.
func (s *SiteHandlers) BulkConfiguration(ctx context.Context, language string) (gen.BulkConfiguration, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return gen.BulkConfiguration{}, err
	}
	known, err := s.site(ctx)
	if err != nil {
		return gen.BulkConfiguration{}, err
	}
	packages, err := s.packages(ctx, known.Site, language)
	if err != nil {
		return gen.BulkConfiguration{}, err
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

// GetAppConfiguration tells the pages the figures and limits they go by.
func (s *SiteHandlers) GetAppConfiguration(ctx context.Context, req gen.GetAppConfigurationRequestObject) (gen.GetAppConfigurationResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return gen.GetAppConfiguration200JSONResponse(s.appConfiguration(settings, wantedLanguage(ctx, req.Params.Language))), nil
}

func (s *SiteHandlers) appConfiguration(settings store.Settings, language string) gen.AppConfiguration {
	figures := settings.Site
	answer := gen.AppConfiguration{
		VatPercent: settings.VATPercent, MaxAllowedMultisim: settings.MaxMultiSIMs, MaxSubAccounts: settings.MaxSubAccounts, DeliveryMethods: deliveryMethods(settings),
		HoldMinutes: int(settings.HoldFor.Minutes()), MaxHoldExtensions: settings.MaxExtensions,
		TermsUrl:                   "/" + language + "/terms",
		HistoryTransactionsPerPage: figures.HistoryPerPage, PlansPerPage: figures.PlansPerPage, BundlesPerPage: figures.BundlesPerPage,
		OffersPerPage: figures.OffersPerPage, SearchPerPage: figures.SearchPerPage, StoresPerPage: figures.StoresPerPage, VasPerPage: figures.VASPerPage,
		MaintenanceCheckMs: milliseconds(figures.MaintenanceCheck), CarouselMs: milliseconds(figures.Carousel),
		ChunkLoadTimeoutMs: milliseconds(figures.ChunkLoadTimeout), OutboundLinkFallbackMs: milliseconds(figures.OutboundLinkFallback),
		CreditTransferMin: int64(figures.CreditTransferMin), CreditTransferMaxPercent: figures.CreditTransferMaxPercent,
		DataTransferMinMb: figures.DataTransferMinMB, ReferralReward: int64(settings.ReferralReward), RechargesForBonus: figures.RechargesForBonus,
		PortInWorkingDays: figures.PortInWorkingDays, PlanSwitchMinutes: int(figures.PlanSwitch.Minutes()),
		BundleValidityDays: figures.BundleValidityDays, MultisimMonthlyFee: int64(settings.MultiSIMMonthlyFee), OperatorPrefix: figures.OperatorPrefix,
	}
	answer.DeliveryFees.HomeDelivery = int64(settings.DeliveryFeeHome)
	answer.DeliveryFees.PickupSMSA = int64(settings.DeliveryFeePickup)
	answer.PaymentWidget.Url = s.Widget.URL
	answer.PaymentWidget.PublishableKey = s.Widget.PublishableKey
	if u, err := url.Parse(s.Widget.URL); err == nil {
		answer.PaymentWidget.Origin = u.Scheme + "://" + u.Host
	}
	return answer
}

func milliseconds(d time.Duration) int { return int(d.Milliseconds()) }

// deliveryMethods: a partner brand delivers to homes only (spec §2).
func deliveryMethods(settings store.Settings) []gen.DeliveryMethod {
	if settings.PartnerBrandHomeOnly {
		return []gen.DeliveryMethod{contract.DeliverHome}
	}
	return []gen.DeliveryMethod{contract.DeliverHome, contract.DeliverPickup}
}

// GetTranslation is the texts laid over the bundled ones.
func (s *SiteHandlers) GetTranslation(ctx context.Context, req gen.GetTranslationRequestObject) (gen.GetTranslationResponseObject, error) {
	v, err := s.sitePresenter(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	return gen.GetTranslation200JSONResponse(v.translation()), nil
}

// ListWebsiteRoutes is the pages of the site and their addresses.
func (s *SiteHandlers) ListWebsiteRoutes(ctx context.Context, req gen.ListWebsiteRoutesRequestObject) (gen.ListWebsiteRoutesResponseObject, error) {
	v, err := s.sitePresenter(ctx, req.Params.Language)
	if err != nil {
		return nil, err
	}
	return gen.ListWebsiteRoutes200JSONResponse{Items: v.routes()}, nil
}

// Widget is the payment provider's page with the card fields.
type Widget struct {
	URL            string
	PublishableKey string
}
