// Command simulator runs the stand-ins of all outside systems (docs/simulators.md).
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/caarlos0/env/v11"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/simulator"
)

const (
	readTimeout     = 10 * time.Second
	shutdownTimeout = 5 * time.Second
)

type settings struct {
	Listen    string `env:"SIM_LISTEN" envDefault:"127.0.0.1:8090"`
	Mail      string `env:"SIM_MAIL_LISTEN" envDefault:"127.0.0.1:8025"` // for letters by SMTP
	StateDir  string `env:"SIM_STATE_DIR" envDefault:".devstack/simulator"`
	Simulator simulator.Config
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	do := run
	if len(os.Args) == 2 && os.Args[1] == "health" {
		do = health
	}
	if err := do(ctx); err != nil {
		slog.Error("simulator stopped", "error", err)
		stop()
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	cfg, err := env.ParseAs[settings]()
	if err != nil {
		return fmt.Errorf("read environment: %w", err)
	}
	cfg.Simulator.StateDir, cfg.Simulator.Log = cfg.StateDir, slog.Default()
	sim, err := simulator.New(cfg.Simulator)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", cfg.Listen)
	if err != nil {
		return errors.Join(fmt.Errorf("listen: %w", err), sim.Close())
	}
	mail, err := new(net.ListenConfig).Listen(ctx, "tcp", cfg.Mail)
	if err != nil {
		return errors.Join(fmt.Errorf("listen for letters: %w", err), listener.Close(), sim.Close())
	}
	slog.Info("simulators ready", "address", "http://"+listener.Addr().String(), "letters", "smtp://"+mail.Addr().String())
	return serve(ctx, listener, mail, sim)
}

const healthWithin = 4 * time.Second

// health asks the simulators of this container whether they answer.
func health(ctx context.Context) error {
	cfg, err := env.ParseAs[settings]()
	if err != nil {
		return fmt.Errorf("read environment: %w", err)
	}
	host, port, err := net.SplitHostPort(cfg.Listen)
	if err != nil {
		return fmt.Errorf("SIM_LISTEN: %w", err)
	}
	if host == "" {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(ctx, healthWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/control/state", http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }() // the body is not needed
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("/control/state answers %d", answer.StatusCode)
	}
	return nil
}

// serve ends with ctx: first time stops, then waiting callers are released, then the server closes.
func serve(ctx context.Context, listener, mail net.Listener, sim *simulator.Simulator) error {
	server := &http.Server{Handler: sim.Handler(), ReadHeaderTimeout: readTimeout}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return sim.Run(ctx) })
	group.Go(func() error { return sim.ServeMail(ctx, mail) })
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		sim.Release()
		_ = mail.Close() // letters under way end with their connections
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
		defer cancel()
		return server.Shutdown(patience)
	})
	return errors.Join(group.Wait(), sim.Close())
}
