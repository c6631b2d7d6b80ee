package main

import (
	"context"
	"os"

	"selfcare/cmd/selfcare/app"
)

type auditCommand struct {
	Verify verifyCommand `cmd:"" help:"Compare the whole audit log with its seals. Lists each entry or seal that was changed, removed or added, and fails if there is one."`
	Head   headCommand   `cmd:"" help:"Print the head of the seals. Keep it where the database's administrators cannot change it."`
}

type verifyCommand struct {
	Head []string `placeholder:"17:…" sep:"none" help:"A head that you kept. The chain must still have it. May be repeated."`
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
