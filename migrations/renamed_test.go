package migrations_test

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/migrate"

	"selfcare/dev/testkit"
	"selfcare/migrations"
)

// The names of the steps in v0.1.0, in their order.
//
//go:embed testdata/v0.1.0.txt
var released string

// releasedSteps are the first steps of v0.1.0 under the names that they had in that release.
func releasedSteps(t *testing.T, count int) *migrate.Migrations {
	t.Helper()
	all, err := migrations.Steps()
	require.NoError(t, err)
	steps := migrate.NewMigrations()
	for i, line := range strings.Fields(released)[:count] {
		name, comment, _ := strings.Cut(line, "_")
		step := all.Sorted()[i]
		require.Equal(t, comment, step.Comment, "the steps of v0.1.0 are the first, in the same order")
		step.Name = name
		steps.Add(step)
	}
	return steps
}

// releasedDatabase is a database that v0.1.0 migrated until some step, with a row in it.
func releasedDatabase(t *testing.T, count int) *bun.DB {
	t.Helper()
	db := testkit.Connect(t, testkit.EmptyPostgresURL(t))
	migrator := migrate.NewMigrator(db, releasedSteps(t, count))
	require.NoError(t, migrator.Init(t.Context()))
	done, err := migrator.Migrate(t.Context())
	require.NoError(t, err)
	require.Len(t, done.Migrations, count)
	_, err = db.ExecContext(t.Context(), "INSERT INTO subscribers (id, id_hash, personal) VALUES ('01980000-0000-7000-8000-000000000001', 'h', '')")
	require.NoError(t, err)
	return db
}

type appliedStep struct {
	ID      int64
	GroupID int64
	Name    string
}

func readApplied(t *testing.T, db *bun.DB) (steps []appliedStep) {
	t.Helper()
	require.NoError(t, db.NewRaw("SELECT id, group_id, name FROM bun_migrations ORDER BY id").Scan(t.Context(), &steps))
	return steps
}

func TestRun_DatabaseOfV010_RenamesSteps(t *testing.T) {
	steps, err := migrations.Steps()
	require.NoError(t, err)
	total := len(steps.Sorted())
	count := len(strings.Fields(released))
	tests := map[string]int{
		"complete":                         count,
		"stopped before a renamed step":    count - 10,
		"stopped after one renamed step":   50,
		"stopped before all renamed steps": 49,
	}
	for name, applied := range tests {
		t.Run(name, func(t *testing.T) {
			db := releasedDatabase(t, applied)
			before := readApplied(t, db)
			pending, err := migrations.CountPending(t.Context(), db)
			require.NoError(t, err)
			require.Equal(t, total-min(applied, 49), pending, "a step under its old name is pending")

			for range 2 {
				require.NoError(t, migrations.Run(t.Context(), db))
				pending, err = migrations.CountPending(t.Context(), db)
				require.NoError(t, err)
				require.Zero(t, pending)
				after := readApplied(t, db)
				require.Len(t, after, total, "each step is applied once")
				for i, step := range steps.Sorted() {
					require.Equal(t, step.Name, after[i].Name)
				}
				for i, step := range before {
					require.Equal(t, step.ID, after[i].ID)
					require.Equal(t, step.GroupID, after[i].GroupID)
				}
			}
			var rows int
			require.NoError(t, db.NewRaw("SELECT count(*) FROM subscribers").Scan(t.Context(), &rows))
			require.Equal(t, 1, rows)
		})
	}
}

// An operator who went back to v0.1.0 may run its migrate by mistake.
func TestMigrateV010_RenamedSteps_ChangesNothing(t *testing.T) {
	db := releasedDatabase(t, len(strings.Fields(released)))
	require.NoError(t, migrations.Run(t.Context(), db))
	before := readApplied(t, db)
	old := migrate.NewMigrator(db, releasedSteps(t, len(strings.Fields(released))), migrate.WithMarkAppliedOnSuccess(true))
	_, err := old.Migrate(t.Context())
	require.ErrorContains(t, err, "already exists")
	require.Equal(t, before, readApplied(t, db))
}
