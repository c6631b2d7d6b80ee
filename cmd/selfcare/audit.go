package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type auditCommand struct {
	Verify verifyCommand `cmd:"" help:"Read the whole audit log and its seals: says each entry or seal that was changed, removed or added, and fails where there is one."`
	Head   headCommand   `cmd:"" help:"Print the head of the seals, to be kept where nobody who runs the database can change it."`
}

type verifyCommand struct {
	Head []string `placeholder:"17:…" sep:"none" help:"A head that was kept: the chain must still have it. May be repeated."`
}

// Run looks the log through.
func (c verifyCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.VerifyAudit(ctx, cfg, log, c.Head, os.Stdout)
}

type headCommand struct{}

// Run prints it.
func (headCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.AuditHead(ctx, cfg, log, os.Stdout)
}
