package app

import (
	"context"
	"fmt"
	"log/slog"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/seed"
	"selfcare/internal/store"
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
	return temporal.EnsureSearchAttributes(ctx, p.temporal, cfg.Temporal.Namespace)
}

// Seed puts development data into a migrated database. It may be repeated; production refuses it.
func Seed(ctx context.Context, cfg config.Config) error {
	if cfg.IsProduction() {
		return fmt.Errorf("development data does not belong into SELFCARE_ENV=%s", cfg.Environment)
	}
	keys, err := store.ParseKeys(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return fmt.Errorf("DATA_KEYS or INDEX_KEY: %w", err)
	}
	db, err := store.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return unreachable("DATABASE_URL", err)
	}
	defer db.Close()
	return seed.Run(ctx, db, keys)
}
