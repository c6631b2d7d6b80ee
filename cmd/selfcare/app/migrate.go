package app

import (
	"context"
	"log/slog"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/temporal"
	"selfcare/migrations"
)

// MigrateDatabase brings the database to the newest schema. It may be repeated, and needs nothing but the database.
func MigrateDatabase(ctx context.Context, cfg config.Config, log *slog.Logger) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	if err := migrations.Run(ctx, p.db); err != nil {
		return err
	}
	return p.store.LineSIMs.NameApart(ctx)
}

// MigrateTemporal registers the search attributes. It may be repeated. Where only the operator of Temporal may do that, it answers
// with a temporal.ElsewhereError as long as something is missing.
func MigrateTemporal(ctx context.Context, cfg config.Config, log *slog.Logger) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.dialTemporal(ctx); err != nil {
		return err
	}
	return temporal.EnsureSearchAttributes(ctx, p.temporal, cfg.Temporal.Namespace)
}

// Migrate does both.
func Migrate(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	if err := MigrateDatabase(ctx, cfg, log); err != nil {
		return err
	}
	return MigrateTemporal(ctx, cfg, log)
}
