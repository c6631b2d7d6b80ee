package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type healthCommand struct {
	Ready bool   `help:"Also ask whether the process can work; by default only whether it runs."`
	At    string `env:"OPS_ADDR" placeholder:"HOST:PORT" help:"Address of the process for operators."`
}

// Run asks the process of this machine or container, and fails on a negative answer.
func (c healthCommand) Run(ctx context.Context) error {
	return app.Health(ctx, c.At, c.Ready, os.Stdout)
}
