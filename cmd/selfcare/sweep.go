package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type sweepCommand struct {
	Mend bool `help:"Call the workflows of plans that are late or missing. Other findings are only shown."`
	JSON bool `name:"json" help:"Write JSON instead of a table."`
}

// Run sweeps, and fails on findings.
func (c sweepCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.Sweep(ctx, cfg, log, c.Mend, c.JSON, os.Stdout)
}
