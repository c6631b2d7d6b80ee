package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/uptrace/bun"

	"selfcare/internal/platform/config"
	"selfcare/internal/platform/metrics"
	"selfcare/internal/platform/temporal"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

// MigrateDatabase brings the database to the newest schema and grants the application its rights. It may be repeated,
// and needs only the database.
func MigrateDatabase(ctx context.Context, cfg config.Config, log *slog.Logger) (err error) {
	if cfg.IsProduction() && cfg.MigrateDatabaseURL == "" {
		return errors.New("MIGRATE_DATABASE_URL is not set: in production the application's role may not change the schema")
	}
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.openStore(ctx); err != nil {
		return err
	}
	if err := migrateAsOwner(ctx, cfg, p.db); err != nil {
		return err
	}
	return p.store.LineSIMs.NameApart(ctx)
}

// MigrateTemporal registers the search attributes. It may be repeated. If only the operator of Temporal may do that,
// it returns a temporal.ElsewhereError while something is missing.
func MigrateTemporal(ctx context.Context, cfg config.Config, log *slog.Logger) (err error) {
	p := &parts{cfg: cfg, log: log, metrics: metrics.New()}
	defer func() { err = p.close(ctx, err) }()
	if err := p.dialTemporal(ctx); err != nil {
		return err
	}
	return temporal.EnsureSearchAttributes(ctx, p.temporal, cfg.Temporal.Namespace)
}

// Migrate migrates the database and Temporal.
func Migrate(ctx context.Context, cfg config.Config, log *slog.Logger) error {
	if err := MigrateDatabase(ctx, cfg, log); err != nil {
		return err
	}
	return MigrateTemporal(ctx, cfg, log)
}

// migrateAsOwner changes the schema and grants to the application's role, which it asks the database for: an address
// may name another role.
func migrateAsOwner(ctx context.Context, cfg config.Config, application *bun.DB) (err error) {
	owner, err := pool.Open(ctx, cfg.OwnerURL())
	if err != nil {
		return unreachable("MIGRATE_DATABASE_URL", err)
	}
	defer func() { err = errors.Join(err, owner.Close()) }()
	if err := migrations.Run(ctx, owner); err != nil {
		return err
	}
	role, err := migrations.ReadRole(ctx, application)
	if err != nil {
		return err
	}
	err = migrations.Grant(ctx, owner, role)
	if errors.Is(err, migrations.ErrOwner) && !cfg.IsProduction() {
		return nil
	}
	if err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	return nil
}
