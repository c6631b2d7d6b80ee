package pool

import (
	"context"
	"database/sql"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Copier writes many rows over one connection, in its running transaction.
func Copier(conn *sql.Conn) func(ctx context.Context, table string, columns []string, rows pgx.CopyFromSource) error {
	return func(ctx context.Context, table string, columns []string, rows pgx.CopyFromSource) error {
		return conn.Raw(func(driver any) error {
			_, err := driver.(*stdlib.Conn).Conn().CopyFrom(ctx, pgx.Identifier{table}, columns, rows) //nolint:forcetypeassert // Open opened it
			return err
		})
	}
}
