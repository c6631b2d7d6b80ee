package main

import (
	"context"

	"selfcare/cmd/selfcare/app"
)

type accessCommand struct {
	Account    string   `arg:"" help:"Main number of the account, like 0570000003."`
	Number     string   `arg:"" help:"Number of its sub-account."`
	Keys       []string `help:"Permission keys that it may open from now on, with commas between them." xor:"access" required:""`
	Everything bool     `help:"It may open everything." xor:"access" required:""`
	Nothing    bool     `help:"It may open nothing that needs a permission." xor:"access" required:""`
}

// Run says what the sub-account may open.
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
