package tx_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun"

	"selfcare/dev/testkit"
	storeerrors "selfcare/internal/store/errors"
	"selfcare/internal/store/storetest"
	"selfcare/internal/store/tx"
)

var ctx = context.Background()

// notes returns a connection to a table that wants its parent at the commit.
func notes(t *testing.T) *tx.Conn {
	t.Helper()
	db := testkit.Postgres(t)
	storetest.Exec(t, db, `CREATE TABLE notes (id int PRIMARY KEY, parent int REFERENCES notes DEFERRABLE INITIALLY DEFERRED, text text, at timestamptz, labels text[])`)
	return &tx.Conn{DB: db}
}

func count(t *testing.T, c *tx.Conn) (n int) {
	t.Helper()
	require.NoError(t, c.Prepared().Row(ctx, "SELECT count(*) FROM notes").Scan(&n))
	return n
}

func add(c *tx.Conn, id int, parent any) error {
	_, err := c.Prepared().Exec(ctx, "INSERT INTO notes (id, parent) VALUES ($1, $2)", id, parent)
	return err
}

func TestInTx_Failure_UndoesInnerWrites(t *testing.T) {
	c := notes(t)
	failed := errors.New("the last write fails")
	err := c.InTx(ctx, func(outer *tx.Conn) error {
		require.NoError(t, outer.InTx(ctx, func(inner *tx.Conn) error { return add(inner, 1, nil) }))
		require.Equal(t, 1, count(t, outer), "a transaction sees its own writes")
		require.Zero(t, count(t, c), "others do not")
		return failed
	})
	require.ErrorIs(t, err, failed)
	require.Zero(t, count(t, c))
}

func TestCommit_LateConstraint_IsConflict(t *testing.T) {
	c := notes(t)
	require.ErrorIs(t, c.Commit(ctx, func(conn *tx.Conn) error { return add(conn, 1, 9) }), storeerrors.ErrConflict)
	require.Zero(t, count(t, c))
	own := errors.New("of the caller")
	require.Equal(t, own, c.Commit(ctx, func(*tx.Conn) error { return own }), "an error of the caller stays as it is")
}

// A statement has the same answers on the driver, on one connection, and in a transaction.
func TestPrepared_EachConnection_ReadsTheSame(t *testing.T) {
	c := notes(t)
	at := storetest.Today
	one, err := c.DB.(*bun.DB).Conn(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { _ = one.Close() })
	within, err := c.DB.BeginTx(ctx, nil)
	require.NoError(t, err)
	t.Cleanup(func() { _ = within.Rollback() })
	for n, conn := range []*tx.Conn{c, {DB: one}, {DB: within}} {
		changed, err := conn.Prepared().Exec(ctx, "INSERT INTO notes VALUES ($1, NULL, $2, $3, $4)", n, "text", at, []string{"a", "b"})
		require.NoError(t, err)
		require.EqualValues(t, 1, changed)
		var text, labels string
		var read time.Time
		require.NoError(t, conn.Prepared().Row(ctx, "SELECT text, at, labels FROM notes WHERE id = $1", n).Scan(&text, &read, &labels))
		require.Equal(t, []string{"text", "{a,b}"}, []string{text, labels})
		require.True(t, at.Equal(read))
		require.ErrorIs(t, conn.Prepared().Row(ctx, "SELECT text FROM notes WHERE id = $1", -1).Scan(&text), sql.ErrNoRows)
		changed, err = conn.Prepared().Exec(ctx, "DELETE FROM notes WHERE id = $1", -1)
		require.NoError(t, err)
		require.Zero(t, changed)
		rows, err := conn.Prepared().Query(ctx, "SELECT id FROM notes WHERE id = $1", n)
		require.NoError(t, err)
		require.True(t, rows.Next())
		require.NoError(t, errors.Join(rows.Close(), rows.Err()))
	}
}

func TestOffset_Page_CountsFromOne(t *testing.T) {
	for page, want := range map[int]int64{-1: 0, 0: 0, 1: 0, 2: 50, 3: 100} {
		require.Equal(t, want, tx.Offset(page, tx.PageSize))
	}
}
