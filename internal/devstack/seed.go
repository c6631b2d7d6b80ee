package devstack

import (
	"context"
	"errors"
	"fmt"

	"selfcare/internal/platform/config"
	"selfcare/internal/seed"
	"selfcare/internal/store"
)

// Seed puts development data into a migrated database. It may be repeated; production refuses it.
func Seed(ctx context.Context, cfg config.Config) error {
	if cfg.IsProduction() {
		return errors.New("development data has no place in production (SELFCARE_ENV)")
	}
	keys, err := store.ParseKeys(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return fmt.Errorf("DATA_KEYS or INDEX_KEY: %w", err)
	}
	db, err := store.Open(ctx, cfg.DatabaseURL)
	if err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	return errors.Join(seed.Run(ctx, db, keys), db.Close())
}
