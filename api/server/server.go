package server

import (
	"fmt"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"

	"selfcare/api/gen"
	"selfcare/api/server/account"
	"selfcare/api/server/attachments"
	"selfcare/api/server/autorecharge"
	"selfcare/api/server/bill"
	"selfcare/api/server/bundles"
	"selfcare/api/server/casework"
	"selfcare/api/server/clientreports"
	"selfcare/api/server/creditlimit"
	"selfcare/api/server/lines"
	"selfcare/api/server/links"
	"selfcare/api/server/middleware"
	"selfcare/api/server/numbersettings"
	"selfcare/api/server/orders"
	"selfcare/api/server/plans"
	"selfcare/api/server/portouts"
	"selfcare/api/server/purchases"
	"selfcare/api/server/rates"
	"selfcare/api/server/shop"
	"selfcare/api/server/site"
	"selfcare/api/server/stepflow"
	"selfcare/api/server/support"
	"selfcare/api/server/tickets"
	"selfcare/api/server/transfers"
	"selfcare/api/server/usage"
	"selfcare/api/server/vas"
	"selfcare/api/server/verification"
	"selfcare/api/server/webapp"
	"selfcare/api/server/webhooks"
	"selfcare/internal/platform/logging"
	limited "selfcare/internal/spending"
)

const (
	// bodyLimit fits the codec endpoint, which gets pages of histories; operations of the contract take less.
	bodyLimit = 512 << 10

	headerLimit = 8 << 10 // all headers of a request; the token of a captcha takes up to half of it
	readTimeout = 15 * time.Second
	// writeTimeout also ends open streams, which then resume from their last event id; it must be longer than
	// streamFor.
	writeTimeout = 5 * time.Minute
	idleTimeout  = time.Minute
)

// Server answers the operations of the contract: each handler struct has those of its part.
type Server struct {
	*account.AccountHandlers
	*lines.DeactivationHandlers
	*lines.LineHandlers
	*account.LoginHandlers
	*account.PasskeyHandlers
	*orders.OrderHandlers
	*bill.BillHandlers
	*links.LinkHandlers
	*bundles.BundleHandlers
	*plans.PlanHandlers
	*portouts.PortOutHandlers
	*purchases.BundlePurchaseHandlers
	*purchases.PurchaseHandlers
	*autorecharge.AutoRechargeHandlers
	*clientreports.ClientReportHandlers
	*vas.VasHandlers
	*numbersettings.NumberSettingHandlers
	*rates.RateHandlers
	*account.OfferHandlers
	*account.SecondFactorHandlers
	*account.SessionHandlers
	*site.SiteHandlers
	*shop.StoreHandlers
	*site.WordHandlers
	*creditlimit.CreditLimitHandlers
	*support.SupportHandlers
	*support.CaseHandlers
	*support.BulkHandlers
	*support.IncidentHandlers
	*support.OutageHandlers
	*support.ProposalHandlers
	*support.SupportTicketHandlers
	*transfers.TopUpHandlers
	*tickets.TicketHandlers
	*transfers.TransferHandlers
	*usage.UsageHandlers
	*webhooks.WebhookHandlers
	*orders.WizardHandlers
	*orders.CallerHandlers
	options  Options
	core     *middleware.Core
	sessions *middleware.Sessions
	chain    *middleware.Chain
	observer *middleware.Observer
	stop     func()
}

var _ gen.StrictServerInterface = (*Server)(nil)

// New puts the server together. The returned app does not listen yet.
func New(options Options) (*fiber.App, error) {
	s, err := newServer(options.withDefaults())
	if err != nil {
		return nil, err
	}
	contracted, err := middleware.Operations()
	if err != nil {
		return nil, err
	}
	app := fiber.New(s.fiberConfig())
	app.Server().HeaderReceived = bodyOf
	app.Hooks().OnPreShutdown(func() error { s.stop(); return nil })
	return app, s.routes(app, contracted)
}

func newServer(options Options) (*Server, error) {
	derive, err := middleware.NewDeriver(options.Pepper)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	proxies, err := middleware.ParseProxies(options.TrustedProxies)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	stopping := make(chan struct{})
	base := &middleware.Core{
		Now: options.Now, Log: options.Log, Derive: derive, LocalCache: middleware.NewLocalCache(options.CacheFor, options.Now),
		Attempts: options.Cache, Slots: options.Cache, SettingsStore: options.Store.Settings, IncidentStore: options.Store.Incidents,
		HolidayStore: options.Store.Ports, CourierCallsOff: options.CourierCallsOff,
		Figures: options.Metrics, Traces: options.Traces,
	}
	base.Robots = options.robotCheck(derive)
	passkeys, err := account.NewPasskeySite(base, options.Cache, options.PublicURL)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	scripts, err := webapp.InlineScripts(options.Web)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	s := &Server{
		options: options, core: base,
		sessions: &middleware.Sessions{Core: base, Sessions: options.Store.Sessions},
		observer: &middleware.Observer{
			Core: base, Lines: logging.Own(options.Log), Metrics: options.Metrics, Proxies: proxies,
			Headers: middleware.NewFixedHeaders(middleware.OutsideAddresses{
				Widget: options.Widget.URL, Chat: options.ChatURL, Tiles: options.MapTiles.URL, Analytics: options.AnalyticsURL, Tracking: options.TrackingOrigins, Captcha: options.Captcha.Script,
			}, scripts),
		},
		stop: sync.OnceFunc(func() { close(stopping) }),
	}
	s.assemble(stopping, passkeys)
	return s, nil
}

// assemble gives each handler struct only its own dependencies.
func (s *Server) assemble(stopping <-chan struct{}, passkeys *account.PasskeySite) {
	o, db := s.options, s.options.Store
	audit := &account.AuditLog{Core: s.core, Entries: db.Audit, Failures: db.FailedSignIns, Users: db.Users}
	s.chain = &middleware.Chain{
		Core: s.core, Sessions: s.sessions, Orders: db.Orders, Requests: db.Requests, Reads: db.Audit,
		WebhookSecrets: o.WebhookSecrets, ClaimBeat: o.ClaimBeat, Entries: db.Audit,
	}
	codes := s.codes()
	access := &verification.LineAccess{Core: s.core, Cache: o.Cache, Lines: db.Lines, Subscriptions: db.Subscriptions, Ports: db.Ports}
	steps := &stepflow.Updates{Core: s.core, Flow: o.Orders}
	notices := &account.UserNotices{Core: s.core, Notices: o.Notices, Users: db.Users}
	s.SessionHandlers = &account.SessionHandlers{Core: s.core, Audit: audit, Notes: o.Cache, Sessions: db.Sessions, History: db.Audit}
	s.SecondFactorHandlers = &account.SecondFactorHandlers{Core: s.core, Audit: audit, Factors: db.SecondFactors}
	s.LoginHandlers = &account.LoginHandlers{
		Core: s.core, Access: access, Audit: audit, Codes: codes, Sessions: s.SessionHandlers, Lookup: s.sessions, UserNotices: notices,
		Cache: o.Cache, Social: o.Social, Users: db.Users, Passwords: o.Passwords, PublicURL: o.PublicURL,
	}
	s.PasskeyHandlers = &account.PasskeyHandlers{
		Core: s.core, Audit: audit, Site: passkeys, Sessions: s.SessionHandlers, UserNotices: notices,
		Passkeys: db.Passkeys, Users: db.Users, Passwords: o.Passwords,
	}
	s.assembleLines(codes, access)
	s.AccountHandlers = &account.AccountHandlers{
		Core: s.core, Access: access, Audit: audit, Cards: db.Cards, Codes: codes, UserNotices: notices,
		Summaries: db.Subscriptions, Lines: db.Lines, Plans: db.Catalogue, Referrals: db.Referrals, Standing: db.Subscriptions, Followed: s.PlanHandlers,
		Users: db.Users, Widgets: db.Site,
	}
	s.OfferHandlers = &account.OfferHandlers{Core: s.core, Audit: audit, Links: db.MessageLinks, Users: db.Users, PublicURL: o.PublicURL}
	s.assembleOrders(stopping, codes, access, steps)
	s.SiteHandlers = &site.SiteHandlers{
		Core: s.core, Cache: o.Cache, Catalogue: db.Catalogue, Numbers: db.Numbers, Ports: db.Ports, Content: db.Site,
		Subscriptions: db.Subscriptions, Widget: o.Widget, MapTiles: o.MapTiles, IdentityApp: o.IdentityApp, ChatURL: o.ChatURL, AnalyticsURL: o.AnalyticsURL, Addresses: o.Addresses,
	}
	s.WordHandlers = &site.WordHandlers{Core: s.core, Site: s.SiteHandlers, Opinions: db.Site, Counted: o.Metrics}
	s.BundleHandlers = &bundles.BundleHandlers{Core: s.core, Bundles: db.Bundles, Lines: db.Lines, Waiting: db.Purchases, Renewals: db.Renewals}
	s.assembleTill(codes, access)
	s.CreditLimitHandlers = &creditlimit.CreditLimitHandlers{Core: s.core, Changes: limited.Changes{Store: db}}
	s.AutoRechargeHandlers = &autorecharge.AutoRechargeHandlers{
		Core: s.core, Rules: db.AutoRecharges, Runs: db.AutoRuns, Cards: db.Cards, Purchases: db.Purchases,
	}
	s.ClientReportHandlers = &clientreports.ClientReportHandlers{Core: s.core, Figures: o.Metrics}
	s.assembleSupport(&casework.Decisions{
		Core: s.core, Orders: o.Orders, Purchases: o.Purchases, Deactivations: o.Endings, PortOuts: o.PortOuts, Plans: o.Plans,
		Refunds: o.Refunds, Requests: db.RefundRequests, Bills: o.Bills, Banks: db.BankPayments, Differences: db.Settlements, Entries: db.Audit,
		Statements: db.PaymentStatements, Paid: db.Payments, Told: o.Orders,
	})
	s.WebhookHandlers = &webhooks.WebhookHandlers{
		CallBacks: o.CallBacks,
		Core:      s.core, Flow: o.Orders, Refunds: o.Refunds, Orders: db.Orders, Webhooks: db.Webhooks,
		Identities: db.Identities, Payments: db.Payments, Profiles: db.Profiles, Shipments: db.Shipments,
		Usage: limited.Intake{Store: db, Now: o.Now}, Figures: o.Metrics, PortOuts: o.PortOuts, Stock: db, PublicURL: o.PublicURL,
		StatementLink: func(language, endingID string) string {
			return lines.EndingLink(s.core.Derive, o.PublicURL, language, endingID)
		},
	}
}

// assembleOrders is the part of assemble for orders, of customers and of staff.
func (s *Server) assembleOrders(stopping <-chan struct{}, codes *verification.Codes, access *verification.LineAccess, steps *stepflow.Updates) {
	o, db := s.options, s.options.Store
	s.WizardHandlers = &orders.WizardHandlers{
		StepLimits: &orders.StepLimits{Core: s.core, Notes: o.Cache, Numbers: db.Numbers},
		Core:       s.core, Access: access, Codes: codes, Updates: steps, Flow: o.Orders,
		Devices: db.Catalogue, Cities: db.Catalogue, Lines: db.Lines, Orders: db.Orders, Referrals: db.Referrals, PublicURL: o.PublicURL,
	}
	s.CallerHandlers = &orders.CallerHandlers{
		Core: s.core, Wizard: s.WizardHandlers, Codes: codes, Orders: db.Orders, Notices: o.Notices, Entries: db.Audit,
	}
	s.OrderHandlers = &orders.OrderHandlers{
		Core: s.core, Codes: codes, Sessions: s.sessions, Updates: steps, Notices: o.Notices,
		Orders: db.Orders, Changes: o.Cache, StreamPoll: o.StreamPoll, StreamBeat: o.StreamBeat, Stopping: stopping, Signed: db.Sessions,
		Links: db.MessageLinks, Messages: db.Outbox, Stamped: db.EInvoices,
	}
}

func (s *Server) codes() *verification.Codes {
	o := s.options
	return &verification.Codes{Core: s.core, Cache: o.Cache, Notes: o.Cache, Notices: o.Notices}
}

// assembleSupport is the part of assemble for staff. All their decisions pass through one decisions.
func (s *Server) assembleSupport(decisions *casework.Decisions) {
	o, db := s.options, s.options.Store
	s.PortOutHandlers.Decisions, s.BillHandlers.Decisions = decisions, decisions
	s.SupportHandlers = &support.SupportHandlers{
		Core: s.core, Decisions: decisions, Purchases: db.Purchases, Deactivations: db.Deactivations, Numbers: db.Lines, Settlements: db.Settlements,
		RefundRequests: db.RefundRequests, Entries: db.Audit, Audit: db.AuditEntries, Orders: db.Orders, Messages: db.Outbox, Figures: db.Settings,
		Statements: db.PaymentStatements, Labels: o.Labels,
	}
	s.CaseHandlers = &support.CaseHandlers{
		Core: s.core, Decisions: decisions, Cases: db.Cases, Entries: db.Audit, Audit: db.AuditEntries, Orders: db.Orders, Purchases: db.Purchases, Deactivations: db.Deactivations,
		PortOuts: db.PortOuts, Requests: db.RefundRequests, Settlements: db.Settlements, Banks: db.BankPayments, Returns: db.NumberReturns, Plans: db.PlanSubscriptions,
		Lines: db.Lines, Users: db.Users, Messages: db.Outbox, Wordings: db.Proposals, Cities: db.Catalogue, Attempts: o.Attempts, Tickets: db.Tickets, Temporal: o.temporalPages(),
		Outages: db.Outages, Bills: db.Invoices, Payments: db.Payments, Statements: db.PaymentStatements, OffersLabels: o.Labels != nil,
	}
	s.CaseHandlers.Files = &attachments.FileService{Core: s.core, Files: db.Files, Scanner: o.Tickets, Taken: o.Scanned}
	s.SupportTicketHandlers = &support.SupportTicketHandlers{Core: s.core, Console: s.CaseHandlers, Flow: o.Tickets}
	s.TicketHandlers = &tickets.TicketHandlers{Core: s.core, Flow: o.Tickets, Requests: db.Tickets, Files: s.CaseHandlers.Files, Lines: db.Lines, PublicURL: o.PublicURL}
	s.TicketHandlers.Codes = s.codes()
	s.OutageHandlers = &support.OutageHandlers{Core: s.core, Outages: db.Outages}
	s.IncidentHandlers = &support.IncidentHandlers{Core: s.core, Incidents: db.Incidents, Entries: db.Audit, Cities: db.Catalogue}
	s.BulkHandlers = &support.BulkHandlers{
		Core: s.core, Console: s.CaseHandlers, Found: db.Cases, Bulks: db.Bulks, Runs: o.Bulks,
	}
	s.ProposalHandlers = &support.ProposalHandlers{Core: s.core, Proposals: db.Proposals, Figures: db.Settings, Entries: db.Audit}
}

// assembleTill is the part of assemble for payments outside orders.
func (s *Server) assembleTill(codes *verification.Codes, access *verification.LineAccess) {
	o, db := s.options, s.options.Store
	s.PurchaseHandlers = &purchases.PurchaseHandlers{
		Core: s.core, Cards: db.Cards, Flow: o.Purchases, Games: db.Games, Lines: db.Lines, Purchases: db.Purchases, Recharges: db.Recharges,
		Credit: limited.Changes{Store: db}, Vouchers: db.Vouchers, Sold: db.Catalogue, Promos: db.Promos, Stamped: db.EInvoices, PublicURL: o.PublicURL, Switches: o.Switches,
		Payments: db.Payments,
	}
	s.BundlePurchaseHandlers = &purchases.BundlePurchaseHandlers{Core: s.core, Bundles: db.Bundles, Purchases: s.PurchaseHandlers}
	s.PlanHandlers.Purchases = s.PurchaseHandlers
	s.BillHandlers = &bill.BillHandlers{
		Core: s.core, Invoices: db.Invoices, Lines: db.Lines, Sold: db.Catalogue, Bought: s.PurchaseHandlers, Purchases: db.Purchases,
		Links: db.MessageLinks, Stamped: db.EInvoices, Flow: o.Bills, Banks: db.BankPayments, Entries: db.Audit,
	}
	s.TransferHandlers = &transfers.TransferHandlers{
		Core: s.core, Access: access, Codes: codes, Lines: db.Lines, Transfers: db.Transfers, Purchases: s.PurchaseHandlers,
	}
	s.UsageHandlers = &usage.UsageHandlers{Core: s.core, Details: db.UsageDetails}
	s.VasHandlers = &vas.VasHandlers{
		Core: s.core, Access: access, Codes: codes, Lines: db.Lines, Services: db.Services, Spending: limited.Changes{Store: db}, Purchases: s.PurchaseHandlers,
	}
	s.LinkHandlers = &links.LinkHandlers{Core: s.core, Links: db.MessageLinks}
	s.StoreHandlers = &shop.StoreHandlers{Core: s.core, Stores: db.Stores}
	s.RateHandlers = &rates.RateHandlers{Core: s.core, Rates: db.Rates, Bundles: db.Bundles}
	s.TopUpHandlers = &transfers.TopUpHandlers{
		Core: s.core, Access: access, Codes: codes, Offers: o.TopUps, Notes: o.Cache, Lines: db.Lines, Purchases: s.PurchaseHandlers,
	}
}

// assembleLines is the part of assemble for lines.
func (s *Server) assembleLines(codes *verification.Codes, access *verification.LineAccess) {
	o, db := s.options, s.options.Store
	s.PlanHandlers = &plans.PlanHandlers{
		Core: s.core, Access: access, Codes: codes, Flow: o.Plans, Plans: db.PlanSubscriptions, Sold: db.Catalogue,
		Usage: db.UsageDetails, Owned: db.Subscriptions,
	}
	s.DeactivationHandlers = &lines.DeactivationHandlers{
		Core: s.core, Access: access, Codes: codes, Flow: o.Endings, Deactivations: db.Deactivations, Endings: db.Endings, Lines: db.Lines,
		Sold: db.Catalogue, PublicURL: o.PublicURL,
	}
	s.LineHandlers = &lines.LineHandlers{
		Core: s.core, Access: access, Codes: codes, Changes: o.Lines, Suspensions: o.Suspensions, Lines: db.Lines, Plans: db.PlanSubscriptions,
		SIMs: db.LineSIMs, Cards: db.SIMs, Stand: db.Subscriptions, Proofs: o.Proofs, Proven: db.Identities, Audit: db.Audit,
		Told: db.Outbox,
	}
	s.NumberSettingHandlers = &numbersettings.NumberSettingHandlers{
		Core: s.core, Access: access, Flow: o.SetLines, Lines: db.Lines, Set: db.NumberSettings, Countries: db.Rates,
	}
	s.PortOutHandlers = &portouts.PortOutHandlers{Core: s.core, Flow: o.PortOuts, PortOuts: db.PortOuts, Names: db.Ports, Lines: db.Lines}
}

func (s *Server) fiberConfig() fiber.Config {
	return fiber.Config{
		AppName:        "selfcare",
		BodyLimit:      bodyLimit,
		ReadBufferSize: headerLimit,
		CaseSensitive:  true,
		StrictRouting:  false,
		Immutable:      true, // strings of a request outlive it: they go to workflows and streams
		ReadTimeout:    readTimeout,
		WriteTimeout:   writeTimeout,
		IdleTimeout:    idleTimeout,
		ErrorHandler:   s.observer.LateError,
	}
}
