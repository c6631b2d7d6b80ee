package app

import (
	"context"
	"log/slog"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
	"selfcare/migrations"
)

// Migrate brings the database to the newest schema and registers the search attributes. It may be repeated.
func Migrate(ctx context.Context, cfg config.Config, log *slog.Logger) (err error) {
	p, err := connect(ctx, cfg, log)
	if err != nil {
		return err
	}
	defer func() { err = p.close(ctx, err) }()
	if err := migrations.Run(ctx, p.db); err != nil {
		return err
	}
	if err := p.store.LineSIMs.NameApart(ctx); err != nil {
		return err
	}
	return temporal.EnsureSearchAttributes(ctx, p.temporal, cfg.Temporal.Namespace)
}
