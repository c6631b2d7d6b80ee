package app

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/server"
	"selfcare/api/server/site"
	"selfcare/api/server/support"
	"selfcare/internal/flow"
	"selfcare/internal/gateway/partners"
	"selfcare/internal/platform/captcha"
	"selfcare/internal/platform/codec"
	"selfcare/internal/platform/health"
	"selfcare/internal/platform/password"
)

func (p *parts) buildAPI(readiness *health.Readiness) (*fiber.App, error) {
	options, err := p.serverOptions(readiness)
	if err != nil {
		return nil, err
	}
	return server.New(options)
}

// labels asks for labels of parcels; nil where the courier hands out none.
func (p *parts) labels() support.Labels {
	if !p.cfg.Courier.OffersLabels() {
		return nil
	}
	return flow.NewLabels(p.temporal)
}

// nationalAddresses asks the post; nil where none is configured.
func (p *parts) nationalAddresses() site.Addresses {
	if p.cfg.NationalAddress.URL == "" {
		return nil
	}
	return flow.NewNationalAddresses(p.temporal)
}

// serverOptions are for each address of the API.
func (p *parts) serverOptions(readiness *health.Readiness) (server.Options, error) {
	pepper, err := p.pepper()
	if err != nil {
		return server.Options{}, err
	}
	callBacks, err := partners.Receivers(p.cfg, p.log)
	if err != nil {
		return server.Options{}, err
	}
	options := p.partnerOptions(server.Options{
		Store:           p.store,
		Orders:          flow.New(p.temporal),
		Notices:         flow.NewNotices(p.temporal),
		Social:          flow.NewSocial(p.temporal),
		Lines:           flow.NewLines(p.temporal),
		SetLines:        flow.NewLines(p.temporal),
		Refunds:         flow.NewRefunds(p.temporal),
		Attempts:        flow.NewAttempts(p.temporal),
		Bulks:           flow.NewBulks(p.temporal),
		Namespace:       p.cfg.Temporal.Namespace,
		Purchases:       flow.NewPurchases(p.temporal),
		TopUps:          flow.NewTopUps(p.temporal),
		Plans:           flow.NewSubscriptions(p.temporal),
		Switches:        flow.NewSubscriptions(p.temporal),
		PortOuts:        flow.NewPortOuts(p.temporal),
		Bills:           flow.NewBills(p.temporal),
		Endings:         flow.NewDeactivations(p.temporal),
		Tickets:         flow.NewTickets(p.temporal),
		Suspensions:     flow.NewSubscriptions(p.temporal),
		Proofs:          flow.NewLineProofs(p.temporal),
		Cache:           p.cache,
		Pepper:          pepper,
		PublicURL:       p.cfg.PublicURL,
		SecurityContact: p.cfg.SecurityContact,
		SecurityExpires: p.cfg.SecurityExpires,
		TrustedProxies:  p.cfg.TrustedProxies,
		TrackingOrigins: p.cfg.TrackingOrigins,
		RobotEffort:     p.cfg.RobotEffort,
		Widget:          p.cardFields(),
		ChatURL:         p.cfg.ChatURL,
		AnalyticsURL:    p.cfg.AnalyticsURL,
		Scanned:         p.cfg.Scan.URL != "",
		MapTiles:        site.MapTiles{URL: p.cfg.MapTilesURL, Credit: p.cfg.MapTilesCredit},
		IdentityApp:     site.IdentityApp{IOS: p.cfg.Identity.AppIOS, Android: p.cfg.Identity.AppAndroid},
		WebhookSecrets:  partners.Secrets(p.cfg),
		CallBacks:       callBacks,
		Web:             p.webApp(),
		Passwords:       password.NewQueue(),
		Ready:           readiness.Ready,
		Log:             p.log,
		Metrics:         p.metrics,
		Traces:          p.traces,
		Captcha:         p.captcha(),
	})
	if origin := p.cfg.Temporal.UIOrigin; origin != "" {
		options.CodecOrigin, options.Codec = origin, codec.Handler(p.payloads, origin)
		options.CodecOpen = !p.cfg.IsProduction()
	}
	return options, nil
}

// partnerOptions adds to options what the configured partners offer.
func (p *parts) partnerOptions(options server.Options) server.Options {
	options.Labels, options.Addresses, options.CourierCallsOff = p.labels(), p.nationalAddresses(), p.cfg.Courier.CallsOff()
	return options
}

// captcha is the provider that tells people from robots; empty if none is set.
func (p *parts) captcha() server.CaptchaProvider {
	own := p.cfg.Recaptcha
	if own.SiteKey == "" {
		return server.CaptchaProvider{}
	}
	provider := captcha.Provider{URL: own.VerifyURL, Secret: own.Secret, Score: own.Score}
	return server.CaptchaProvider{SiteKey: own.SiteKey, Script: own.ScriptURL, Verify: provider.Verify}
}

// cardFields is the page with the card fields of the chosen provider.
func (p *parts) cardFields() site.Widget {
	pageURL, key := p.cfg.CardFields()
	return site.Widget{URL: pageURL, PublishableKey: key}
}

// webApp is nil if the web app was not built: the API works alone, and logs that once.
func (p *parts) webApp() fs.FS {
	if _, err := os.Stat(filepath.Join(p.cfg.WebDir, "index.html")); err != nil {
		p.log.Warn("no web app to serve", "folder", p.cfg.WebDir, "error", err)
		return nil
	}
	return os.DirFS(p.cfg.WebDir)
}
