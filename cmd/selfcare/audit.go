package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type auditCommand struct {
	Verify verifyCommand `cmd:"" help:"Read the whole audit log and its seals: says each entry or seal that was changed, removed or added, and fails where there is one."`
	Head   headCommand   `cmd:"" help:"Print the head of the seals, to keep out of reach of the database's administrators."`
}

type verifyCommand struct {
	Head []string `placeholder:"17:…" sep:"none" help:"A head that was kept: the chain must still have it. May be repeated."`
}

// Run verifies the audit log.
func (c verifyCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.VerifyAudit(ctx, cfg, log, c.Head, os.Stdout)
}

type headCommand struct{}

// Run prints the head of the seals.
func (headCommand) Run(ctx context.Context) error {
	cfg, log, err := configured()
	if err != nil {
		return err
	}
	return app.AuditHead(ctx, cfg, log, os.Stdout)
}
