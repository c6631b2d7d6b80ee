package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type healthCommand struct {
	Ready bool   `help:"Ask whether it can do its work, too; else only whether it runs."`
	At    string `env:"OPS_ADDR" placeholder:"HOST:PORT" help:"Where the process answers operators."`
}

// Run asks the process of this machine or container, and fails where the answer is no.
func (c healthCommand) Run(ctx context.Context) error {
	return app.Health(ctx, c.At, c.Ready, os.Stdout)
}
