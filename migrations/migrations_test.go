package migrations_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/migrate"
	"golang.org/x/sync/errgroup"

	"selfcare/dev/testkit"
	"selfcare/internal/store/pool"
	"selfcare/migrations"
)

func TestRun_TwiceAtOnceOnAnEmptyDatabase(t *testing.T) {
	ctx := context.Background()
	url := testkit.EmptyPostgresURL(t)
	var both errgroup.Group
	for range 2 {
		both.Go(func() error {
			db, err := pool.Open(ctx, url)
			if err != nil {
				return err
			}
			defer func() { _ = db.Close() }()
			return migrations.Run(ctx, db)
		})
	}
	require.NoError(t, both.Wait())

	db, err := pool.Open(ctx, url)
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	pending, err := migrations.Pending(ctx, db)
	require.NoError(t, err)
	require.Zero(t, pending)
}

func TestDown_UndoesEveryStep(t *testing.T) {
	ctx := context.Background()
	db := testkit.Postgres(t)
	steps, err := migrations.Steps()
	require.NoError(t, err)
	migrator := migrate.NewMigrator(db, steps)
	undone, err := migrator.Rollback(ctx)
	require.NoError(t, err)
	require.Len(t, undone.Migrations, len(steps.Sorted()))

	var tables []string
	err = db.NewRaw("SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'bun_%'").Scan(ctx, &tables)
	require.NoError(t, err)
	require.Empty(t, tables)
	require.NoError(t, migrations.Run(ctx, db))
}
