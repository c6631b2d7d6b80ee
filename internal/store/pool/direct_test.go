package pool_test

import (
	"database/sql"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store/pool"
)

func TestDirect_DeadConnection_Replaced(t *testing.T) {
	db := testkit.Postgres(t)
	db.SetMaxOpenConns(1)
	backend := func() (pid int, err error) {
		err = pool.Direct(t.Context(), db.DB, func(conn *pgx.Conn) error {
			return conn.QueryRow(t.Context(), "SELECT pg_backend_pid()").Scan(&pid)
		})
		return pid, err
	}
	first, err := backend()
	require.NoError(t, err)

	err = pool.Direct(t.Context(), db.DB, func(conn *pgx.Conn) error { return conn.Close(t.Context()) })
	require.NoError(t, err)

	second, err := backend()
	require.NoError(t, err, "the pool gave out a closed connection")
	require.NotEqual(t, first, second)
}

func TestDirect_UnsentStatement_IsSentAgain(t *testing.T) {
	db := testkit.Postgres(t)
	sent, answer := 0, 0
	err := pool.Direct(t.Context(), db.DB, func(conn *pgx.Conn) error {
		if sent++; sent == 1 {
			require.NoError(t, conn.Close(t.Context()))
		}
		return conn.QueryRow(t.Context(), "SELECT 7").Scan(&answer)
	})
	require.NoError(t, err)
	require.Equal(t, 2, sent)
	require.Equal(t, 7, answer)
}

func TestDirect_Answered_IsNotSentAgain(t *testing.T) {
	db := testkit.Postgres(t)
	sent := 0
	err := pool.Direct(t.Context(), db.DB, func(conn *pgx.Conn) error {
		sent++
		return conn.QueryRow(t.Context(), "SELECT 1 WHERE false").Scan(new(int))
	})
	require.ErrorIs(t, err, sql.ErrNoRows)
	require.Equal(t, 1, sent)
}
