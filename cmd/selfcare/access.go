package main

import (
	"context"

	"selfcare/cmd/selfcare/app"
)

type accessCommand struct {
	Account    string   `arg:"" help:"Main number of the account, like 0570000003."`
	Number     string   `arg:"" help:"Number of its sub-account."`
	Keys       []string `help:"Permission keys that the sub-account has from now on, separated by commas." xor:"access" required:""`
	Everything bool     `help:"Allow everything." xor:"access" required:""`
	Nothing    bool     `help:"Allow nothing that needs a permission." xor:"access" required:""`
}

// Run sets the permissions of the sub-account.
func (c accessCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.SetAccess(ctx, cfg, log, c.Account, c.Number, c.allowed())
}

func (c accessCommand) allowed() []string {
	switch {
	case c.Everything:
		return nil
	case c.Nothing:
		return []string{}
	default:
		return c.Keys
	}
}
