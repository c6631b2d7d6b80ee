// Package migrations holds the database schema as numbered steps and applies them.
package migrations

import (
	"context"
	"embed"
	"errors"
	"fmt"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/migrate"
)

// Files are the steps as they are written.
//
//go:embed *.sql
var Files embed.FS

// lockKey is any number that nothing else in this database locks.
const lockKey = 5_700_966

// Run brings the database to the newest schema. Two processes may run it at once: the second waits, then finds nothing to do.
func Run(ctx context.Context, db *bun.DB) (err error) {
	unlock, err := lock(ctx, db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	migrator, err := newMigrator(db)
	if err != nil {
		return err
	}
	if err := migrator.Init(ctx); err != nil {
		return fmt.Errorf("prepare migrations: %w", err)
	}
	if err := renameReleased(ctx, db); err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// CountPending counts the steps that Run has still to apply, or to rename.
func CountPending(ctx context.Context, db *bun.DB) (int, error) {
	migrator, err := newMigrator(db)
	if err != nil {
		return 0, err
	}
	steps, err := migrator.MigrationsWithStatus(ctx)
	if err != nil {
		return 0, fmt.Errorf("read migration status: %w", err)
	}
	return len(steps.Unapplied()), nil
}

// Steps are all steps, in order.
func Steps() (*migrate.Migrations, error) {
	steps := migrate.NewMigrations()
	if err := steps.Discover(Files); err != nil {
		return nil, fmt.Errorf("read migrations: %w", err)
	}
	return steps, nil
}

func newMigrator(db *bun.DB) (*migrate.Migrator, error) {
	steps, err := Steps()
	if err != nil {
		return nil, err
	}
	return migrate.NewMigrator(db, steps, migrate.WithMarkAppliedOnSuccess(true)), nil
}

// lock uses a lock of the connection, which ends with the process; a lock row would survive a crash.
func lock(ctx context.Context, db *bun.DB) (unlock func() error, err error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("connect to migrate: %w", err)
	}
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(?)", lockKey); err != nil {
		return nil, errors.Join(fmt.Errorf("lock migrations: %w", err), conn.Close())
	}
	return func() error {
		_, err := conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock(?)", lockKey)
		return errors.Join(err, conn.Close())
	}, nil
}
