package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/domain/site"
)

type contentCommand struct {
	Load        loadCommand        `cmd:"" help:"Put a file of content in force, whole or, when something in it cannot be meant, not at all."`
	Show        showCommand        `cmd:"" help:"Print the file in force."`
	Maintenance maintenanceCommand `cmd:"" help:"Plan a maintenance, or end it."`
}

type loadCommand struct {
	File string `arg:"" type:"existingfile" help:"YAML or JSON; dev/seed/site.yaml is a pattern."`
}

// Run loads the file.
func (c loadCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	file, err := os.ReadFile(c.File)
	if err != nil {
		return fmt.Errorf("read the content: %w", err)
	}
	if err := app.LoadContent(ctx, cfg, log, filepath.Base(c.File), string(file)); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	log.Info("content is in force", "file", c.File)
	return nil
}

type showCommand struct{}

// Run prints the content.
func (showCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.WriteContent(ctx, cfg, log, os.Stdout)
}

type maintenanceCommand struct {
	Start time.Time `help:"When it begins, like 2026-11-20T22:00:00+03:00; now where not said."`
	End   time.Time `help:"When it ends." xor:"end"`
	Clear bool      `help:"End it, or take back its plan." xor:"end"`
}

// Run says when.
func (c maintenanceCommand) Run(ctx context.Context) error {
	window, err := c.window(time.Now())
	if err != nil {
		return err
	}
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.SetMaintenance(ctx, cfg, log, window)
}

func (c maintenanceCommand) window(now time.Time) (*site.Window, error) {
	switch {
	case c.Clear:
		return nil, nil //nolint:nilnil // no maintenance
	case c.End.IsZero():
		return nil, errors.New("say when the maintenance ends with --end, or --clear it")
	case c.Start.IsZero():
		return &site.Window{Start: now, End: c.End}, nil
	default:
		return &site.Window{Start: c.Start, End: c.End}, nil
	}
}
