package devstack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"selfcare/dev/seed"
	"selfcare/internal/platform/config"
	"selfcare/internal/store"
	"selfcare/internal/store/pool"
	"selfcare/internal/store/seal"
)

// Seed puts development data into a migrated database. It may be repeated; production refuses it.
func Seed(ctx context.Context, cfg config.Config) error {
	return withDatabase(ctx, cfg, func(db *bun.DB, keys *seal.Keys) error { return seed.Run(ctx, db, keys) })
}

// ChangeSettings sets business figures of a running stack; running orders keep theirs.
func ChangeSettings(ctx context.Context, cfg config.Config, changes map[string]string) error {
	figures, err := asJSON(changes)
	if err != nil {
		return err
	}
	return withDatabase(ctx, cfg, func(db *bun.DB, keys *seal.Keys) error {
		return store.New(db, keys).Settings.ChangeForAll(ctx, figures)
	})
}

// asJSON takes a non-JSON value as plain text, so that a shell needs no quotes around 20s. null restores the default.
func asJSON(changes map[string]string) (map[string]json.RawMessage, error) {
	figures := make(map[string]json.RawMessage, len(changes))
	for key, value := range changes {
		figures[key] = json.RawMessage(value)
		if json.Valid(figures[key]) {
			continue
		}
		text, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("setting %s: %w", key, err)
		}
		figures[key] = text
	}
	return figures, nil
}

func withDatabase(ctx context.Context, cfg config.Config, do func(*bun.DB, *seal.Keys) error) error {
	if cfg.IsProduction() {
		return errors.New("development data is refused in production (SELFCARE_ENV)")
	}
	keys, err := seal.Parse(cfg.DataKeys, cfg.IndexKey)
	if err != nil {
		return fmt.Errorf("DATA_KEYS or INDEX_KEY: %w", err)
	}
	db, err := pool.Open(ctx, cfg.OwnerURL()) // as the owner, who may have Postgres analyse the new rows
	if err != nil {
		return fmt.Errorf("MIGRATE_DATABASE_URL or DATABASE_URL: %w", err)
	}
	return errors.Join(do(db, keys), db.Close())
}
