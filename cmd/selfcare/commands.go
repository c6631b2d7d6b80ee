package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/caarlos0/env/v11"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/platform/config"
	"selfcare/internal/platform/logging"
)

// promotion decides whether a build replaces the last one by itself. In production it waits for rollout.
type promotion struct {
	Promote *bool `negatable:"" help:"Make this build of the workers the current one at once; the default in development."`
}

func (p promotion) wanted(cfg config.Config) bool {
	if p.Promote == nil {
		return !cfg.IsProduction()
	}
	return *p.Promote
}

type serveCommand struct{ promotion }

// Run runs everything in one process.
func (c serveCommand) Run(ctx context.Context) error {
	return serve(ctx, app.Roles{API: true, Worker: true}, c.promotion)
}

type apiCommand struct{}

// Run runs the web app and the API.
func (apiCommand) Run(ctx context.Context) error {
	return serve(ctx, app.Roles{API: true}, promotion{})
}

type workerCommand struct{ promotion }

// Run runs a worker.
func (c workerCommand) Run(ctx context.Context) error {
	return serve(ctx, app.Roles{Worker: true}, c.promotion)
}

type migrateCommand struct {
	DatabaseOnly bool `help:"Migrate the database only." xor:"part"`
	TemporalOnly bool `help:"Register the search attributes only." xor:"part"`
}

// Run prepares the database and Temporal.
func (c migrateCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if !c.TemporalOnly {
		if err := app.MigrateDatabase(ctx, cfg, log); err != nil {
			return err
		}
		log.Info("the database is up to date")
	}
	if c.DatabaseOnly {
		return nil
	}
	if err := app.MigrateTemporal(ctx, cfg, log); err != nil {
		return err
	}
	log.Info("search attributes are up to date")
	return nil
}

type doctorCommand struct{}

// Run prints one line per part and fails if one has a fault.
func (doctorCommand) Run(ctx context.Context) error {
	return app.Doctor(ctx, env.ToMap(os.Environ()), os.Stdout)
}

type replayCommand struct {
	Histories []string `arg:"" optional:"" default:"workflows/testdata/histories" help:"Recorded histories: files, or folders of them."`
}

// Run replays every history. Encrypted ones are opened with PAYLOAD_KEYS.
func (c replayCommand) Run() error {
	keys, err := config.Secret("PAYLOAD_KEYS")
	if err != nil {
		return err
	}
	return app.Replay(c.Histories, keys, os.Stdout)
}

type envCommand struct{}

// Run prints .env.example.
func (envCommand) Run() error {
	_, err := fmt.Print(config.Example())
	return err
}

type versionCommand struct{}

// Run prints the version of this program.
func (versionCommand) Run() error {
	_, err := fmt.Println(app.Version())
	return err
}

func serve(ctx context.Context, roles app.Roles, promote promotion) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	roles.Promote = promote.wanted(cfg)
	return app.Serve(ctx, cfg, log, roles)
}

func configured() (config.Config, *slog.Logger, error) {
	cfg, err := config.FromEnvironment()
	return cfg, logging.New(os.Stderr, cfg.LogLevel), err
}
