// Package store keeps everything that lasts in Postgres. Rows are private, errors are its own, every write can be repeated.
package store

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// Store is the whole database; its queries run outside a transaction.
type Store struct {
	*Queries
	db *bun.DB
}

// Queries are all statements, on the database or within a transaction.
type Queries struct {
	db   bun.IDB
	keys *Keys
}

// New needs an open database and the keys of its encrypted columns.
func New(db *bun.DB, keys *Keys) *Store {
	return &Store{Queries: &Queries{db: db, keys: keys}, db: db}
}

// InTx runs f in one transaction, undone when f fails. Rules that the database looks at last are ErrConflict too.
func (s *Store) InTx(ctx context.Context, f func(q *Queries) error) error {
	var failed error
	err := s.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		failed = f(&Queries{db: tx, keys: s.keys})
		return failed
	})
	if failed != nil {
		return failed
	}
	return translate("commit", err)
}

// inTx makes several statements one, within the caller's transaction where there is one.
func (q *Queries) inTx(ctx context.Context, f func(q *Queries) error) error {
	return q.db.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		return f(&Queries{db: tx, keys: q.keys})
	})
}

// prepared runs the statements that every click needs with parameters, so that Postgres plans each of them once.
// Its arguments are $1, $2, …, unlike bun's question marks.
type prepared struct {
	conn interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

func (q *Queries) prepared() prepared {
	switch db := q.db.(type) {
	case bun.Tx:
		return prepared{db.Tx}
	case *bun.DB:
		return prepared{db.DB}
	default:
		return prepared{db}
	}
}

func (p prepared) exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	result, err := p.conn.ExecContext(ctx, query, withMode(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

func (p prepared) query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.conn.QueryContext(ctx, query, withMode(args)...)
}

func (p prepared) row(ctx context.Context, query string, args ...any) *sql.Row {
	return p.conn.QueryRowContext(ctx, query, withMode(args)...)
}

func withMode(args []any) []any {
	return append([]any{pgx.QueryExecModeCacheStatement}, args...)
}
