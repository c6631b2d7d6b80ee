// Package hot has the few statements that pass bun: Postgres plans each of them once for each connection, which saves a tenth of
// the call or more: BenchmarkHot measures the share that each comment names. All other statements go through bun.
package hot

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun"

	"selfcare/internal/store/pool"
	"selfcare/internal/store/tx"
)

// Statement is a statement of this package. Its parameters are $1, $2, …, unlike bun's question marks.
type Statement struct{ text string }

// connection is database/sql's half of a connection of the store.
type connection interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// connectionOf returns the connection below bun, and the pool outside a transaction.
func connectionOf(c *tx.Conn) (connection, *sql.DB) {
	switch db := c.DB.(type) {
	case bun.Tx:
		return db.Tx, nil
	case *bun.DB:
		return db.DB, db.DB
	case bun.Conn:
		return db.Conn, nil
	default:
		return db, nil
	}
}

// Exec runs a statement without rows, and returns how many rows it changed.
func (s Statement) Exec(ctx context.Context, c *tx.Conn, args ...any) (changed int64, err error) {
	conn, open := connectionOf(c)
	if open != nil {
		err = pool.Direct(ctx, open, func(conn *pgx.Conn) error {
			tag, err := conn.Exec(ctx, s.text, withMode(args)...)
			changed = tag.RowsAffected()
			return err
		})
		return changed, err
	}
	return tx.Changed(conn.ExecContext(ctx, s.text, withMode(args)...))
}

// Query runs a statement with rows.
func (s Statement) Query(ctx context.Context, c *tx.Conn, args ...any) (*sql.Rows, error) {
	conn, _ := connectionOf(c)
	return conn.QueryContext(ctx, s.text, withMode(args)...)
}

// Row runs a statement with one row.
func (s Statement) Row(ctx context.Context, c *tx.Conn, args ...any) Scanner {
	conn, open := connectionOf(c)
	if open != nil {
		return directRow{ctx, open, s.text, append([]any{formats}, withMode(args)...)}
	}
	return conn.QueryRowContext(ctx, s.text, withMode(args)...)
}

// Scanner is an unread row.
type Scanner interface{ Scan(fields ...any) error }

// directRow sends its query when it is scanned.
type directRow struct {
	ctx   context.Context //nolint:containedctx // of the one statement, which is sent by Scan
	pool  *sql.DB
	query string
	args  []any
}

// Scan fails with sql.ErrNoRows, too.
func (r directRow) Scan(fields ...any) error {
	return pool.Direct(r.ctx, r.pool, func(conn *pgx.Conn) error {
		return conn.QueryRow(r.ctx, r.query, r.args...).Scan(fields...)
	})
}

// formats lists the columns that arrive in binary; others arrive as text, which database/sql needs for arrays and the like.
var formats = pgx.QueryResultFormatsByOID{
	pgtype.BoolOID: pgx.BinaryFormatCode, pgtype.ByteaOID: pgx.BinaryFormatCode, pgtype.Int4OID: pgx.BinaryFormatCode,
	pgtype.Int8OID: pgx.BinaryFormatCode, pgtype.TimestamptzOID: pgx.BinaryFormatCode,
}

func withMode(args []any) []any {
	return append([]any{pgx.QueryExecModeCacheStatement}, args...)
}
