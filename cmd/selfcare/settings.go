package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type settingsCommand struct {
	Show showSettingsCommand `cmd:"" help:"Show each setting: its name, its default, the value in force, and its last change."`
	Set  setSettingCommand   `cmd:"" help:"Set a value from now on, for every process within a second."`
}

type showSettingsCommand struct {
	Changed bool `help:"Only those that differ from their default."`
}

// Run shows the figures.
func (c showSettingsCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.ShowSettings(ctx, cfg, log, c.Changed, os.Stdout)
}

type setSettingCommand struct {
	Key    string `arg:"" help:"Name in selfcare settings show."`
	Value  string `arg:"" help:"Plain value: 20m, 2d, 25.50, 15, yes, 1,3 or a text. Whole amounts are halalas. null restores the default."`
	Reason string `required:"" help:"Reason, for readers of the audit log."`
	DryRun bool   `help:"Only report the changes."`
}

// Run sets the figure.
func (c setSettingCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.SetSetting(ctx, cfg, log, app.Setting{Key: c.Key, Value: c.Value, Reason: c.Reason, DryRun: c.DryRun}, os.Stdout)
}
