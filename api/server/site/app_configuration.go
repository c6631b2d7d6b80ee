package site

import (
	"context"
	"net/url"
	"time"

	"selfcare/api/gen"
	"selfcare/api/server/optional"
	"selfcare/internal/contract"
	"selfcare/internal/domain/purchase"
	"selfcare/internal/store/setting"
)

// Widget is the payment provider's page with the card fields.
type Widget struct {
	URL            string
	PublishableKey string
}

// GetAppConfiguration returns the figures and limits for the pages.
func (s *SiteHandlers) GetAppConfiguration(ctx context.Context, req gen.GetAppConfigurationRequestObject) (gen.GetAppConfigurationResponseObject, error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return gen.GetAppConfiguration200JSONResponse(s.appConfiguration(settings, readLanguage(ctx, req.Params.Language))), nil
}

func (s *SiteHandlers) appConfiguration(settings setting.Settings, language string) gen.AppConfiguration {
	figures := settings.Site
	answer := gen.AppConfiguration{
		VatPercent: settings.VATPercent, MaxAllowedMultisim: settings.MaxMultiSIMs, MaxSubAccounts: settings.MaxSubAccounts, DeliveryMethods: deliveryMethods(settings),
		HoldMinutes: int(settings.HoldFor.Minutes()), MaxHoldExtensions: settings.MaxExtensions,
		TermsUrl:                   "/" + language + "/terms",
		HistoryTransactionsPerPage: figures.HistoryPerPage, PlansPerPage: figures.PlansPerPage, BundlesPerPage: figures.BundlesPerPage,
		OffersPerPage: figures.OffersPerPage, SearchPerPage: figures.SearchPerPage, StoresPerPage: figures.StoresPerPage, VasPerPage: figures.VASPerPage,
		MaintenanceCheckMs: milliseconds(figures.MaintenanceCheck), CarouselMs: milliseconds(figures.Carousel),
		ChunkLoadTimeoutMs: milliseconds(figures.ChunkLoadTimeout), OutboundLinkFallbackMs: milliseconds(figures.OutboundLinkFallback),
		ClientReportPercent: figures.ClientReportPercent,
		CreditTransferMin:   int64(figures.CreditTransferMin), CreditTransferMaxPercent: figures.CreditTransferMaxPercent,
		DataTransferMinMb: figures.DataTransferMinMB, ReferralReward: int64(settings.ReferralReward), RechargesForBonus: figures.RechargesForBonus,
		PortInWorkingDays: figures.PortInWorkingDays, PlanSwitchMinutes: int(figures.PlanSwitch.Minutes()),
		BundleValidityDays: figures.BundleValidityDays, MultisimMonthlyFee: int64(settings.MultiSIMMonthlyFee), OperatorPrefix: figures.OperatorPrefix,
		SupportPhone: figures.SupportPhone, Apn: figures.APN, PayWays: payWays(), CardCheck: int64(settings.Purchase.CardCheck),
	}
	answer.DeliveryFees.HomeDelivery = int64(settings.DeliveryFeeHome)
	answer.DeliveryFees.PickupSMSA = int64(settings.DeliveryFeePickup)
	answer.NationalAddress = s.Addresses != nil
	answer.MapTiles.Url, answer.MapTiles.Credit = s.MapTiles.URL, s.MapTiles.Credit
	if app := s.IdentityApp; app != (IdentityApp{}) {
		answer.IdentityApp = &gen.IdentityApp{Ios: optional.Text(app.IOS), Android: optional.Text(app.Android)}
	}
	answer.ChatUrl = optional.Text(s.ChatURL)
	answer.AnalyticsUrl = optional.Text(s.AnalyticsURL)
	answer.PaymentWidget.Url = s.Widget.URL
	answer.PaymentWidget.PublishableKey = s.Widget.PublishableKey
	if u, err := url.Parse(s.Widget.URL); err == nil {
		answer.PaymentWidget.Origin = u.Scheme + "://" + u.Host
	}
	return answer
}

func payWays() []gen.PaymentMethod {
	ways := purchase.Ways()
	shown := make([]gen.PaymentMethod, len(ways))
	for i, way := range ways {
		shown[i] = gen.PaymentMethod(way)
	}
	return shown
}

func milliseconds(d time.Duration) int { return int(d.Milliseconds()) }

// deliveryMethods lists the delivery methods: a partner brand delivers to homes only (spec §2).
func deliveryMethods(settings setting.Settings) []gen.DeliveryMethod {
	if settings.PartnerBrandHomeOnly {
		return []gen.DeliveryMethod{contract.DeliverHome}
	}
	return []gen.DeliveryMethod{contract.DeliverHome, contract.DeliverPickup}
}
