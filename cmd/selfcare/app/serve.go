package app

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"runtime/debug"
	"time"

	"github.com/gofiber/fiber/v3"
	"go.temporal.io/sdk/interceptor"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/health"
	"selfcare/internal/platform/tracing"
)

// stop divides the time between the request to stop and the end. Orchestrators kill the process afterwards.
type stop struct {
	linger time.Duration // serve on until the balancer has noticed
	drain  time.Duration // finish requests; the longest waits on a workflow
	finish time.Duration // finish activities; interrupted ones are repeated
	close  time.Duration // everything after lingering
}

// stopOf leaves the last tenth to the process itself.
func stopOf(cfg config.Config) stop {
	rest := cfg.StopWithin - cfg.DrainDelay
	return stop{linger: cfg.DrainDelay, drain: rest * 4 / 10, finish: rest * 4 / 10, close: rest * 9 / 10}
}

// Roles are the tasks of a process.
type Roles struct {
	API    bool
	Worker bool
	// Promote makes this build of the workers the current one; otherwise only the very first build becomes current.
	Promote bool
	// BuildID names the build; defaults to that of this program.
	BuildID string
	// Interceptors see every run of the workers; tests inject faults through them.
	Interceptors []interceptor.WorkerInterceptor
}

// service is the name of this process in traces.
func (r Roles) service() string {
	switch {
	case r.API && r.Worker:
		return "selfcare"
	case r.API:
		return "selfcare-api"
	default:
		return "selfcare-worker"
	}
}

// seldom is the default of GOGC: a password takes 19 MiB for a moment, so on two cores the collector would scan all
// workflows in memory with every few sign-ins, and other calls would wait for it (docs/benchmarks.md, P10).
const seldom = 300

func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(seldom)
	}
}

// Serve runs the roles until ctx ends, then stops: first not ready, after DRAIN_DELAY requests drained, then the
// worker, then connections; all within STOP_WITHIN.
func Serve(ctx context.Context, cfg config.Config, log *slog.Logger, roles Roles) (err error) {
	collectSeldom()
	if roles.BuildID == "" {
		if roles.BuildID, err = buildID(cfg); err != nil {
			return err
		}
	}
	traces, err := tracing.Open(ctx, tracing.Config{
		Endpoint: cfg.Traces.Endpoint, Share: cfg.Traces.Share, Service: roles.service(), Version: roles.BuildID,
	})
	if err != nil {
		return err
	}
	p, err := connect(ctx, cfg, log, traces)
	if err != nil {
		return ignoreStop(ctx, log, err)
	}
	failed := make(chan error, 2)
	defer func() {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopOf(cfg).close)
		defer cancel()
		err = p.close(stopping, err)
	}()
	if roles.Worker {
		if err := p.startWorker(ctx, roles); err != nil {
			return ignoreStop(ctx, log, err)
		}
	}
	readiness := p.readiness(roles)
	if err := p.startHTTP(ctx, roles, readiness, failed); err != nil {
		return ignoreStop(ctx, log, err)
	}
	select {
	case <-ctx.Done():
		log.Info("stopping")
		readiness.Drain()
		return p.linger(roles, failed)
	case err := <-failed:
		return err
	}
}

// ignoreStop logs a failure of the start and returns nil once a stop was requested: that request interrupts every
// connection and call of the start.
func ignoreStop(ctx context.Context, log *slog.Logger, err error) error {
	if ctx.Err() == nil {
		return err
	}
	log.Info("stopped while starting", "error", err)
	return nil
}

// linger serves on while balancers, which ask /readyz every few seconds, still send requests.
func (p *parts) linger(roles Roles, failed <-chan error) error {
	if !roles.API {
		return nil
	}
	noticed := time.NewTimer(stopOf(p.cfg).linger)
	defer noticed.Stop()
	select {
	case <-noticed.C:
		return nil
	case err := <-failed:
		return err
	}
}

// listenAddress is an address of this process, and its variable.
type listenAddress struct {
	variable, address string
	build             func(*health.Readiness) (door, error)
	secured           *tls.Config // nil: without TLS
}

// door serves at an address until it is shut.
type door interface {
	Serve(listener net.Listener) error
	Shutdown(ctx context.Context) error
}

// httpDoor is a door of HTTP.
type httpDoor struct{ *fiber.App }

func (d httpDoor) Serve(listener net.Listener) error {
	return d.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true})
}

func (d httpDoor) Shutdown(ctx context.Context) error { return d.ShutdownWithContext(ctx) }

// overHTTP makes a door of an app.
func overHTTP(build func(*health.Readiness) (*fiber.App, error)) func(*health.Readiness) (door, error) {
	return func(readiness *health.Readiness) (door, error) {
		app, err := build(readiness)
		return httpDoor{app}, err
	}
}

// startHTTP serves the product, and operators and orchestrators on an address of their own. The latter opens first
// and closes last, so that it can report until the end that the process is not ready; the process is not ready before
// all are open.
func (p *parts) startHTTP(ctx context.Context, roles Roles, readiness *health.Readiness, failed chan<- error) error {
	started := readiness.Start()
	doors, err := p.doors(roles)
	if err != nil {
		return err
	}
	for _, d := range doors {
		if err := p.open(ctx, d, readiness, failed); err != nil {
			return err
		}
	}
	started()
	return nil
}

func (p *parts) doors(roles Roles) (list []listenAddress, err error) {
	if p.cfg.OpsAddr != "" {
		list = append(list, listenAddress{"OPS_ADDR", p.cfg.OpsAddr, overHTTP(p.buildOps), nil})
	}
	if !roles.API {
		return list, nil
	}
	if p.cfg.ES2Plus.Listen != "" {
		secured, err := es2plusTLS(p.cfg.ES2Plus)
		if err != nil {
			return nil, err
		}
		list = append(list, listenAddress{"ES2PLUS_LISTEN", p.cfg.ES2Plus.Listen, overHTTP(p.buildES2Plus), secured})
	}
	if p.cfg.SMTP.BouncesListen != "" && p.cfg.Email.Provider == config.EmailBySMTP {
		list = append(list, listenAddress{"SMTP_BOUNCES_LISTEN", p.cfg.SMTP.BouncesListen, p.buildBounces, nil})
	}
	return append(list, listenAddress{"HTTP_ADDR", p.cfg.HTTPAddr, overHTTP(p.buildAPI), nil}), nil
}

func (p *parts) open(ctx context.Context, d listenAddress, readiness *health.Readiness, failed chan<- error) error {
	server, err := d.build(readiness)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", d.address)
	if err != nil {
		return fmt.Errorf("%s: cannot listen: %w", d.variable, err)
	}
	p.log.Info("listening", "on", listener.Addr().String(), "variable", d.variable)
	if d.secured != nil {
		listener = tls.NewListener(listener, d.secured)
	}
	go func() {
		if err := server.Serve(listener); err != nil {
			failed <- fmt.Errorf("serve %s: %w", d.variable, err)
		}
	}()
	p.stopping.Add(d.variable, func(ctx context.Context) error {
		readiness.Drain()
		draining, cancel := context.WithTimeout(ctx, stopOf(p.cfg).drain)
		defer cancel()
		return ignoreOpenStreams(server.Shutdown(draining))
	})
	return nil
}

// ignoreOpenStreams ignores the timeout of live order pages: they hold their connection while open, and cutting them
// is planned.
func ignoreOpenStreams(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// close stops everything and adds failures to err.
func (p *parts) close(ctx context.Context, err error) error {
	return errors.Join(err, p.stopping.Run(ctx))
}
