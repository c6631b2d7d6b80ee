package store_test

import (
	"database/sql"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"selfcare/internal/store"
	"selfcare/internal/testkit"
)

func TestStore_SaysThatTheDatabaseIsAway(t *testing.T) {
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	err := s.InTx(ctx, func(q *store.Queries) error {
		_, err := db.ExecContext(ctx, `
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		require.NoError(t, err)
		_, err = q.NumberCategories(ctx)
		return err
	})
	require.ErrorIs(t, err, store.ErrAway)
	_, err = s.NumberCategories(ctx)
	require.NoError(t, err, "the next connection is a new one")
}

func TestAway_TellsTheConnectionFromTheStatement(t *testing.T) {
	for state, away := range map[string]bool{
		"08006": true, "53300": true, "57P01": true, "57P03": true, // lost, too many connections, shutting down, starting up
		"23505": false, "42P01": false, "40001": false, "": false,
	} {
		require.Equal(t, away, store.Away(&pgconn.PgError{Code: state}), state)
	}
	require.False(t, store.Away(sql.ErrNoRows))
	require.False(t, store.Away(nil))
}
