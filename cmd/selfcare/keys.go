package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type keysCommand struct {
	Status keysStatusCommand `cmd:"" help:"List how many values each key of DATA_KEYS has sealed, and which keys may be dropped."`
	Rotate keysRotateCommand `cmd:"" help:"Seal all values with the first key of DATA_KEYS, while the product runs. You may stop the command; the next run continues from there."`
}

type keysStatusCommand struct {
	Payloads bool `help:"Also read the histories of all open workflows, to say which keys of PAYLOAD_KEYS they need."`
}

// Run lists the keys.
func (c keysStatusCommand) Run(ctx context.Context) error {
	return withKeys(ctx, func(k app.Keys) error {
		if err := k.Status(ctx); err != nil || !c.Payloads {
			return err
		}
		return k.PayloadStatus(ctx)
	})
}

type keysRotateCommand struct {
	ColumnsOnly bool `help:"Leave out the inputs of schedules, which are in Temporal."`
}

// Run seals all values with the first key.
func (c keysRotateCommand) Run(ctx context.Context) error {
	return withKeys(ctx, func(k app.Keys) error {
		if err := k.Rotate(ctx); err != nil || c.ColumnsOnly {
			return err
		}
		return k.RotateSchedules(ctx)
	})
}

func withKeys(ctx context.Context, do func(app.Keys) error) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.WithKeys(ctx, cfg, log, os.Stdout, do)
}
