package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"time"

	"selfcare/cmd/selfcare/app"
	"selfcare/internal/domain/site"
	sitestore "selfcare/internal/store/site"
)

type contentCommand struct {
	Load        loadCommand        `cmd:"" help:"Put a content file in force. If any part is invalid, nothing changes."`
	Preview     previewCommand     `cmd:"" help:"Show a file to the holders of the printed links, before it is in force."`
	Show        showCommand        `cmd:"" help:"Print the file in force, or an older one."`
	Versions    versionsCommand    `cmd:"" help:"List the files that were in force, with time, person and source."`
	Restore     restoreCommand     `cmd:"" help:"Put an older file in force again."`
	Helpful     helpfulCommand     `cmd:"" help:"List how customers rated the answers of the FAQ, the worst first."`
	Maintenance maintenanceCommand `cmd:"" help:"Plan a maintenance, or end it."`
}

// brought is a file with the person who loads it.
type brought struct {
	File string `arg:"" type:"existingfile" help:"YAML or JSON; dev/seed/site.yaml is an example."`
	by
}

// by is the person for the record.
type by struct {
	By string `help:"Person for the record; defaults to the user of this machine."`
}

func (b by) name() string {
	if b.By != "" {
		return b.By
	}
	if known, err := user.Current(); err == nil {
		return known.Username
	}
	return fmt.Sprintf("user %d", os.Getuid()) // a container has users without a name
}

func (b brought) read() (sitestore.File, error) {
	file, err := os.ReadFile(b.File)
	if err != nil {
		return sitestore.File{}, fmt.Errorf("read the content: %w", err)
	}
	return sitestore.File{Source: filepath.Base(b.File), File: string(file), By: b.name()}, nil
}

type loadCommand struct{ brought }

// Run loads the file.
func (c loadCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	file, err := c.read()
	if err != nil {
		return err
	}
	if err := app.LoadContent(ctx, cfg, log, file); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	log.Info("content is in force", "file", c.File)
	return nil
}

type previewCommand struct {
	brought
	For time.Duration `default:"72h" help:"Lifetime of the links."`
}

// longestPreview is the longest life of a preview: content that is not in force by then needs a new look.
const longestPreview = 30 * 24 * time.Hour

// Run stores the file and prints its links.
func (c previewCommand) Run(ctx context.Context) error {
	if c.For <= 0 || c.For > longestPreview {
		return errors.New("a preview lasts 30 days at most")
	}
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	file, err := c.read()
	if err != nil {
		return err
	}
	if err := app.PreviewContent(ctx, cfg, log, file, c.For, os.Stdout); err != nil {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	return nil
}

type showCommand struct {
	Version int64 `help:"File of this version, as selfcare content versions lists it."`
}

// Run prints the content.
func (c showCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.WriteContent(ctx, cfg, log, c.Version, os.Stdout)
}

type versionsCommand struct {
	Most int `default:"20" help:"How many at most."`
}

// Run lists the versions.
func (c versionsCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.ListContent(ctx, cfg, log, c.Most, os.Stdout)
}

type restoreCommand struct {
	Version int64 `arg:"" help:"As selfcare content versions lists it."`
	by
}

// Run puts the version in force.
func (c restoreCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	if err := app.RestoreContent(ctx, cfg, log, c.Version, c.name()); err != nil {
		return err
	}
	log.Info("content is in force", "version", c.Version)
	return nil
}

type helpfulCommand struct{}

// Run lists the ratings.
func (helpfulCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.WriteHelpfulness(ctx, cfg, log, os.Stdout)
}

type maintenanceCommand struct {
	Start time.Time `help:"Begin, for example 2026-11-20T22:00:00+03:00; defaults to now."`
	End   time.Time `help:"End." xor:"end"`
	Clear bool      `help:"End the maintenance, or cancel a planned one." xor:"end"`
}

// Run plans or ends the maintenance.
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
		return nil, errors.New("give the end of the maintenance with --end, or --clear it")
	case c.Start.IsZero():
		return &site.Window{Start: now, End: c.End}, nil
	default:
		return &site.Window{Start: c.Start, End: c.End}, nil
	}
}
