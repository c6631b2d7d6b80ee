package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type settingsCommand struct {
	Show showSettingsCommand `cmd:"" help:"Show each setting: its name, its usual value, the value in force, and who changed it when."`
	Set  setSettingCommand   `cmd:"" help:"Set one from now on, for every process within a second."`
}

type showSettingsCommand struct {
	Changed bool `help:"Only those that differ from their default."`
}

// Run shows them.
func (c showSettingsCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.ShowSettings(ctx, cfg, log, c.Changed, os.Stdout)
}

type setSettingCommand struct {
	Key    string `arg:"" help:"As settings show has it."`
	Value  string `arg:"" help:"As people write it: 20m, 2d, 25.50, 15, yes, 1,3 or a text. Whole amounts are halalas. null takes the usual value again."`
	Reason string `required:"" help:"Why, for whoever reads the audit log."`
	DryRun bool   `help:"Only say what it would change."`
}

// Run sets it.
func (c setSettingCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.SetSetting(ctx, cfg, log, app.Setting{Key: c.Key, Value: c.Value, Reason: c.Reason, DryRun: c.DryRun}, os.Stdout)
}
