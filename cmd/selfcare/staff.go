package main

import (
	"context"

	"selfcare/cmd/selfcare/app"
)

type staffCommand struct {
	ResetSecondFactor resetFactorCommand `cmd:"" help:"Forget the authenticator app of somebody who lost it; the next sign-in sets up another one."`
}

type resetFactorCommand struct {
	Email string `arg:"" help:"With which they sign in."`
}

// Run forgets it.
func (c resetFactorCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.ResetSecondFactor(ctx, cfg, log, c.Email)
}
