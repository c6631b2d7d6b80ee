package app

import (
	"context"
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

// stop is how the time between being asked to stop and the end is spent. Orchestrators kill when it is over.
type stop struct {
	linger time.Duration // customers are served on, until the balancer has noticed
	drain  time.Duration // requests under way; the longest waits on a workflow
	finish time.Duration // activities under way; what is cut off is repeated
	close  time.Duration // everything after lingering
}

// stopOf leaves the last tenth to the process itself.
func stopOf(cfg config.Config) stop {
	rest := cfg.StopWithin - cfg.DrainDelay
	return stop{linger: cfg.DrainDelay, drain: rest * 4 / 10, finish: rest * 4 / 10, close: rest * 9 / 10}
}

// Roles are what a process does.
type Roles struct {
	API    bool
	Worker bool
	// Promote makes this build of the workers the current one; without it only the very first build is.
	Promote bool
	// BuildID names the build; empty takes that of this program.
	BuildID string
	// Interceptors see all that the workers run; faults come in by them.
	Interceptors []interceptor.WorkerInterceptor
}

// service is how traces call this process.
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

// seldom is GOGC where nobody says otherwise: a password takes 19 MiB for a moment, so on two cores the collector would go
// through all workflows in memory with every few sign-ins, and others would wait for it (docs/benchmarks.md, P10).
const seldom = 300

func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(seldom)
	}
}

// Serve runs the roles until ctx ends, then stops: first not ready, after DRAIN_DELAY requests drained, then the worker, then
// connections; all within STOP_WITHIN.
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
		return err
	}
	failed := make(chan error, 2)
	defer func() {
		stopping, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopOf(cfg).close)
		defer cancel()
		err = p.close(stopping, err)
	}()
	if roles.Worker {
		if err := p.startWorker(ctx, roles); err != nil {
			return err
		}
	}
	readiness := p.readiness(roles)
	if err := p.startHTTP(ctx, roles, readiness, failed); err != nil {
		return err
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

// door is an address this process answers at, and the variable that says where.
type door struct {
	variable, address string
	build             func(*health.Readiness) (*fiber.App, error)
}

// startHTTP serves the product, and at an address of its own what operators and orchestrators ask. That one is opened
// first, so it stops last and can say until then that the process is not ready; nor is it before all are open.
func (p *parts) startHTTP(ctx context.Context, roles Roles, readiness *health.Readiness, failed chan<- error) error {
	started := readiness.Start()
	for _, d := range p.doors(roles) {
		if err := p.open(ctx, d, readiness, failed); err != nil {
			return err
		}
	}
	started()
	return nil
}

func (p *parts) doors(roles Roles) []door {
	var list []door
	if p.cfg.OpsAddr != "" {
		list = append(list, door{"OPS_ADDR", p.cfg.OpsAddr, p.buildOps})
	}
	if roles.API {
		list = append(list, door{"HTTP_ADDR", p.cfg.HTTPAddr, p.buildAPI})
	}
	return list
}

func (p *parts) open(ctx context.Context, d door, readiness *health.Readiness, failed chan<- error) error {
	server, err := d.build(readiness)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", d.address)
	if err != nil {
		return fmt.Errorf("%s: cannot listen: %w", d.variable, err)
	}
	p.log.Info("listening", "on", listener.Addr().String(), "variable", d.variable)
	go func() {
		if err := server.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}); err != nil {
			failed <- fmt.Errorf("serve HTTP: %w", err)
		}
	}()
	p.stopping.Add("HTTP of "+d.variable, func(ctx context.Context) error {
		readiness.Drain()
		draining, cancel := context.WithTimeout(ctx, stopOf(p.cfg).drain)
		defer cancel()
		return ignoreOpenStreams(server.ShutdownWithContext(draining))
	})
	return nil
}

// ignoreOpenStreams: live order pages hold their connection for as long as they are open; cutting them is the plan.
func ignoreOpenStreams(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// close stops everything and adds what went wrong to err.
func (p *parts) close(ctx context.Context, err error) error {
	return errors.Join(err, p.stopping.Run(ctx))
}
