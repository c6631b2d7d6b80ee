package server

import (
	"fmt"
	"log/slog"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/gofiber/fiber/v3/middleware/adaptor"

	"selfcare/api/gen"
)

const (
	bodyLimit   = 64 << 10
	readTimeout = 15 * time.Second
	// writeTimeout also ends open streams, which then go on from their last event id; it must outlive streamFor.
	writeTimeout = 5 * time.Minute
	idleTimeout  = time.Minute
)

// Server answers the operations of the contract.
type Server struct {
	Options
	store  Store
	orders Orders
	log    *slog.Logger

	derive        *deriver
	known         *memory
	stopping      chan struct{}
	signIns       chan struct{}
	contentPolicy string
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
	app.Hooks().OnPreShutdown(func() error { close(s.stopping); return nil })
	s.routes(app, contracted)
	return app, nil
}

func newServer(options Options) (*Server, error) {
	derive, err := newDeriver(options.Pepper)
	if err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	s := &Server{
		Options: options, store: options.Store, orders: options.Orders, log: options.Log,
		derive: derive, known: newMemory(options.MemorizeFor, options.Now),
		stopping: make(chan struct{}), signIns: make(chan struct{}, options.SignInWorkers),
		contentPolicy: contentPolicy(options.Widget.URL),
	}
	return s, nil
}

// routes is every address the server has.
func (s *Server) routes(app *fiber.App, contracted map[string]*operation) {
	app.Use(s.observe, recovered)

	app.Get("/livez", s.live)
	app.Get("/readyz", s.ready)
	app.Get("/metrics", adaptor.HTTPHandler(s.Metrics.Handler()))

	gen.RegisterHandlers(
		contractRouter{Router: app.Group("/api"), operations: contracted, guard: s.guard},
		gen.NewStrictHandler(s, nil),
	)
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
	o.MemorizeFor = orDefault(o.MemorizeFor, 5*time.Second)
	o.SignInWorkers = orDefault(o.SignInWorkers, 2)
	return o
}

func orDefault[T comparable](value, fallback T) T {
	var zero T
	if value == zero {
		return fallback
	}
	return value
}
