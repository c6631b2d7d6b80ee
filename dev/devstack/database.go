package devstack

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const duplicateDatabase = "42P04"

// createDatabase makes the product's database on the first start.
func createDatabase(ctx context.Context, url, name string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to Postgres: %w", err)
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize())
	var refused *pgconn.PgError
	if errors.As(err, &refused) && refused.Code == duplicateDatabase {
		err = nil
	}
	if err := errors.Join(err, conn.Close(ctx)); err != nil {
		return fmt.Errorf("create the database %s: %w", name, err)
	}
	return nil
}
