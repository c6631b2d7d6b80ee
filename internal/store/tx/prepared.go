package tx

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/uptrace/bun"

	"selfcare/internal/store/pool"
)

// Prepared runs the frequent statements with parameters, so that Postgres plans each of them once. The parameters are $1, $2, …,
// unlike bun's question marks. Outside a transaction a statement goes to the driver directly.
type Prepared struct {
	pool *sql.DB // nil within a transaction
	conn interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

// Prepared prepares statements of this connection.
func (c *Conn) Prepared() Prepared {
	switch db := c.DB.(type) {
	case bun.Tx:
		return Prepared{conn: db.Tx}
	case *bun.DB:
		return Prepared{pool: db.DB, conn: db.DB}
	case bun.Conn:
		return Prepared{conn: db.Conn}
	default:
		return Prepared{conn: db}
	}
}

// Exec runs a statement without rows, and returns how many rows it changed.
func (p Prepared) Exec(ctx context.Context, query string, args ...any) (changed int64, err error) {
	if p.pool != nil {
		err = pool.Direct(ctx, p.pool, func(conn *pgx.Conn) error {
			tag, err := conn.Exec(ctx, query, withMode(args)...)
			changed = tag.RowsAffected()
			return err
		})
		return changed, err
	}
	result, err := p.conn.ExecContext(ctx, query, withMode(args)...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Query runs a statement with rows.
func (p Prepared) Query(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return p.conn.QueryContext(ctx, query, withMode(args)...)
}

// Row runs a statement with one row.
func (p Prepared) Row(ctx context.Context, query string, args ...any) Scanner {
	if p.pool != nil {
		return directRow{ctx, p.pool, query, append([]any{formats}, withMode(args)...)}
	}
	return p.conn.QueryRowContext(ctx, query, withMode(args)...)
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
