package server

import (
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/api/gen"
)

const (
	// bodyLimit is for the codec endpoint, which gets pages of histories; the contract's operations take contractBodyLimit.
	bodyLimit         = 512 << 10
	contractBodyLimit = 64 << 10

	readTimeout = 15 * time.Second
	// writeTimeout also ends open streams, which then go on from their last event id; it must outlive streamFor.
	writeTimeout = 5 * time.Minute
	idleTimeout  = time.Minute
)

// Server answers the operations of the contract: each handler struct those of its part.
type Server struct {
	Options
	*core
	*accountHandlers
	*lineHandlers
	*loginHandlers
	*orderHandlers
	*sessionHandlers
	*siteHandlers
	*supportHandlers
	*webhookHandlers
	*wizardHandlers
	stop    func()
	headers []fixedHeader
}

var _ gen.StrictServerInterface = (*Server)(nil)

// New puts the server together. The app it returns listens to nothing yet.
func New(options Options) (*fiber.App, error) {
	s, err := newServer(options.withDefaults())
	if err != nil {
		return nil, err
	}
	contracted, err := operations()
	if err != nil {
		return nil, err
	}
	app := fiber.New(s.fiberConfig())
	app.Hooks().OnPreShutdown(func() error { s.stop(); return nil })
	return app, s.routes(app, contracted)
}

func newServer(options Options) (*Server, error) {
	derive, err := newDeriver(options.Pepper)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	stopping := make(chan struct{})
	s := &Server{
		Options: options,
		core: &core{
			now: options.Now, log: options.Log, derive: derive, localCache: newLocalCache(options.CacheFor, options.Now),
			attempts: options.Cache, settingsStore: options.Store.Settings,
		},
		stop:    sync.OnceFunc(func() { close(stopping) }),
		headers: fixedHeaders(options.Widget.URL, options.TrackingOrigins),
	}
	s.assemble(stopping)
	return s, nil
}

// assemble gives each handler struct what it needs, and no more.
func (s *Server) assemble(stopping <-chan struct{}) {
	o, db := s.Options, s.Store
	audit := &auditLog{core: s.core, entries: db.Audit, users: db.Users}
	sent := &codes{core: s.core, cache: o.Cache, notes: o.Cache, notices: o.Notices}
	access := &lineAccess{core: s.core, cache: o.Cache, lines: db.Lines, subscriptions: db.Subscriptions, ports: db.Ports}
	updates := &orderUpdates{core: s.core, flow: o.Orders}
	told := &userNotices{core: s.core, notices: o.Notices, users: db.Users}
	s.sessionHandlers = &sessionHandlers{core: s.core, audit: audit, sessions: db.Sessions}
	s.loginHandlers = &loginHandlers{
		core: s.core, access: access, audit: audit, codes: sent, sessions: s.sessionHandlers, userNotices: told,
		cache: o.Cache, social: o.Social, users: db.Users, passwords: o.Passwords, publicURL: o.PublicURL,
	}
	s.accountHandlers = &accountHandlers{
		core: s.core, access: access, audit: audit, codes: sent, userNotices: told,
		lines: db.Lines, plans: db.Catalogue, referrals: db.Referrals, users: db.Users, widgets: db.Site,
	}
	s.lineHandlers = &lineHandlers{core: s.core, access: access, codes: sent, lineFlow: o.Lines, lines: db.Lines, sims: db.LineSIMs}
	s.wizardHandlers = &wizardHandlers{
		core: s.core, access: access, codes: sent, updates: updates, flow: o.Orders,
		devices: db.Catalogue, lines: db.Lines, orders: db.Orders, referrals: db.Referrals, publicURL: o.PublicURL,
	}
	s.orderHandlers = &orderHandlers{
		core: s.core, codes: sent, sessions: s.sessionHandlers, updates: updates, notices: o.Notices,
		orders: db.Orders, changes: o.Cache, streamPoll: o.StreamPoll, streamBeat: o.StreamBeat, stopping: stopping,
	}
	s.siteHandlers = &siteHandlers{
		core: s.core, cache: o.Cache, catalogue: db.Catalogue, numbers: db.Numbers, ports: db.Ports, content: db.Site,
		subscriptions: db.Subscriptions, widget: o.Widget,
	}
	s.supportHandlers = &supportHandlers{
		core: s.core, sessions: s.sessionHandlers, updates: updates, refunds: o.Refunds, entries: db.Audit, orders: db.Orders, messages: db.Outbox,
	}
	s.webhookHandlers = &webhookHandlers{
		core: s.core, flow: o.Orders, refunds: o.Refunds, orders: db.Orders, webhooks: db.Webhooks,
		identities: db.Identities, payments: db.Payments, profiles: db.Profiles, shipments: db.Shipments,
	}
}

// routes is every address the server has.
func (s *Server) routes(app *fiber.App, contracted map[string]*operation) error {
	app.Use(s.observe, recovered)

	app.Get("/livez", s.live)
	app.Get("/readyz", s.ready)
	app.Get("/metrics", adaptor.HTTPHandler(s.Metrics.Handler()))

	gen.RegisterHandlers(
		contractRouter{Router: app.Group("/api"), operations: contracted, chain: s.chain},
		gen.NewStrictHandler(s, nil),
	)
	if err := s.serveDocumentation(app); err != nil { // /api/docs, /api/docs/style.css, /api/openapi.json
		return err
	}
	s.serveCodec(app)         // /codec/login, /codec/*
	return s.serveWebApp(app) // /, /*
}

func (s *Server) fiberConfig() fiber.Config {
	return fiber.Config{
		AppName:       "selfcare",
		BodyLimit:     bodyLimit,
		CaseSensitive: true,
		StrictRouting: false,
		Immutable:     true, // strings of a request outlive it: they go to workflows and streams
		ReadTimeout:   readTimeout,
		WriteTimeout:  writeTimeout,
		IdleTimeout:   idleTimeout,
		ErrorHandler:  s.lateError,
		TrustProxy:    len(s.TrustedProxies) > 0,
		TrustProxyConfig: fiber.TrustProxyConfig{
			Proxies: s.TrustedProxies,
		},
	}
}

// lateError answers what went wrong before the first middleware: a broken or oversized request.
func (s *Server) lateError(c fiber.Ctx, err error) error {
	s.secure(c)
	return s.answerError(c, err)
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	o.StreamPoll = orDefault(o.StreamPoll, 5*time.Second)
	o.StreamBeat = orDefault(o.StreamBeat, 15*time.Second)
	o.ClaimBeat = orDefault(o.ClaimBeat, 3*time.Second)
	o.CacheFor = orDefault(o.CacheFor, 5*time.Second)
	return o
}

func orDefault[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}
