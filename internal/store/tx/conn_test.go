package tx_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

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
	require.NoError(t, c.DB.NewRaw("SELECT count(*) FROM notes").Scan(ctx, &n))
	return n
}

func add(c *tx.Conn, id int, parent any) error {
	_, err := c.DB.NewRaw("INSERT INTO notes (id, parent) VALUES (?, ?)", id, parent).Exec(ctx)
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

func TestOffset_Page_CountsFromOne(t *testing.T) {
	for page, want := range map[int]int64{-1: 0, 0: 0, 1: 0, 2: 50, 3: 100} {
		require.Equal(t, want, tx.Offset(page, tx.PageSize))
	}
}
