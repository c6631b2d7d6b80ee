package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type sweepCommand struct {
	Mend bool `help:"Call the workflows of plans that are late, or have none, and make the schedules of auto-recharges follow their rows. All else is only shown."`
	JSON bool `name:"json" help:"Write JSON instead of a table."`
}

// Run fails where something is wrong.
func (c sweepCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.Sweep(ctx, cfg, log, c.Mend, c.JSON, os.Stdout)
}
