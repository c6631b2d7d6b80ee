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

// promotion decides whether a build takes over from the last by itself. In production it waits for rollout.
type promotion struct {
	Promote *bool `negatable:"" help:"Make this build of the workers the current one at once; what development does unless told otherwise."`
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

type migrateCommand struct{}

// Run prepares the database and Temporal.
func (migrateCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := app.Migrate(ctx, cfg, log); err != nil {
		return err
	}
	log.Info("database and search attributes are up to date")
	return nil
}

type doctorCommand struct{}

// Run prints one line per part and fails when one is not as it should be.
func (doctorCommand) Run(ctx context.Context) error {
	return app.Doctor(ctx, env.ToMap(os.Environ()), os.Stdout)
}

type replayCommand struct {
	Histories string `arg:"" optional:"" default:"workflows/testdata/histories" help:"Folder of recorded histories."`
	Keys      string `env:"PAYLOAD_KEYS" help:"Key ring of encrypted histories; empty for plain ones."`
}

// Run replays every history of a folder.
func (c replayCommand) Run() error {
	return app.Replay(c.Histories, c.Keys, os.Stdout)
}

type envCommand struct{}

// Run prints .env.example.
func (envCommand) Run() error {
	_, err := fmt.Print(config.Example())
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
