package hot_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"selfcare/dev/testkit"
	"selfcare/internal/store/hot"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
)

var ctx = context.Background()

// connections returns a connection of each kind to a table of notes: the pool, one connection, and a transaction.
func connections(t *testing.T) []*tx.Conn {
	t.Helper()
	db := testkit.Postgres(t)
	storetest.Exec(t, db, "CREATE TABLE notes (id int PRIMARY KEY, text text, at timestamptz, labels text[])")
	one, err := db.Conn(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { _ = one.Close() })
	within, err := db.BeginTx(ctx, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = within.Rollback() })
	return []*tx.Conn{{DB: db}, {DB: one}, {DB: within}}
}

func TestStatement_EachConnection_ReadsTheSame(t *testing.T) {
	insert, read := hot.Of("INSERT INTO notes VALUES ($1, $2, $3, $4)"), hot.Of("SELECT text, at, labels FROM notes WHERE id = $1")
	for n, conn := range connections(t) {
		changed, err := insert.Exec(ctx, conn, n, "text", storetest.Today, []string{"a", "b"})
		require.NoError(t, err)
		require.EqualValues(t, 1, changed)
		var text, labels string
		var at time.Time
		require.NoError(t, read.Row(ctx, conn, n).Scan(&text, &at, &labels))
		require.Equal(t, []string{"text", "{a,b}"}, []string{text, labels})
		require.True(t, storetest.Today.Equal(at))
		require.ErrorIs(t, read.Row(ctx, conn, -1).Scan(&text, &at, &labels), sql.ErrNoRows)
		changed, err = hot.Of("DELETE FROM notes WHERE id = $1").Exec(ctx, conn, -1)
		require.NoError(t, err)
		require.Zero(t, changed)
		rows, err := read.Query(ctx, conn, n)
		require.NoError(t, err)
		require.True(t, rows.Next())
		require.NoError(t, errors.Join(rows.Close(), rows.Err()))
	}
}

func TestStatement_QuotesAndMarks_StayText(t *testing.T) {
	for n, conn := range connections(t) {
		for m, bad := range storetest.BadTexts {
			id := n*len(storetest.BadTexts) + m
			_, err := hot.Of("INSERT INTO notes VALUES ($1, $2, now(), $3)").Exec(ctx, conn, id, bad, []string{bad})
			require.NoError(t, err, bad)
			var text, label string
			require.NoError(t, hot.Of("SELECT text, labels[1] FROM notes WHERE text = $1 AND id = $2").Row(ctx, conn, bad, id).Scan(&text, &label), bad)
			require.Equal(t, []string{bad, bad}, []string{text, label})
		}
	}
}
