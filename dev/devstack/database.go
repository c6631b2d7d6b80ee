package devstack

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Postgres error codes of things that already exist.
const (
	duplicateDatabase = "42P04"
	duplicateRole     = "42710"
)

// createDatabase makes the product's database on the first start, and the application's role next to its owner.
func createDatabase(ctx context.Context, url, name, role string) error {
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return fmt.Errorf("connect to Postgres: %w", err)
	}
	err = errors.Join(
		create(ctx, conn, "DATABASE "+pgx.Identifier{name}.Sanitize()),
		create(ctx, conn, "ROLE "+pgx.Identifier{role}.Sanitize()+" LOGIN"),
		conn.Close(ctx),
	)
	if err != nil {
		return fmt.Errorf("create the database %s: %w", name, err)
	}
	return nil
}

// create leaves existing things alone.
func create(ctx context.Context, conn *pgx.Conn, what string) error {
	_, err := conn.Exec(ctx, "CREATE "+what)
	var refused *pgconn.PgError
	if errors.As(err, &refused) && (refused.Code == duplicateDatabase || refused.Code == duplicateRole) {
		return nil
	}
	return err
}
