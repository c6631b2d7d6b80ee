package errors_test

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store"
	storeerrors "selfcare/internal/store/errors"
)

func TestStore_DatabaseDown_IsErrAway(t *testing.T) {
	db := testkit.Postgres(t)
	s := store.New(db, testkit.Keys(t))
	err := s.InTx(t.Context(), func(q *store.Tx) error {
		_, err := db.ExecContext(t.Context(), `
			SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
		require.NoError(t, err)
		_, err = q.Numbers.Categories(t.Context())
		return err
	})
	require.ErrorIs(t, err, storeerrors.ErrAway)
	_, err = s.Numbers.Categories(t.Context())
	require.NoError(t, err, "the next connection is a new one")
}

func TestStore_ReadOnlyDatabase_IsErrAway(t *testing.T) {
	readOnly := testkit.ReadOnly(t, testkit.PostgresURL(t))
	s := store.New(readOnly, testkit.Keys(t))
	_, err := s.Numbers.Categories(t.Context())
	require.NoError(t, err)
	_, err = s.Requests.Begin(t.Context(), "user:1", "key-1", []byte("hash"), 24*time.Hour)
	require.ErrorIs(t, err, storeerrors.ErrAway)
	require.ErrorIs(t, s.InTx(t.Context(), func(q *store.Tx) error { return q.Webhooks.Keep(t.Context(), "payment", "evt_1", nil) }), storeerrors.ErrAway)
}

func TestAway_BadStatement_IsFalse(t *testing.T) {
	for state, away := range map[string]bool{
		"08006": true, "53300": true, "57P01": true, "57P03": true, // lost, too many connections, shutting down, starting up
		"25006": true, "55P03": true, "40001": true, "40P01": true, // read-only, locked, serialization, deadlock
		"42501": true, "42P01": true, "42703": true, "0A000": true, // a migration runs
		"23505": false, "22P02": false, "22021": false, "42601": false, "": false, // a rule, or the data of the request
	} {
		require.Equal(t, away, storeerrors.Away(&pgconn.PgError{Code: state}), state)
	}
	for _, broken := range []error{sql.ErrTxDone, sql.ErrConnDone, io.ErrUnexpectedEOF, os.ErrDeadlineExceeded, syscall.ECONNRESET} {
		require.True(t, storeerrors.Away(fmt.Errorf("begin: %w", broken)), broken)
	}
	require.False(t, storeerrors.Away(sql.ErrNoRows))
	require.False(t, storeerrors.Away(nil))
}
